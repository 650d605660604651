import { expect, it } from "vitest";
import { answerName, byKind, nextKind, said, score, type Answered } from "./drill";
import type { Drill } from "./shapes";

const answered = (right: boolean, kind: Answered["kind"] = "payout", took = 1000): Answered => ({
  kind, right, took, game: "roulette", seed: 1, question: "", said: "", correct: "", cite: "",
});
const drill = (choices: string[]): Drill => ({
  game: "roulette", seed: 1, kind: "payout", options: {}, story: [], question: "", bets: [], picture: {}, choices, unit: choices.length > 0 ? "" : "cents",
});

it("several positions are one answer, in the order in which they stand", () => {
  const asked: Drill = { ...drill(["big", "small", "total 9"]), kind: "positions", unit: "positions" };
  expect(said(asked, "small, total 9")).toBe("small, total 9");
  expect(said(asked, "small, total 10")).toBeUndefined();
  expect(said(asked, "")).toBeUndefined();
});

it("a streak ends with an error and the best one is remembered", () => {
  const run = [true, true, false, true].map((right) => answered(right));
  expect(score(run)).toEqual({ asked: 4, right: 3, streak: 1, best: 2, mean: 1000 });
  expect(score([]).mean).toBe(0);
});

it("kinds are counted apart", () => {
  const found = byKind([answered(true, "order"), answered(false, "payout"), answered(true, "payout")]);
  expect(found.map((one) => [one.kind, one.score.right, one.score.asked])).toEqual([["payout", 1, 2], ["order", 1, 1]]);
});

it("a mixed run has each kind in turn", () => {
  expect([0, 1, 2, 3].map((at) => nextKind("mixed", at))).toEqual(["payout", "order", "irregularity", "payout"]);
  expect(nextKind("order", 5)).toBe("order");
});

it("money is sent in cents, choices as they are", () => {
  expect(said(drill([]), "$17.50")).toBe("1750");
  expect(said(drill([]), "lots")).toBeUndefined();
  expect(said(drill(["a", "b"]), "b")).toBe("b");
  expect(said(drill(["a", "b"]), "17.50")).toBeUndefined();
});

it("an amount is told in dollars, a choice as it is", () =>
  expect([answerName(drill([]), "1750"), answerName(drill(["17", "b"]), "17")]).toEqual(["$17.50", "17"]));
