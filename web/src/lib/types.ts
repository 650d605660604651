// Short names for the generated types of the protocol, and those of answers that are newer than it.
import type { components } from "../protocol";

type Schemas = components["schemas"];
export type Me = Schemas["Me"];
export type TableSummary = Schemas["TableSummary"];
export type TableView = Schemas["TableView"];
export type StepView = Schemas["StepView"];
export type Told = Schemas["Told"];
export type Lying = Schemas["Lying"];
export type Offer = Schemas["Offer"];
export type Seated = Schemas["Seated"];
export type Receipt = Schemas["Receipt"];
export type Refused = Schemas["Refused"];
export type Problem = Schemas["Problem"];
export type Commitment = Schemas["Commitment"];
export type FromClient = Schemas["FromClient"];
export type FromServer = Schemas["FromServer"];
export type ProofView = Schemas["ProofView"];
export type ShoeView = Schemas["ShoeView"];
export type CheckpointView = Schemas["CheckpointView"];

/** A provision in our words. */
export interface LawView {
  cite: string;
  title: string;
  held: boolean;
  edition: string;
  text: string;
  readings: { id: string; question: string; choice: string }[];
  where: string[];
  near: string[];
}

export type Point = [number, number];

/** Where a wager lies, or a deed is done, on the felt. */
export interface Area {
  act: string;
  seat: number;
  label: string;
  says: string;
  pays: string;
  cite: string;
  points: Point[];
  spot: Point;
  kind: "box" | "line" | "corner" | "track" | "seat" | "bonus";
  covers: string[];
  /** The middle of the label, the height of its letters, and how far it is turned. */
  at?: Point;
  size?: number;
  turn?: number;
}

/** What is printed on the felt and is no wager. */
export interface Mark {
  points?: Point[] | null;
  circle?: { x: number; y: number; r: number } | null;
  fill: string;
  text: string;
  at: Point;
  size: number;
  turn: number;
}

/** Where cards, dice, wheel and the rest are put. */
export interface Place {
  name: string;
  x: number;
  y: number;
  w: number;
  h: number;
  turn: number;
}

export interface FeltView {
  game: string;
  width: number;
  height: number;
  areas: Area[];
  marks: Mark[];
  places: Place[];
}

export interface OddsView {
  exact_for: string;
  odds: {
    act: string;
    seat: number;
    edge: string;
    edge_percent: string;
    chances?: { won: string; lost: string; void: string } | null;
    pays: string;
  }[];
}

export interface AdviceView {
  advice: { act: string; expectation: string }[];
  best: string;
  method: string;
}
