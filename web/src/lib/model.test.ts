import { describe, expect, test } from "vitest";
import { Table } from "./model.svelte";
import type { FromServer, Lying, StepView, TableView, Told } from "./types";

const view = (change: Partial<TableView> = {}): TableView => ({
  summary: { table: "R-1", pit: "1", game: "roulette", title: "Roulette", options: [], signs: [], chance: "digital", open: true, people: 2, round: 3 },
  next: 10, awaits: "wagers", bets: [], told: [], you: "p1", patience: null, commitment: null,
  people: [{ patron: "p1", name: "ann", purse: 10_000 }, { patron: "p2", name: "bob", purse: 5_000 }],
  ...change,
});
const step = (seq: number, told: Told[] = [], change: Partial<StepView> = {}): FromServer => ({
  type: "step", seq, at: 0, awaits: "wagers", by: "ann", entry: "input", epoch: 1, round: 3, table: "R-1", told, ...change,
});
const bet = (wager: string, stake: number, patron = "p1"): Lying => ({ patron, seat: 0, wager, stake, tender: "chips" });
const placed = (wager: string, stake: number): Told => ({ cite: "5.1(e)9", held: true, text: `placed p1 ${wager}`, kind: "placed", bet: bet(wager, stake) });
const settled = (wager: string, stake: number, paid: number): Told => ({
  cite: "5.1(e)9", held: true, text: `won p1 ${wager}`, kind: "settled", bet: bet(wager, stake), fate: paid > 0 ? "won" : "lost", paid, taken: paid > 0 ? 0 : stake, pays: "5.2(a)",
});

/** A table that has been told everything so far. */
function seated(): Table {
  const table = new Table(view(), 0);
  for (let seq = 0; seq < 10; seq++) table.hear(step(seq), 0);
  return table;
}

describe("the table as one knows it", () => {
  test("a wager goes from the purse to the layout, and its win back", () => {
    const table = seated();
    table.hear(step(10, [placed("red", 500)]), 0);
    expect([table.purse, table.onLayout]).toEqual([9_500, 500]);
    table.hear(step(11, [settled("red", 500, 500)]), 0);
    expect([table.purse, table.onLayout, table.standing]).toEqual([10_500, 0, 500]);
    expect(table.log.slice(-2).map((line) => line.text)).toEqual(["you put $5 on red", "your $5 on red wins $5"]);
    expect(table.results.map((one) => [one.told.fate, one.told.cite, one.told.pays])).toEqual([["won", "5.1(e)9", "5.2(a)"]]);
  });
  test("whether one is ready is what the server says", () => {
    const table = seated();
    expect(table.ready).toBe(false);
    table.hear({ type: "presence", present: 2, away: [], ready: true }, 0);
    expect(table.ready).toBe(true);
    // One more chip: the server takes it back, and so does the page.
    table.hear(step(10, [placed("red", 500)]), 0);
    table.hear({ type: "presence", present: 2, away: ["p2"], ready: false }, 0);
    expect([table.ready, table.presence.away]).toEqual([false, ["p2"]]);
  });
  test("names stand for numbers, one's own is you", () => {
    expect(seated().named("p1 and p2, not p12: p1's wager, p2's")).toBe("you and bob, not p12: your wager, bob's");
  });
  test("lines already known change nothing, a gap is asked for once", () => {
    const table = seated();
    table.hear(step(10, [placed("red", 500)]), 0);
    table.hear(step(10, [placed("red", 500)]), 0);
    expect(table.onLayout).toBe(500);
    expect(table.hear(step(13), 0)).toEqual([{ do: "resume", from: 11 }]);
    expect(table.hear(step(14), 0)).toEqual([]);
  });
  test("what a deposed owner says does not count", () => {
    const table = seated();
    table.hear(step(10, [], { epoch: 4, entry: "taken-over" }), 0);
    table.hear(step(11, [placed("red", 500)], { epoch: 3 }), 0);
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
    table.hear({ type: "receipt", key: "key-number-1", leaf: "00", seq: 10, table: "R-1", refused: { cite: "5.3(b)", why: "not now" } }, 0);
    expect(table.refusal).toEqual({ cite: "5.3(b)", why: "not now", said: "red 5.00" });
    table.act("key-number-2", "red 5.00", 0);
    expect(table.refusal).toBeUndefined();
    table.hear({ type: "problem", code: "stale", message: "a new round has begun", retry: false, key: "key-number-2" }, 0);
    expect(table.refusal?.why).toBe("a new round has begun");
    expect(table.pending).toEqual([]);
  });
  test("the wagers of the round before can be repeated", () => {
    const table = seated();
    table.hear(step(10, [placed("red", 500)]), 0);
    table.hear(step(11, [placed("odd", 100)]), 0);
    expect(table.placed.map((one) => one.wager)).toEqual(["red", "odd"]);
    table.hear(step(12, [settled("red", 500, 0), settled("odd", 100, 100)]), 0);
    table.hear(step(13, [], { round: 4 }), 0);
    expect(table.last.map((one) => one.wager)).toEqual(["red", "odd"]);
    expect(table.placed).toEqual([]);
  });
  test("seats are where the dealer shows people to, in each game's words", () => {
    const table = seated();
    const call = (words: string): Told => ({ cite: "1", held: true, text: words, kind: "called", call: words });
    table.hear(step(10, [call("sees p1 sit down at box 3"), call("makes room for p2 at place 4")]), 0);
    expect(table.seats).toEqual({ p1: 3, p2: 4 });
    table.hear(step(11, [call("sees p1 leave box 3"), call("has place 4 free, p2 having left")]), 0);
    expect(table.seats).toEqual({});
  });
  test("joining is no line of the game: the table is read anew", () => {
    expect(seated().hear(step(10, [], { entry: "joined" }), 0)).toEqual([{ do: "offers" }, "refresh"]);
  });
});
