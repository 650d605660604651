import { expect, it } from "vitest";
import { bySubchapter } from "./matrix";

it("provisions are counted by subchapter", () => {
  const row = (cite: string, disposition: string) => ({ cite, title: "", disposition, reason: null, code: [], rounds: [] });
  const counted = bySubchapter([row("5.1(a)", "enforced"), row("5.10(b)", "definition"), row("16.3(a)", "enforced")]);
  expect(counted).toEqual([{ subchapter: "5", all: 2, enforced: 1 }, { subchapter: "16", all: 1, enforced: 1 }]);
});
