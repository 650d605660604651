import { expect, it } from "vitest";
import { cards, hand } from "./fixtures";
import { counted, hands, isFreshShoe, lastLook, placeOf } from "./picture";
import type { FeltView, Picture } from "./types";

const felt = (...names: string[]): FeltView => ({
  game: "", width: 100, height: 100, areas: [], marks: [], pays: [], rim: [],
  places: names.map((name, at) => ({ name, x: 10 * at, y: 0, w: 64, h: 90, turn: 0 })),
});

it("cards of one spot make a hand, in the order in which they lie, with what they count", () => {
  const picture: Picture = {
    cards: [{ spot: "dealer", card: "As" }, ...hand(3, 1, "5h", "6d"), { spot: "dealer", card: null }],
    totals: [{ spot: "hand", seat: 3, hand: 1, points: 11 }],
  };
  const [dealer, box] = hands(picture);
  expect(dealer?.cards.map(({ card }) => card)).toEqual(["As", null]);
  expect([dealer?.total, box?.total?.points]).toEqual([undefined, 11]);
});

it("the hands of a split pair are told apart, and one of them is played", () => {
  const picture: Picture = { cards: [...hand(3, 1, "8h"), ...hand(3, 2, "8d"), ...hand(4, 1, "Ks")], turn: { seat: 3, hand: 2 } };
  expect(hands(picture).map(({ nth, of, turn }) => [nth, of, turn])).toEqual([[0, 2, false], [1, 2, true], [0, 1, false]]);
});

it("a turn without a hand is every hand of the seat", () =>
  expect(hands({ cards: hand(3, 1, "8h"), turn: { seat: 3, hand: 0 } })[0]?.turn).toBe(true));

it("hands lie in their places, and side by side where a box has one for all", () => {
  const [one, two] = hands({ cards: [...hand(3, 1, "8h"), ...hand(3, 2, "8d")] });
  const [cross] = hands({ cards: [{ spot: "middle", card: "As" }] });
  if (!one || !two || !cross) throw new Error("hands");
  const drawn = felt("dealer", "box 3", "box 3 split 2");
  expect([one, two, cross].map((at) => placeOf(drawn, at)?.name)).toEqual(["box 3", "box 3 split 2", "dealer"]);
  const [left, right] = [one, two].map((at) => placeOf(felt("dealer", "box 3"), at)?.x ?? 0);
  expect((right ?? 0) - (left ?? 0)).toBeGreaterThan(64);
  expect(placeOf(felt("dealer"), one)).toBeUndefined();
});

it("a soft hand says so, but not of twenty-one", () =>
  expect([17, 21].map((points) => counted({ spot: "dealer", points, soft: true }))).toEqual(["soft 17", "21"]));

it("a last look has the cards of before and everything else of now", () => {
  const look = lastLook({ puck: { on: 6 }, meter: 5 }, { ...cards(...hand(1, 1, "As")), meter: 4, spread: 3 });
  expect([look.cards?.length, look.spread, look.meter, look.puck?.on]).toEqual([1, 3, 5, 6]);
});

it("a last look leaves alone the places where cards lie", () => {
  const [before, now] = [cards(...hand(1, 1, "Ks", "5h", "Qd"), ...hand(2, 1, "9s")), cards(...hand(2, 1, "9s", "2c"))];
  expect(hands(lastLook(now, before)).map(({ key, cards }) => [key, cards.length])).toEqual([["hand 1 at 2", 2], ["hand 1 at 1", 3]]);
});

it("a shoe with more cards than before is fresh", () => {
  const of = (left: number): Picture => ({ shoes: [{ cards: 416, left, lasts: true }] });
  expect([isFreshShoe(of(14), of(416)), isFreshShoe(of(416), of(415)), isFreshShoe(undefined, of(416)), isFreshShoe(of(3), {})]).toEqual([true, false, false, false]);
});
