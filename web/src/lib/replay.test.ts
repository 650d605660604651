import { expect, it } from "vitest";
import { fits, moved, provisions, replayed } from "./replay";
import type { Lying, StepView, TableView, Told } from "./types";

const red = (stake: number, patron = "p1"): Lying => ({ patron, seat: 0, wager: "red", stake, tender: "chips" });
const step = (seq: number, line: string, told: Told[]): StepView => ({
  table: "R-1", seq, at: 0, epoch: 1, round: 0, by: "ann", entry: "input", line, refused: null, told, awaits: "wagers", patience: null,
});
const placed = (bet: Lying): Told => ({ cite: "5.1(e)9", held: true, text: "placed", kind: "placed", bet });
const settled = (bet: Lying, paid: number, taken: number): Told => ({
  cite: "5.3(e)", held: true, text: "settled", kind: "settled", bet, fate: paid > 0 ? "won" : "lost", paid, taken, pays: "5.2(a)",
});
const round = [
  step(1, "p1 red 5", [placed(red(500))]),
  step(2, "p1 red 5", [placed(red(500))]),
  step(3, "p2 red 10", [placed(red(1000, "p2"))]),
  step(4, "ball 17", [settled(red(1000), 0, 1000), settled(red(1000, "p2"), 1000, 0)]),
];

const view: TableView = {
  summary: { table: "R-1", pit: "A", game: "roulette", title: "Roulette", options: [], signs: [], chance: "physical", open: true, people: 2, round: 9 },
  next: 40, awaits: "wagers", patience: null, bets: [red(100)], people: [], you: null, told: [], commitment: null,
};
const after = (steps: StepView[], many: number) => replayed(view, { bets: [], standing: [], steps }, many);

it("wagers on one place lie together until they are settled", () => {
  expect(after(round, 0).bets).toEqual([]);
  expect(after(round, 3).bets).toEqual([red(1000), red(1000, "p2")]);
  expect(after(round, 4).bets).toEqual([]);
});

it("a wager may move", () => {
  const moves: Told = { cite: "1.2(a)3", held: true, text: "moved", kind: "moved", bet: { ...red(500), wager: "come" }, to: "come 6" };
  const steps = [step(1, "", [placed({ ...red(500), wager: "come" })]), step(2, "", [moves])];
  expect(after(steps, 2).bets.map((bet) => bet.wager)).toEqual(["come 6"]);
});

it("what was carried over from an earlier round lies there from the first, and the puck stands", () => {
  const six: Lying = { ...red(600), wager: "place 6" };
  const standing = [{ what: "puck", at: 8, patron: null }, { what: "seat", at: 3, patron: "p1" }];
  const craps = { ...view, summary: { ...view.summary, game: "craps" } };
  const steps = [step(7, "p1 field 5", [placed({ ...red(500), wager: "field" })]), step(8, "dice 4-2", [settled(six, 700, 0)])];
  const at = (many: number) => replayed(craps, { bets: [six], standing, steps }, many);
  expect(at(1).bets.map((bet) => bet.wager)).toEqual(["place 6", "field"]);
  expect([at(1).shown.point, at(1).seats["p1"]]).toEqual([8, 3]);
  expect(at(2).bets.map((bet) => bet.wager)).toEqual(["field"]);
});

it("the shoe is counted as it was after each line", () => {
  const dealt = { ...step(1, "As", []), shoes: [{ cards: 416, left: 402, behind: 14 }] };
  const cut = { ...step(2, "cutting card", []), shoes: [{ cards: 416, left: 14, behind: null }] };
  expect(after([dealt, cut], 1).shoes).toEqual(dealt.shoes);
  expect(after([dealt, cut], 2).shoes[0]?.behind).toBe(null);
});

it("what a round moved is summed by patron", () => {
  expect(moved(round)).toEqual([{ patron: "p1", cents: -1000 }, { patron: "p2", cents: 1000 }]);
});

it("each provision is told once", () => expect(provisions(round)).toEqual(["5.1(e)9", "5.3(e)"]));

it("lines are found by person, words and provision", () => {
  const found = (wanted: Parameters<typeof fits>[1]) => round.filter((one) => fits(one, wanted)).map((one) => one.seq);
  expect(found({ who: "p2" })).toEqual([3, 4]);
  expect(found({ who: "ann" }).length).toBe(4);
  expect(found({ words: "BALL" })).toEqual([4]);
  expect(found({ cite: "19:47-5.1" })).toEqual([1, 2, 3]);
  expect(found({ cite: "5.1(e)" })).toEqual([1, 2, 3]);
  expect(found({ cite: "5" })).toEqual([1, 2, 3, 4]);
  expect(found({ cite: "5.1(e)1" })).toEqual([]);
});
