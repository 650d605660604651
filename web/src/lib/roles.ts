// Who may do what, from the floor's own table. The floor decides; pages show only what it would allow.
import { MAY } from "../routes";
import type { Role } from "./shapes";

export type Deed = keyof typeof MAY;
export const ROLES = MAY["read-me"];

/** Whether a role allows an action; without a role none of these is allowed. */
export function can(role: Role | undefined, deed: Deed): boolean {
  return role !== undefined && (MAY[deed] as readonly Role[]).includes(role);
}
