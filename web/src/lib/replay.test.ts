import { expect, it } from "vitest";
import { bet, cards, hand, line, placed, settled, view } from "./fixtures";
import { lay, moved, provisions, replayed } from "./replay";
import type { Fact, Picture, StepView } from "./types";

const [red, his] = [bet("red", 500), bet("red", 1000, { patron: "p2" })];
const round = [
  line(1, [placed(red)]),
  line(2, [placed(red)]),
  line(3, [placed(his)]),
  line(4, [settled(bet("red", 1000), 0), settled(his, 1000)]),
];
const after = (steps: StepView[], many: number, picture: Picture = {}) => replayed(view({ bets: [red] }), { bets: [], picture, steps }, many);

it("wagers on one place lie together until they are settled", () => {
  expect(after(round, 0).bets).toEqual([]);
  expect(after(round, 3).bets).toEqual([bet("red", 1000), his]);
  expect(after(round, 4).bets).toEqual([]);
});

it("a wager may move", () => {
  const moves: Fact = { cite: "a", held: true, text: "", kind: "moved", bet: bet("come", 500), to: "come 6" };
  expect(after([line(1, [placed(bet("come", 500))]), line(2, [moves])], 2).bets.map((one) => one.wager)).toEqual(["come 6"]);
});

it("what was carried over from an earlier round lies there from the first, and the puck stands", () => {
  const six = bet("place 6", 600);
  const picture: Picture = { puck: { on: 8 }, seats: [{ seat: 3, patron: "p1" }] };
  const steps = [line(7, [placed(bet("field", 500))], { picture }), line(8, [settled(six, 700)], { picture })];
  const at = (many: number) => replayed(view(), { bets: [six], picture, steps }, many);
  expect(at(0).look).toEqual(picture);
  expect(at(1).bets.map((one) => one.wager)).toEqual(["place 6", "field"]);
  expect(at(1).seatOf("p1")).toBe(3);
  expect(at(2).bets.map((one) => one.wager)).toEqual(["field"]);
});

it("each line has its picture, and a line that takes cards away shows them once more", () => {
  const [dealt, bust] = [cards(...hand(3, 1, "Ks", "5h")), cards(...hand(3, 1, "Ks", "5h", "Qd"))];
  const steps = [line(1, [], { picture: dealt }), line(2, [], { picture: {}, cleared: bust }), line(3)];
  expect(after(steps, 1).look).toEqual(dealt);
  expect(after(steps, 2).look.cards).toEqual(bust.cards);
  expect(after(steps, 2).picture).toEqual({});
  const rest = cards(...hand(4, 1, "9s"));
  const middle = [line(1, [], { picture: dealt }), line(2, [], { picture: rest, cleared: cards(...(bust.cards ?? []), ...(rest.cards ?? [])) }), line(3, [], { picture: null })];
  expect([2, 3].map((many) => after(middle, many).look.cards?.length)).toEqual([4, 1]);
});

it("what a round moved is summed by patron", () => {
  expect(moved(round)).toEqual([{ patron: "p1", cents: -1000 }, { patron: "p2", cents: 1000 }]);
});

it("each provision is told once", () => expect(provisions(round)).toEqual(["a", "b"]));

it("what lay there when wagers were closed is what is wagered again", () => {
  const closed = { awaits: { for: "equipment" as const } };
  const steps = [
    line(1, [placed(red)]), line(2, [placed(his)]), line(3, [], closed), line(4, [placed(bet("odd", 500))], closed), line(5, [settled(red, 0), settled(his, 1000)]),
  ];
  const replay = { bets: [], picture: {}, steps };
  expect(lay(view(), replay, true)).toEqual([red, his]);
  expect(lay(view(), replay, false)).toEqual([red, his, bet("odd", 500)]);
  expect(lay(view(), { ...replay, steps: steps.slice(0, 2) }, true), "they never were").toEqual([]);
});
