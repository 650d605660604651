import { expect, test } from "vitest";
import { actOf, asHand, dropped, highName, inOrder, isSetting, lowName, namesOf, settingOf, sorted, toggled } from "./setting";
import type { CardView, Offer } from "./types";

const deed = (act: string): Offer => ({ act, seat: 0, kind: "deed", least: 0, most: 0, step: 0 }) as Offer;
const offers = [deed("sets 3 and 4 low"), deed("insists on 1 and 2 low"), deed("leaves the hand to the house way")];
const cards = "Ks Kd Qc Jh 9d 7c joker".split(" ");
const hand = (seat: number, known: (string | null)[]) => ({ at: { spot: "hand", seat }, cards: known.map((card) => ({ card }) as CardView) });

test("a hand is set once its seven cards are known here", () => {
  expect(settingOf(offers, [hand(2, Array(7).fill(null)), hand(3, cards)], [2, 3])).toEqual({ seat: 3, cards, tiles: false });
  expect(settingOf(offers, [hand(3, cards)], [2])).toBeUndefined();
  expect(settingOf([deed("looks")], [hand(3, cards)], [3])).toBeUndefined();
  expect(offers.map(isSetting)).toEqual([true, true, false]);
});

test("four tiles are set once they are known here, and named by what they make", () => {
  const tiles = "1-4 6-6 1-3 3-6".split(" ");
  const laid = (seat: number, known: (string | null)[]) => ({ at: { spot: "hand", seat }, cards: known.map((tile) => ({ tile }) as CardView) });
  const setting = settingOf(offers, [laid(3, tiles)], [3]);
  expect(setting).toEqual({ seat: 3, cards: tiles, tiles: true });
  expect(settingOf(offers, [laid(3, [...tiles.slice(1), null])], [3])).toBeUndefined();
  expect(setting && sorted(setting)).toEqual([1, 2, 3, 0]);
  expect(setting && namesOf(setting, ["6-6", "3-6"], ["1-3", "1-4"])).toEqual(["wong", "9 points"]);
  expect(setting && namesOf(setting, tiles, [])).toEqual(["two tiles", "two tiles"]);
});

test("a foul is warned of, and what is not offered cannot be set", () => {
  expect(actOf(offers, [3, 2])).toEqual({ offer: offers[0], foul: false });
  expect(actOf(offers, [0, 1])).toEqual({ offer: offers[1], foul: true });
  expect(actOf(offers, [0])).toBeUndefined();
  expect(actOf(offers, [4, 5])).toBeUndefined();
});

test("a third card takes the place of the first", () => {
  expect(toggled([], 4)).toEqual([4]);
  expect(toggled([4], 1)).toEqual([4, 1]);
  expect(toggled([4, 1], 6)).toEqual([1, 6]);
  expect(toggled([4, 1], 4)).toEqual([1]);
});

test("a card goes to the hand it is let go over, or changes places with the card it is let go on", () => {
  expect(dropped([], 4, true)).toEqual([4]);
  expect(dropped([4, 1], 6, true)).toEqual([1, 6]);
  expect(dropped([4, 1], 6, true, 1)).toEqual([4, 6]);
  expect(dropped([4, 1], 4, false)).toEqual([1]);
  expect(dropped([4, 1], 4, false, 0)).toEqual([0, 1]);
  expect(dropped([4, 1], 4, true, 1)).toEqual([4, 1]);
  expect(dropped([4, 1], 6, false, 0)).toEqual([4, 1]);
});

test("cards lie from the highest to the lowest, whatever order they came in", () => {
  expect(inOrder("9d Ks 2c joker Ah Kd Th".split(" "))).toEqual([3, 4, 1, 5, 6, 0, 2]);
});

test("a hand is shown with what it has first", () => {
  const shown = (cards: string) => asHand(cards.split(" ")).map((at) => cards.split(" ")[at]).join(" ");
  expect(shown("4d 3c Ts 8s 3d")).toBe("3c 3d Ts 8s 4d");
  expect(shown("Js Kh")).toBe("Kh Js");
  expect(shown("2h joker 9c As 9d")).toBe("joker As 9c 9d 2h");
});

test("hands have names", () => {
  expect(lowName(["joker", "Ac"])).toBe("pair of aces");
  expect(lowName(["9d", "Jh"])).toBe("jack and 9");
  expect(lowName(["9d"])).toBe("");
  expect(highName("Ks Kd Qc 9d 7c".split(" "))).toBe("pair of kings");
  const named = (cards: string) => highName(cards.split(" "));
  expect(named("Ks Kd Qc 9d joker")).toBe("pair of kings");
  expect(named("Ks Qd 9c 8d joker")).toBe("ace-king high");
  expect(named("As Ad 9c 8d joker")).toBe("three aces");
  expect(named("Ks Qd Jc Td joker")).toBe("straight, ace high");
  expect(named("Ks 9s 4s 2s joker")).toBe("flush, ace high");
  expect(named("Ks Qs Js Ts joker")).toBe("royal flush");
  expect(named("As Ad Ac Ah joker")).toBe("five aces");
  expect(named("As Ad Kc Kh joker")).toBe("full house, aces over kings");
});
