// Answers that staff, learners and readers of the law get.
import type { components } from "../protocol";
import type { Lying, Told } from "./types";

type Schemas = components["schemas"];
export type Role = Schemas["Role"];
export type PersonView = Schemas["PersonView"];
export type SheetView = Schemas["SheetView"] & { theoretical?: Theoretical | null };
export type OptionsView = Schemas["OptionsView"];
export type NewTable = Schemas["NewTable"];
export type Sign = Schemas["Sign"];
export type Remedy = Schemas["RemedyRequest"]["remedy"];

/** A provision, or all of a section, in our words. */
export interface LawView {
  cite: string;
  title: string;
  held: boolean;
  edition: string;
  game: string;
  text: string;
  readings: { id: string; question: string; choice: string; why: string }[];
  where: string[];
  rounds: string[];
  disposition: string | null;
  successor: string;
  near: string[];
}

export interface LawEntry {
  cite: string;
  title: string;
  summary: string;
  held: boolean;
}

export interface LawList {
  provisions: LawEntry[];
  total: number;
}

export interface ConformanceRow {
  cite: string;
  title: string;
  disposition: string;
  reason: string | null;
  code: string[];
  rounds: string[];
}

export interface GameView {
  game: string;
  title: string;
}

/** Something a licensee may choose. */
export interface OptionField {
  key: string;
  about: string;
  cite: string;
  held: boolean;
  kind: string;
  values: string[];
  lawful: string;
  standard: string | null;
}

export interface CheckView {
  wrong: { key: string; text: string; cite: string | null }[];
  signs: Sign[];
  notices: string[];
}

/** What a table should have won by the odds, and how surprising it is that it did not. */
export interface Theoretical {
  handle: number;
  win: number | string;
  sd: number | string;
  z: number | string;
  says?: string;
  wagers?: { wager: string; handle: number; win: number | string }[];
}

export interface RoundSummary {
  round: number;
  first: number;
  last: number;
  at: number;
  settled: number;
  paid: number;
  taken: number;
}

export type DrillKind = "payout" | "order" | "irregularity";

export interface Drill {
  game: string;
  seed: number;
  kind: DrillKind;
  options: string[];
  story: (Told | string)[];
  question: string;
  bets: Lying[];
  choices: string[];
  unit: string;
}

export interface Marked {
  right: boolean;
  correct: string;
  cite: string;
  why: Told[];
}
