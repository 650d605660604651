import { describe, expect, test } from "vitest";
import { cents, money, plain } from "./money";

describe("money", () => {
  test("as the notation writes it", () => {
    expect([0, 5, 500, 123456, -250].map(plain)).toEqual(["0.00", "0.05", "5.00", "1234.56", "-2.50"]);
  });
  test("for people", () => {
    expect([0, 500, 123450, -250].map(money)).toEqual(["$0", "$5", "$1,234.50", "−$2.50"]);
  });
  test("as typed", () => {
    expect(["5", "$2.5", "1,000.00", "", "x", "1.234", "-5"].map(cents)).toEqual([
      500, 250, 100000, undefined, undefined, undefined, undefined,
    ]);
  });
});
