import { expect, it } from "vitest";
import { answerName, byKind, matrix, nextKind, percent, said, score, type Answered } from "./drill";
import type { Drill, ProvisionScore } from "./shapes";

const answered = (right: boolean, kind: Answered["kind"] = "payout", took = 1000): Answered => ({
  kind, right, took, game: "roulette", question: "", said: "", correct: "", cite: "",
});
const drill = (choices: string[]): Drill => ({
  game: "roulette", seed: 1, kind: "payout", options: {}, story: [], question: "", bets: [], about: null, picture: {}, after: null, felt: null, choices, unit: choices.length > 0 ? "" : "cents",
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

it("a class is a matrix of learners by provisions, and what most have to practice comes first", () => {
  const on = (cite: string, standing: ProvisionScore["standing"]): ProvisionScore => ({
    cite, game: "roulette", score: { asked: 2, right: 1, median: 900 }, streak: 0, standing, last: 0, due: 0,
  });
  const learner = (name: string, provisions: ProvisionScore[]) => ({ learner: name, name, joined: 0, score: { asked: 2, right: 1, median: 900 }, provisions, passed: false });
  const rows = matrix([learner("ann", [on("5.10(a)", "known"), on("5.2(a)", "known")]), learner("bob", [on("5.10(a)", "known"), on("5.3(b)", "practice")])]);
  expect(rows.map((row) => row.cite)).toEqual(["5.3(b)", "5.2(a)", "5.10(a)"]);
  expect(rows[0]?.cells.map((cell) => cell?.standing)).toEqual([undefined, "practice"]);
  expect([percent({ asked: 3, right: 2 }), percent({ asked: 0, right: 0 })]).toEqual(["66%", "–"]);
});
