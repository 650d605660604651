import { expect, test } from "vitest";
import { ball, bet, called, line, placed, settled, step, view } from "./fixtures";
import { calledOut, headline, inWords, parts } from "./headline";
import { Table } from "./model.svelte";
import type { BetView, Picture } from "./types";

const banker = bet("banker", 500);

/** A table at which the user has won a wager, and paid vigorish of a quarter. */
function paid(): Table {
  const table = new Table(view(), 0);
  for (let seq = 0; seq < 10; seq++) table.hear(step(seq), 0);
  table.hear(step(10, [placed(banker)]), 0);
  const vigorish = { cite: "v", held: true, text: "", kind: "charged" as const, patron: "p1", vigorish: 25 };
  table.hear(step(11, [ball("17"), settled(banker, 500), vigorish]), 0);
  return table;
}

test("the headline is what is left after vigorish", () => {
  const table = paid();
  expect(table.net).toBe(475);
  expect(headline(table)).toBe("Seventeen, black");
  expect(parts(table)).toBe("Banker +$5 · vigorish −$0.25");
});

test("a result is to be seen until one wagers again, or the next round is under way", () => {
  const table = paid();
  expect(table.fresh).toBe(true);
  table.hear(step(12, [placed(bet("red", 500, { patron: "p2" }))], { round: 4 }), 0);
  expect(table.fresh).toBe(true);
  table.hear(step(13, [placed(banker)], { round: 4 }), 0);
  expect(table.fresh).toBe(false);
  const other = paid();
  other.hear({ type: "step", ...line(12, [], { round: 4, picture: { moving: true } }) }, 0);
  expect(other.fresh).toBe(false);
});

test("numbers are called out", () => {
  expect([0, 7, 19, 20, 36].map(inWords)).toEqual(["zero", "seven", "nineteen", "twenty", "thirty-six"]);
  expect(calledOut({ outcome: "dice", dice: [3, 3] })).toBe("Six, the hard way");
  expect(calledOut({ outcome: "dice", dice: [6, 6] })).toBe("Twelve");
  expect(calledOut({ outcome: "dice", dice: [6, 1, 4] })).toBe("1-4-6: eleven, big");
  expect(calledOut({ outcome: "dice", dice: [2, 2, 2] })).toBe("Three twos");
  expect(calledOut({ outcome: "ball", pocket: "00" })).toBe("Double zero");
});

const dealt = (spot: "dealer" | "hand", points: number, ...faces: string[]): Picture => ({
  cards: faces.map((card) => (spot === "hand" ? { spot, seat: 3, hand: 1, card } : { spot, card })),
  totals: [spot === "hand" ? { spot, seat: 3, hand: 1, points, soft: false } : { spot, points, soft: false }],
});
/** A round at a seat with this result, and these cards on the table. */
function round(game: string, wager: string, paid: number, ...parts: Picture[]): Table {
  return settling(game, [[bet(wager, 500, { seat: 3 }), paid]], ...parts);
}
function settling(game: string, bets: [BetView, number][], ...parts: Picture[]): Table {
  const start = view();
  const seats = [{ seat: 3, patron: "p1" }];
  const table = new Table({ ...start, summary: { ...start.summary, game }, picture: { seats } }, 0);
  for (let seq = 0; seq < 10; seq++) table.hear(step(seq), 0);
  const picture: Picture = { seats, cards: parts.flatMap(({ cards = [] }) => cards), totals: parts.flatMap(({ totals = [] }) => totals) };
  table.hear(step(10, bets.map(([own]) => placed(own)), { picture: { seats } }), 0);
  table.hear(step(11, bets.map(([own, paid]) => settled(own, paid)), { picture }), 0);
  return table;
}

test("a hand of blackjack is told as people tell it", () => {
  const hand = (points: number, ...faces: string[]) => dealt("hand", points, ...faces);
  const dealer = (points: number, ...faces: string[]) => dealt("dealer", points, ...faces);
  expect(headline(round("blackjack", "hand", 500, hand(20, "Kd", "Qd"), dealer(17, "Td", "7d")))).toBe("You win, 20 to 17");
  expect(headline(round("blackjack", "hand", 0, hand(18, "Kd", "8d"), dealer(19, "Td", "9d")))).toBe("Dealer wins, 19 to 18");
  expect(headline(round("blackjack", "hand", 500, hand(18, "Kd", "8d"), dealer(24, "Td", "6d", "8c")))).toBe("Dealer busts with 24");
  expect(headline(round("blackjack", "hand", 0, hand(24, "Kd", "6d", "8d"), dealer(10, "Td")))).toBe("Bust with 24");
  expect(headline(round("blackjack", "hand", 750, hand(21, "Kd", "Ad"), dealer(19, "Td", "9d")))).toBe("Blackjack!");
});

test("what is insured is told by the cards, and what comes of it by the sum", () => {
  const bets: [BetView, number][] = [[bet("hand", 500, { seat: 3 }), 0], [bet("insurance", 250, { seat: 3 }), 500]];
  const table = settling("blackjack", bets, dealt("hand", 19, "Td", "9d"), dealt("dealer", 21, "Ad", "Kd"));
  expect(table.net).toBe(0);
  expect(headline(table)).toBe("Dealer has blackjack");
});

test("at stud the hand that wins is named", () => {
  const mine: Picture = dealt("hand", 0, "Kd", "Kc", "2c", "5d", "9h");
  const dealer: Picture = dealt("dealer", 0, "Ad", "Kh", "3c", "6d", "Th");
  expect(headline(round("caribbean-stud", "bet", 1000, mine, dealer))).toBe("You win: pair of kings");
  expect(headline(round("caribbean-stud", "bet", 0, dealt("hand", 0, "Qd", "Jc", "2c", "5d", "9h"), dealer))).toBe("Dealer wins: ace-king high");
  expect(headline(round("caribbean-stud", "ante", 0, mine))).toBe("You folded");
});

test("a hand that pays nothing is not called the house's", () => {
  const middle: Picture = { cards: ["Kh", "7c", "4d", "3h"].map((card) => ({ spot: "middle" as const, card })) };
  expect(headline(round("double-down-stud", "original", 0, dealt("hand", 0, "Ad"), middle))).toBe("Ace-king high: no payout");
});

test("at pai gow the dealer's words say what the hands were", () => {
  const start = view();
  const seats = [{ seat: 3, patron: "p1" }];
  const told = (game: string, ...found: Record<string, unknown>[]) => {
    const table = new Table({ ...start, summary: { ...start.summary, game }, picture: { seats } }, 0);
    for (let seq = 0; seq < 10; seq++) table.hear(step(seq), 0);
    const main = bet("main", 500, { seat: 3 });
    table.hear(step(10, [placed(main)], { picture: { seats } }), 0);
    table.hear(step(11, [...found.map((args) => called("finds-hands", args)), settled(main, 0)], { picture: { seats } }), 0);
    return parts(table);
  };
  expect(told("pai-gow-poker", { position: 0, high: "two-pairs", pair: false }, { position: 1, high: "flush", pair: true }, { position: 3, high: "one-pair", pair: true })).toBe("You: one pair, a pair · Dealer: two pairs, no pair");
  expect(told("pai-gow", { position: 3, high: { points: 7 }, low: { points: 1 } }, { position: 0, high: "wong", low: "pair" })).toBe("You: 7 points, 1 point · Dealer: wong, pair");
});

test("of several tickets the headline tells the best", () => {
  const tickets: [BetView, number][] = [[bet("straight 3,17", 500), 0], [bet("straight 1,2,4", 500), 0]];
  const table = settling("keno", tickets);
  table.picture = { drawn: [1, 2, 9] };
  expect(headline(table)).toBe("Best ticket: 2 of 3 caught");
});

test("what there is no room for is summed up", () => {
  const table = new Table(view(), 0);
  for (let seq = 0; seq < 10; seq++) table.hear(step(seq), 0);
  const all = ["red", "odd", "straight 17"].map((wager) => bet(wager, 500));
  table.hear(step(10, all.map(placed)), 0);
  table.hear(step(11, [ball("18"), ...all.map((one) => settled(one, one.wager === "red" ? 500 : 0))]), 0);
  expect(parts(table)).toBe("Red +$5 · Odd −$5 · 17 −$5");
  expect(parts(table, 2)).toBe("Red +$5 · 2\u00a0more\u00a0−$10");
});
