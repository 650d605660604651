import { expect, it } from "vitest";
import { can, ROLES } from "./roles";

it("a deed is for the roles the floor's table names", () => {
  expect(ROLES.filter((role) => can(role, "fill"))).toEqual(["pit-clerk"]);
  expect(can("surveillance", "read-journal")).toBe(true);
});

it("who is not logged in may do none of it", () => expect(can(undefined, "fill")).toBe(false));
