// Who may do what, from the floor's own table. The floor decides; pages show only what it would allow.
import { MAY } from "../routes";
import type { Role } from "./shapes";

export type Deed = keyof typeof MAY;
export const ROLES = MAY["read-me"];

/** Whether somebody may do it; nobody in particular may do none of this. */
export function can(role: Role | undefined, deed: Deed): boolean {
  return role !== undefined && (MAY[deed] as readonly Role[]).includes(role);
}
