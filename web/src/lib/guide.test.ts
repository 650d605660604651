import { expect, it } from "vitest";
import { bet, view } from "./fixtures";
import { guide } from "./guide";
import { Table } from "./model.svelte";
import type { BetView, Offer, TableView } from "./types";

const hand = bet("hand", 500, { seat: 3 });
const offer = (wager: string): Offer => ({ kind: "wager", act: wager, wager, seat: 3, least: 100, most: 50_000, step: 100, tender: "chips" });
const deed = (act: string): Offer => ({ kind: "deed", act, seat: 0, least: 0, most: 0, step: 0 });
const several = ["hand", "pair", "insurance"].map(offer);

/** What the player is told at a table of this kind, with these wagers down and these offers. */
function told(chance: string, bets: BetView[], offers: Offer[], change: Partial<TableView> = {}): string {
  const table = new Table(view({ summary: { ...view().summary, chance }, bets, ...change }), 0);
  table.offers = offers;
  return guide(table);
}

it("says what to do where the house deals", () => {
  expect(told("digital", [], several)).toBe("Place your bets");
  expect(told("digital", [hand], several)).toBe("Place your bets, then Spin");
});

it("speaks of no button where people deal", () => {
  expect(told("physical", [], several)).toBe("Place your bets");
  expect(told("physical", [hand], several)).toBe("Place your bets");
  expect(told("physical", [hand], [])).toBe("One moment");
});

it("asks a question where there is nothing else to wager on", () => expect(told("digital", [hand], [offer("insurance")])).toBe("Insurance for $500?"));

it("lets one choose a place before one wagers", () => {
  expect(told("digital", [], [deed("sits at 3")])).toBe("Choose a place");
  expect(told("digital", [], [deed("leaves")], { picture: { seats: [{ seat: 3, patron: "p1" }] } })).toBe("One moment");
});

it("says that you are in only when the server says so", () => {
  const ready = { presence: { present: 2, away: [], ready: true } };
  expect(told("digital", [hand], several, ready)).toBe("Waiting for the others");
  const alone = { ...ready, people: view().people.filter(({ patron }) => patron === "p1") };
  expect(told("digital", [hand], several, alone)).toBe("One moment");
});

it("says what the dice have to show", () => {
  const point = { summary: { ...view().summary, game: "craps", chance: "digital" }, picture: { puck: { on: 6 } } };
  expect(told("digital", [hand], several, point)).toBe("The point is six: Roll");
  expect(told("digital", [], several, point)).toBe("Place your bets");
});

it("does not wait for somebody who is away", () => {
  const gone: Partial<TableView> = { awaits: { for: "decision", by: "p2" }, presence: { present: 1, away: ["p2"], ready: false } };
  expect(told("digital", [hand], [], gone)).toBe("bob is away");
  expect(told("digital", [hand], [], { ...gone, presence: { present: 2, away: [], ready: false } })).toBe("Waiting for bob");
  expect(told("digital", [hand], [], { awaits: { for: "decision", by: "dealer" } })).toBe("One moment");
  expect(told("digital", [hand], [], { awaits: { for: "decision", by: "p1" } })).toBe("Your turn");
});

it("says why the shoe moves on where that is all there is to do", () => {
  const yours: Partial<TableView> = { awaits: { for: "decision", by: "p1" } };
  expect(told("digital", [], [offer("banker"), deed("passes the shoe")], yours)).toBe("Banker lost: the shoe moves on");
  expect(told("digital", [], [deed("keeps the shoe"), deed("passes the shoe")], yours)).toBe("Keep the shoe, or pass it on?");
});

it("tells a shooter without a line bet what is missing", () => {
  const yours: Partial<TableView> = { awaits: { for: "decision", by: "p1" } };
  expect(told("digital", [hand], [offer("pass"), deed("passes the dice")], yours)).toBe("Bet on the Pass Line to roll");
  expect(told("digital", [hand], [offer("pass"), deed("throws")], yours)).toBe("Your turn");
});
