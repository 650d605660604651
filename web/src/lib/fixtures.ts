// Tables, lines and facts for tests, in the types of the protocol.
import type { BetView, CardView, Fact, FromServer, Picture, StepView, TableSummary, TableView } from "./types";

export const bet = (wager: string, stake: number, change: Partial<BetView> = {}): BetView => ({ patron: "p1", seat: 0, wager, stake, tender: "chips", ...change });

const told = { cite: "a", held: true, text: "" };
export const placed = (bet: BetView): Fact => ({ ...told, kind: "placed", bet });
export const returned = (bet: BetView): Fact => ({ ...told, kind: "returned", bet });
export const settled = (bet: BetView, paid: number): Fact => ({
  ...told, cite: "b", kind: "settled", bet, fate: paid > 0 ? "won" : "lost", paid, taken: paid > 0 ? 0 : bet.stake, pays: "c",
});
export const called = (call: string, args: Record<string, unknown> = {}, text = call): Fact => ({ ...told, kind: "called", call, args, text });
export const ball = (pocket: string): Fact => ({ ...told, kind: "shown", outcome: { outcome: "ball", pocket } });

/** The cards of a hand at a seat, `--` for one that is face down. */
export const hand = (seat: number, hand: number, ...cards: string[]): CardView[] =>
  cards.map((card) => ({ spot: "hand", seat, hand, card: card === "--" ? null : card }));
/** A picture with these cards. */
export const cards = (...cards: CardView[]): Picture => ({ cards });

export const summary: TableSummary = { table: "R-1", pit: "1", game: "roulette", title: "Roulette", options: {}, signs: [], chance: "digital", open: true, people: 2, round: 3, limits: { least: 500, most: 50_000 }, needs_two: false };

export const view = (change: Partial<TableView> = {}): TableView => ({
  summary,
  next: 10, awaits: { for: "wagers" }, bets: [], facts: [], picture: {}, you: "p1", patience: null, commitment: null,
  people: [{ patron: "p1", name: "ann", purse: 10_000 }, { patron: "p2", name: "bob", purse: 5_000 }],
  ...change,
});
export const line = (seq: number, facts: Fact[] = [], change: Partial<StepView> = {}): StepView => ({
  table: "R-1", seq, at: 0, epoch: 1, round: 3, by: "ann", entry: "input", facts, picture: {}, awaits: { for: "wagers" }, ...change,
});
export const step = (...of: Parameters<typeof line>): FromServer => ({ type: "step", ...line(...of) });
