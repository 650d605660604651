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

export type LawView = Schemas["LawView"];
export type LawEntry = Schemas["LawEntry"];
export type LawList = Schemas["LawList"];
export type ConformanceRow = Schemas["ConformanceRow"];
export type GameView = Schemas["GameView"];
export type OptionField = Schemas["OptionField"];
export type CheckView = Schemas["CheckView"];
export type ConsoleView = Schemas["ConsoleView"];
export type ConsoleAct = Schemas["StaffAct"];
export type ConsoleIrregularity = Schemas["IrregularityView"];
export type Outcome = Schemas["OutcomeView"];

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
