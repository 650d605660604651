// Answers that staff, learners and readers of the law get.
import type { components } from "../protocol";

type Schemas = components["schemas"];
export type Role = Schemas["Role"];
export type PersonView = Schemas["PersonView"];
export type CageView = Schemas["CageView"];
export type SheetView = Schemas["SheetView"];
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
export type RoundSummary = Schemas["RoundView"];
export type Drill = Schemas["Drill"];
export type DrillKind = Schemas["DrillKind"];
export type Marked = Schemas["Verdict"];
