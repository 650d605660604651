import { expect, it } from "vitest";
import { guide } from "./guide";
import { Table } from "./model.svelte";
import type { Lying, Offer, TableView } from "./types";

const hand: Lying = { patron: "p1", seat: 3, wager: "hand", stake: 500, tender: "chips" };
const offer = (act: string, step = 100): Offer => ({ act, seat: 3, least: step, most: 500 * step, step, tender: step > 0 ? "chips" : "" });

/** What one is told at a table of this kind, with these wagers down and these offers. */
function told(chance: string, bets: Lying[], offers: Offer[], change: Partial<TableView> = {}): string {
  const summary = { table: "B-1", pit: "A", game: "blackjack", title: "Blackjack", options: [], signs: [], chance, open: true, people: 1, round: 1 };
  const people = [{ patron: "p1", name: "ann", purse: 10_000 }];
  const view: TableView = { summary, next: 0, awaits: "wagers", patience: null, bets, people, you: "p1", told: [], commitment: null, ...change };
  const table = new Table(view, 0);
  table.offers = offers;
  return guide(table);
}

it("says what to do where the house deals", () => {
  expect(told("digital", [], [offer("hand")])).toBe("Place your chips, then Deal me in.");
  expect(told("digital", [hand], [offer("hand")])).toBe("Place more chips, or Deal me in.");
});

it("speaks of no button where people deal", () => {
  expect(told("physical", [], [offer("hand")])).toBe("Place your chips; the dealer goes on when everyone has.");
  expect(told("physical", [hand], [offer("hand")])).toBe("Place more chips, or wait for the dealer.");
  expect(told("physical", [hand], [])).toBe("Wait: the dealer goes on.");
});

it("says that insurance is open, when that is all there is", () => {
  expect(told("digital", [hand], [offer("insurance"), offer("insurance on spot 2")])).toContain("Insurance is open");
  expect(told("digital", [hand], [offer("insurance"), offer("hand")])).not.toContain("Insurance");
});

it("says that you are in only when the server says so", () => {
  const ready = { presence: { present: 2, away: [], ready: true } };
  expect(told("digital", [hand], [offer("hand")], ready)).toBe("You are in. Waiting for the others.");
});

it("does not wait for somebody who is away", () => {
  const people = [{ patron: "p1", name: "ann", purse: 10_000 }, { patron: "p2", name: "bob", purse: 0 }];
  const gone = { people, awaits: "p2", presence: { present: 1, away: ["p2"], ready: false } };
  expect(told("digital", [hand], [], gone)).toBe("bob is away: the table goes on without them.");
  expect(told("digital", [hand], [], { ...gone, presence: { present: 2, away: [], ready: false } })).toBe("Waiting for bob.");
});
