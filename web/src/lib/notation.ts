// The notation of acts and outcomes, as programs write it. No program reads the sentences for people.
import type { Outcome } from "./types";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS = [
  { key: "s", sign: "♠", name: "spades" },
  { key: "h", sign: "♥", name: "hearts" },
  { key: "d", sign: "♦", name: "diamonds" },
  { key: "c", sign: "♣", name: "clubs" },
] as const;
const CARDS = new Set<string>([...RANKS.flatMap((rank) => SUITS.map((suit) => `${rank}${suit.key}`)), "joker"]);
export const PIPS = ["1", "2", "3", "4", "5", "6"] as const;
const POCKETS = ["0", "00", ...Array.from({ length: 36 }, (_, at) => String(at + 1))];
const SYMBOLS = ["$1", "$2", "$5", "$10", "$20", "joker", "flag"];

export const isCard = (text: string): boolean => CARDS.has(text);
export const rollOf = (...dice: string[]): string => `dice ${dice.join("-")}`;

const OUTCOMES = new Map<string, Outcome>();
CARDS.forEach((card) => OUTCOMES.set(card, { outcome: "card", card }));
const TWO = PIPS.flatMap((one) => PIPS.map((other) => [one, other]));
const THREE = TWO.flatMap((two) => PIPS.map((third) => [...two, third]));
[...TWO, ...THREE].forEach((dice) => OUTCOMES.set(rollOf(...dice), { outcome: "dice", dice: dice.map(Number) }));
Array.from({ length: 7 }, (_, at) => at + 1).forEach((number) => OUTCOMES.set(`number ${number}`, { outcome: "number", number }));
POCKETS.forEach((pocket) => OUTCOMES.set(`ball ${pocket}`, { outcome: "ball", pocket }));
SYMBOLS.forEach((symbol) => OUTCOMES.set(`stop ${symbol}`, { outcome: "stop", symbol }));

/** What the equipment shows, by its notation: `As`, `dice 4-3`, `ball 17`; undefined for the cutting card or a reader. */
export const outcomeOf = (chance: string): Outcome | undefined => OUTCOMES.get(chance);

/** A card in readable form: A♠. */
export function cardSign(card: string): string {
  const suit = SUITS.find((one) => one.key === card[1]);
  if (!suit || !isCard(card)) return card;
  return (card[0] === "T" ? "10" : card[0]) + suit.sign;
}

/** Several acts that differ only in numbers or cards: `collects vigorish at 3`, `card drawn in error, 5h`. */
export interface Family<T> {
  /** What they share, with `…` where they differ. */
  name: string;
  /** The members, each with its own part; a member without one is the plain form. */
  members: { own: string; one: T }[];
}

const OWN = /\b(?:[A2-9TJQK][shdc]|\d+)\b/g;

/** Groups acts into families, in the order of the first member of each. */
export function families<T>(all: T[], act: (one: T) => string): Family<T>[] {
  const found = new Map<string, Family<T>>();
  for (const one of all) {
    const name = act(one).replace(OWN, "…");
    const family = found.get(name) ?? { name, members: [] };
    family.members.push({ own: (act(one).match(OWN) ?? []).join(" "), one });
    found.set(name, family);
  }
  return [...found.values()].map((family) => {
    const only = family.members.length === 1 ? family.members[0] : undefined;
    return only ? { name: act(only.one), members: [only] } : family;
  });
}

/** The chosen member of a family, by name; the first one if nobody has chosen. */
export function picked<T>(family: Family<T>, chosen: Record<string, string>): T | undefined {
  return (family.members.find((member) => member.own === chosen[family.name]) ?? family.members[0])?.one;
}
