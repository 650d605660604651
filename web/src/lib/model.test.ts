import { describe, expect, test } from "vitest";
import { ball, bet, called, cards, hand, line, placed, settled, step, view } from "./fixtures";
import { Table } from "./model.svelte";
import type { Offer, Picture } from "./types";

const red = bet("red", 500);

/** A table that has received everything so far. */
function seated(): Table {
  const table = new Table(view(), 0);
  for (let seq = 0; seq < 10; seq++) table.hear(step(seq), 0);
  return table;
}

describe("the table as one knows it", () => {
  test("a wager goes from the purse to the layout, and its win back", () => {
    const table = seated();
    table.hear(step(10, [placed(red)]), 0);
    expect([table.purse, table.onLayout]).toEqual([9_500, 500]);
    table.hear(step(11, [settled(red, 500)]), 0);
    expect([table.purse, table.onLayout, table.standing]).toEqual([10_500, 0, 500]);
    expect(table.log.slice(-2).map((line) => line.text)).toEqual(["you put $5 on red", "your $5 on red wins $5"]);
    expect(table.results.map((one) => [one.fact.fate, one.fact.cite, one.fact.pays])).toEqual([["won", "b", "c"]]);
  });
  test("whether one is ready is what the server says", () => {
    const table = seated();
    expect(table.ready).toBe(false);
    table.hear({ type: "presence", present: 2, away: [], ready: true }, 0);
    expect(table.ready).toBe(true);
    // One more chip: the server withdraws "ready", and so does the page.
    table.hear(step(10, [placed(red)]), 0);
    table.hear({ type: "presence", present: 2, away: ["p2"], ready: false }, 0);
    expect([table.ready, table.presence.away]).toEqual([false, ["p2"]]);
  });
  test("a call has beside it whom it is about", () => {
    const table = seated();
    table.hear(step(10, [called("seats", { patron: "p2", seat: 3 }), called("spins")]), 0);
    expect(table.log.slice(-2).map(({ who }) => who)).toEqual(["bob", undefined]);
  });
  test("lines already known change nothing, a gap is asked for once", () => {
    const table = seated();
    table.hear(step(10, [placed(red)]), 0);
    table.hear(step(10, [placed(red)]), 0);
    expect(table.onLayout).toBe(500);
    expect(table.hear(step(13), 0)).toEqual([{ do: "resume", from: 11 }]);
    expect(table.hear(step(14), 0)).toEqual([]);
  });
  test("what a deposed owner says does not count", () => {
    const table = seated();
    table.hear(step(10, [], { epoch: 4, entry: "taken-over" }), 0);
    table.hear(step(11, [placed(red)], { epoch: 3 }), 0);
    expect(table.onLayout).toBe(0);
  });
  test("what is not answered is said again with its key when the connection is back", () => {
    const table = seated();
    const said = table.act("key-number-1", "red 5.00", 0);
    expect(said).toEqual({ do: "act", key: "key-number-1", act: "red 5.00", seen: 9 });
    expect(table.onConnection()).toEqual([{ do: "resume", from: 10 }, said, { do: "offers" }]);
    table.hear({ type: "receipt", key: "key-number-1", leaf: "00", seq: 10, table: "R-1" }, 0);
    expect(table.pending).toEqual([]);
    table.hear({ type: "receipt", key: "key-number-1", leaf: "00", seq: 10, table: "R-1" }, 0);
    expect(table.receipts.length).toBe(1);
  });
  test("what the server asks to be sent again is sent after a second, the same", () => {
    const table = seated();
    const said = table.act("key-number-1", "red 5.00", 0);
    table.hear({ type: "problem", code: "unavailable", message: "later", retry: true, key: "key-number-1" }, 100);
    expect(table.due(500)).toEqual([]);
    expect(table.due(1200)).toEqual([said]);
    expect(table.due(1300)).toEqual([]);
  });
  test("a refusal says why and by which provision; a problem says what to do", () => {
    const table = seated();
    table.act("key-number-1", "red 5.00", 0);
    table.hear({ type: "receipt", key: "key-number-1", leaf: "00", seq: 10, table: "R-1", refused: { cite: "a", held: true, why: "not-now", text: "not now" } }, 0);
    expect(table.refusal).toEqual({ cite: "a", held: true, text: "not now", said: "red 5.00", line: 10 });
    table.act("key-number-2", "red 5.00", 0);
    expect(table.refusal).toBeUndefined();
    table.hear({ type: "problem", code: "stale", message: "a new round has begun", retry: false, key: "key-number-2" }, 0);
    expect(table.refusal?.text).toMatch(/another round/);
    expect(table.pending).toEqual([]);
  });
  test("the wagers of the round before can be repeated", () => {
    const table = seated();
    table.hear(step(10, [placed(red)]), 0);
    table.hear(step(11, [placed(bet("odd", 100))]), 0);
    expect(table.placed.map((one) => one.wager)).toEqual(["red", "odd"]);
    table.hear(step(12, [settled(red, 0), settled(bet("odd", 100), 100)]), 0);
    table.hear(step(13, [], { round: 4 }), 0);
    expect(table.last.map((one) => one.wager)).toEqual(["red", "odd"]);
    expect(table.placed).toEqual([]);
  });
  test("a turn is one's own when the table waits for one's number", () => {
    const table = seated();
    table.hear(step(10, [], { awaits: { for: "decision", by: "p2" } }), 0);
    expect(table.yours).toBe(false);
    table.hear(step(11, [], { awaits: { for: "decision", by: "p1" } }), 0);
    expect(table.yours).toBe(true);
  });
  test("offers are of this moment once every question for them is answered", () => {
    const table = seated();
    const offers: Offer[] = [{ kind: "deed", act: "stands", seat: 3, least: 0, most: 0, step: 0 }];
    const told = () => table.hear({ type: "offers", offers }, 0);
    table.asks();
    expect(table.isCurrent).toBe(false);
    table.hear(step(10), 0);
    table.asks();
    told();
    expect(table.isCurrent).toBe(false);
    told();
    expect(table.isCurrent).toBe(true);
    table.asks();
    table.onConnection();
    expect(table.isCurrent).toBe(false);
    told();
    expect(table.isCurrent).toBe(true);
  });
  test("offers are outdated once the table waits for something else, until it is told what can be done then", () => {
    const table = seated();
    const told = () => table.hear({ type: "offers", offers: [{ kind: "wager", act: "part", seat: 3, least: 500, most: 1000, step: 100 }] }, 0);
    table.asks();
    told();
    expect(table.isOutdated).toBe(false);
    // Somebody else's chip changes nothing that one waits for.
    table.hear(step(10, [placed(bet("red", 500, { patron: "p2" }))]), 0);
    table.asks();
    expect(table.isOutdated).toBe(false);
    table.hear(step(11, [], { awaits: { for: "decision", by: "p2" } }), 0);
    table.asks();
    expect(table.isOutdated).toBe(true);
    told();
    expect(table.isOutdated).toBe(true);
    told();
    expect(table.isOutdated).toBe(false);
  });
  test("joining is no line of the game: the table is read anew", () => {
    expect(seated().hear(step(10, [], { entry: "joined" }), 0)).toEqual([{ do: "offers" }, "refresh"]);
  });
});

describe("the picture", () => {
  const [dealt, bust] = [cards(...hand(3, 1, "Ks", "5h"), ...hand(4, 1, "9s")), cards(...hand(3, 1, "Ks", "5h", "Qd"), ...hand(4, 1, "9s"))];
  const rest = cards(...hand(4, 1, "9s"));

  test("is that of the last line, and seats are in it", () => {
    const table = new Table(view({ picture: { seats: [{ seat: 3, patron: "p1" }] } }), 0);
    expect([table.seat, table.seatOf("p2")]).toEqual([3, undefined]);
    for (let seq = 0; seq < 10; seq++) table.hear(step(seq, [], { picture: dealt }), 0);
    expect(table.look.cards).toBeUndefined();
    table.hear(step(10, [], { picture: { ...dealt, seats: [{ seat: 4, patron: "p2" }] } }), 0);
    expect([table.look.cards?.length, table.seatOf("p1"), table.seatOf("p2")]).toEqual([3, undefined, 4]);
  });
  test("is not repeated by a line that changes nothing of it", () => {
    const table = seated();
    table.hear(step(10, [], { picture: dealt }), 0);
    table.hear(step(11, [placed(red)], { picture: null }), 0);
    expect(table.look).toEqual(dealt);
  });
  test("of a finished round stays until somebody wagers", () => {
    const table = seated();
    table.hear(step(10, [], { picture: {}, cleared: bust }), 0);
    table.hear(step(11, [], { entry: "committed", round: 4 }), 5000);
    table.due(9000);
    expect(table.look.cards).toEqual(bust.cards);
    table.hear(step(12, [placed(red)], { round: 4 }), 9000);
    expect(table.look.cards).toBeUndefined();
  });
  test("of a finished round stays until other cards lie there", () => {
    const table = new Table(view({ cleared: bust }), 0);
    expect(table.look.cards).toEqual(bust.cards);
    table.hear({ type: "table", ...view({ picture: dealt }) }, 0);
    expect(table.look).toEqual(dealt);
  });
  test("of a hand that is taken away in the middle of a round stays for a second", () => {
    const table = seated();
    const lies = () => table.look.cards?.map(({ card }) => card).sort();
    table.hear(step(10, [], { picture: rest, cleared: bust }), 100);
    expect(lies()).toEqual(["5h", "9s", "Ks", "Qd"]);
    // Meanwhile the next hand is played.
    table.hear(step(11, [], { picture: cards(...hand(4, 1, "9s", "2c")) }), 300);
    table.due(600);
    expect(lies()).toEqual(["2c", "5h", "9s", "Ks", "Qd"]);
    table.due(1100);
    expect(lies()).toEqual(["2c", "9s"]);
  });
});

describe("what has come before", () => {
  test("numbers are those that count", () => {
    const table = seated();
    table.hear(step(10, [ball("17")]), 0);
    table.hear(step(11, [ball("0"), called("no-spin"), called("voids-spin")]), 0);
    table.hear(step(12, [ball("00")]), 0);
    expect(table.numbers.map((one) => one.outcome === "ball" && one.pocket)).toEqual(["17", "00"]);
  });
  test("coups are those of this shoe", () => {
    const table = seated();
    const result = (winner: string) => called("result", { score: { winner, natural: false, player_pair: false, banker_pair: false } });
    const shoe = (left: number): { picture: Picture } => ({ picture: { shoes: [{ cards: 416, left, lasts: true }] } });
    table.hear(step(10, [result("banker")], shoe(20)), 0);
    table.hear(step(11, [result("tie")], shoe(14)), 0);
    expect(table.coups.map(({ winner }) => winner)).toEqual(["banker", "tie"]);
    table.hear(step(12, [], shoe(402)), 0);
    table.hear(step(13, [result("player")], shoe(398)), 0);
    expect(table.coups.map(({ winner }) => winner)).toEqual(["player"]);
  });
  test("somebody who comes later hears of it too, all at once", () => {
    const table = new Table(view(), 0);
    for (let seq = 0; seq < 9; seq++) table.hear({ type: "step", ...line(seq, [ball(String(seq))]) }, 0);
    expect(table.numbers).toEqual([]);
    table.hear(step(9), 0);
    expect(table.numbers.length).toBe(9);
  });
});
