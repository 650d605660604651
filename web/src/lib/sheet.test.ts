import { expect, it } from "vitest";
import { difference, figures, percent, remedyWords } from "./sheet";

it("hold is told in percent, and only with a drop", () => {
  expect(percent(1234)).toBe("12.34 %");
  expect(percent(null)).toBe("none without a drop");
});

it("remedies are said in words", () => {
  expect(remedyWords({ how: "void", first: 3, last: 3 })).toBe("round 3 is void");
  expect(remedyWords({ how: "void", first: 3, last: 5 })).toBe("rounds 3 to 5 are void");
  expect(remedyWords({ how: "correct", patron: 1, cents: 2500 })).toBe("the bank pays $25 to p1");
  expect(remedyWords({ how: "correct", patron: 2, cents: -2550 })).toBe("the bank takes $25.50 from p2");
});

it("a count is compared with the ledger", () => {
  expect(difference({ counted: 500, ledger: 500 })).toBe("as the ledger says");
  expect(difference({ counted: 0, ledger: 2550 })).toBe("$25.50 short");
  expect(difference({ counted: 1500, ledger: 500 })).toBe("$10 over");
});

it("every figure of the sheet is there", () => {
  const sheet = { table: "R-1", shifts: 1, drop: 100000, sent: 5000000, inventory: 4902500, difference: -500, counts: [], win: 2500, hold: 250, vigorish: 10, owed: 20, meter: 0, asked: [], theoretical: null };
  expect(figures(sheet).map((one) => one.value)).toEqual(["$1,000", "$50,000", "$49,025", "−$5", "$25", "2.50 %", "$0.10", "$0"]);
});
