// Short names for the generated types of the protocol.
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
export type LawView = Schemas["LawView"];
export type OddsView = Schemas["OddsView"];
export type AdviceView = Schemas["AdviceView"];
export type FeltView = Schemas["FeltView"];
export type Area = FeltView["areas"][number];
export type Mark = FeltView["marks"][number];
export type Place = FeltView["places"][number];
