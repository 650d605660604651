// Who may do what, as far as these pages show it. The floor decides; docs/roles.md is its table, and a test compares.
import type { Role } from "./shapes";

const STAFF: Role[] = ["dealer", "floorperson", "pit-clerk", "surveillance", "commission", "administrator"];
const OVERSIGHT = STAFF.filter((role) => role !== "dealer");

export const MAY = {
  "list-people": ["surveillance", "commission", "administrator"],
  "admit-person": ["administrator"],
  "change-person": ["administrator"],
  "fund-person": ["pit-clerk"],
  "read-cage": OVERSIGHT,
  "ask-funds": ["pit-clerk"],
  "open-table": ["floorperson", "administrator"],
  "close-table": ["floorperson"],
  "reopen-table": ["floorperson"],
  "act-as-dealer": ["dealer"],
  "act-as-floorperson": ["floorperson"],
  "show-equipment": ["dealer"],
  "tell-irregularity": ["dealer", "floorperson"],
  "fill": ["pit-clerk"],
  "credit": ["pit-clerk"],
  "ask-remedy": ["floorperson"],
  "decide-remedy": ["floorperson", "administrator"],
  "read-sheet": OVERSIGHT,
  "change-options": ["administrator"],
  "read-journal": STAFF,
  "read-round": STAFF,
} satisfies Record<string, Role[]>;

export type Deed = keyof typeof MAY;
export const ROLES: Role[] = ["player", ...STAFF];

/** Whether somebody may do it; nobody in particular may do none of this. */
export function can(role: Role | undefined, deed: Deed): boolean {
  return role !== undefined && (MAY[deed] as Role[]).includes(role);
}
