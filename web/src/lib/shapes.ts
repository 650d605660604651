// The types of answers that staff, students and readers of the law get.
import type { components } from "../protocol";

type Schemas = components["schemas"];
export type Role = Schemas["Role"];
export type PersonView = Schemas["PersonView"];
export type CageView = Schemas["CageView"];
export type PaperView = Schemas["PaperView"];
export type ProspectsView = Schemas["ProspectsView"];
export type SheetView = Schemas["SheetView"];
export type OptionsView = Schemas["OptionsView"];
export type NewTable = Schemas["NewTable"];
export type Sign = Schemas["Sign"];
export type Remedy = Schemas["RemedyRequest"]["remedy"];

export type LawView = Schemas["LawView"];
export type ProvisionView = Schemas["ProvisionView"];
export type SearchView = Schemas["SearchView"];
export type ContentsView = Schemas["ContentsView"];
export type MatrixView = Schemas["MatrixView"];
export type GameView = Schemas["GameView"];
export type OptionView = Schemas["OptionView"];
export type GameOptionsView = Schemas["GameOptionsView"];
export type Settings = Schemas["Settings"];
export type CheckView = Schemas["CheckView"];
export type ConsoleView = Schemas["ConsoleView"];
export type ConsoleAct = Schemas["StaffAct"];
export type ConsoleIrregularity = Schemas["IrregularityView"];
export type ConsoleEntry = Schemas["ConsoleEntry"];
export type ConsoleLine = Schemas["ConsoleLine"];
export type OutcomeView = Schemas["OutcomeView"];
export type RoundSummary = Schemas["RoundView"];
export type Drill = Schemas["Drill"];
export type DrillKind = Schemas["DrillKind"];
export type Marked = Schemas["Verdict"];
