import { expect, it } from "vitest";
import document from "../../../docs/roles.md?raw";
import { can, MAY, ROLES, type Deed } from "./roles";

const cells = (line: string) => line.split("|").slice(1, -1).map((cell) => cell.trim());
const rows = document.split("\n").filter((line) => line.startsWith("| ")).map(cells);
const [head = [], , ...body] = rows;

it("the pages show what the floor's own table allows", () => {
  for (const deed of Object.keys(MAY) as Deed[]) {
    const row = body.find((one) => one[0] === deed);
    expect(row, deed).toBeDefined();
    const allowed = ROLES.filter((role) => row?.[head.indexOf(role)] === "●");
    expect([...MAY[deed]].sort(), deed).toEqual(allowed.sort());
  }
});

it("who is not logged in may do none of it", () => expect(can(undefined, "fill")).toBe(false));
