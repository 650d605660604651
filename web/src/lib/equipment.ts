// What a dealer says cards, dice or a wheel of a real table show: by keys and by buttons.
import type { Outcome } from "./shapes";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS = [
  { key: "s", sign: "♠", name: "spades" },
  { key: "h", sign: "♥", name: "hearts" },
  { key: "d", sign: "♦", name: "diamonds" },
  { key: "c", sign: "♣", name: "clubs" },
] as const;

const CARD = /^[A2-9TJQK][shdc]$/;
const DICE = /^dice ([1-6])-([1-6])$/;

export const isCard = (text: string): boolean => CARD.test(text);

/** A card for people: A♠. */
export function cardSign(card: string): string {
  const suit = SUITS.find((one) => one.key === card[1]);
  const rank = card[0] === "T" ? "10" : (card[0] ?? "");
  return suit ? rank + suit.sign : card;
}

/** What the equipment may show now, sorted by how it is said. */
export interface Shows {
  cards: ReadonlySet<string>;
  dice: boolean;
  /** Everything else, with what one types for it: `17` for `ball 17`. */
  words: { chance: string; type: string }[];
}

export function shows(outcomes: Outcome[]): Shows {
  const all = outcomes.map((outcome) => outcome.chance);
  const others = all.filter((chance) => !CARD.test(chance) && !DICE.test(chance));
  const typed = (chance: string) => chance.replace(/^(ball|stop) /, "").replace(/^\$/, "");
  return {
    cards: new Set(all.filter(isCard)),
    dice: all.some((chance) => DICE.test(chance)),
    // Numbers are looked for in their order, not in that of the wheel; 00 comes after 0.
    words: others
      .map((chance) => ({ chance, type: typed(chance) }))
      .sort((one, other) => (Number(one.type) || 0) - (Number(other.type) || 0)),
  };
}

/** Nothing can be shown now. */
export const isIdle = (shown: Shows): boolean => shown.cards.size === 0 && !shown.dice && shown.words.length === 0;

/** What was typed so far, and what the equipment shows if that is all. */
export interface Typed {
  typed: string;
  chance?: string;
}

/** One key more. `used` says whether it meant anything here. */
export function press(shown: Shows, typed: string, key: string): Typed & { used: boolean } {
  if (key === "Escape" || key === "Backspace") {
    return { typed: key === "Escape" ? "" : typed.slice(0, -1), used: typed !== "" };
  }
  if (key === "Enter") {
    const found = shown.words.find((word) => word.type.toLowerCase() === typed.toLowerCase());
    return found ? { typed: "", chance: found.chance, used: true } : { typed, used: false };
  }
  if (key.length !== 1) return { typed, used: false };
  return pressCard(shown, typed, key) ?? pressDie(shown, typed, key) ?? pressWord(shown, typed, key);
}

function pressCard(shown: Shows, typed: string, key: string): (Typed & { used: boolean }) | undefined {
  if (shown.cards.size === 0) return undefined;
  const suit = key.toLowerCase();
  if (typed.length === 1 && SUITS.some((one) => one.key === suit)) {
    const card = typed + suit;
    // A card that cannot come any more is not taken: the shoe has none left of it.
    return shown.cards.has(card) ? { typed: "", chance: card, used: true } : { typed, used: true };
  }
  const rank = key === "0" || key === "1" ? "T" : key.toUpperCase();
  if (!(RANKS as readonly string[]).includes(rank)) return undefined;
  return { typed: rank, used: true };
}

function pressDie(shown: Shows, typed: string, key: string): (Typed & { used: boolean }) | undefined {
  if (!shown.dice || !/^[1-6]$/.test(key)) return undefined;
  return typed.length === 1 ? { typed: "", chance: `dice ${typed}-${key}`, used: true } : { typed: key, used: true };
}

function pressWord(shown: Shows, typed: string, key: string): Typed & { used: boolean } {
  const next = (typed + key).toLowerCase();
  const fits = shown.words.some((word) => word.type.toLowerCase().startsWith(next));
  return fits ? { typed: next, used: true } : { typed, used: false };
}

/** Keys that mean something to the equipment now, and so are no one else's. */
export function reserved(shown: Shows): Set<string> {
  const keys = new Set<string>();
  if (shown.cards.size > 0) [...RANKS, "0", "1"].forEach((rank) => keys.add(rank.toLowerCase()));
  if (shown.cards.size > 0) SUITS.forEach((suit) => keys.add(suit.key));
  if (shown.dice) "123456".split("").forEach((digit) => keys.add(digit));
  shown.words.forEach((word) => word.type.toLowerCase().split("").forEach((letter) => keys.add(letter)));
  return keys;
}
