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

/** What was keyed in and not told yet: it counts only when it is told, so until then it can be put right. */
export interface Keyed {
  /** The beginning of something: a rank without its suit. */
  typed: string;
  /** What is whole, in the order in which it came. */
  held: string[];
}

export const NOTHING: Keyed = { typed: "", held: [] };

/** A key's effect: what is keyed in now, what is to be told, and whether the key meant anything here. */
export interface Pressed extends Keyed {
  tell?: string[];
  used: boolean;
}

/** Something whole more. Cards come one after the other; dice or a wheel show one thing, so a second takes its place. */
export function hold(shown: Shows, keyed: Keyed, chance: string): Keyed {
  return { typed: "", held: shown.cards.size > 0 ? [...keyed.held, chance] : [chance] };
}

/** One key more. */
export function press(shown: Shows, keyed: Keyed, key: string): Pressed {
  const { typed, held } = keyed;
  const some = typed !== "" || held.length > 0;
  if (key === "Escape") return some ? { ...NOTHING, used: true } : { ...keyed, used: false };
  if (key === "Backspace") return { ...(typed ? { typed: typed.slice(0, -1), held } : { typed, held: held.slice(0, -1) }), used: some };
  if (key === "Enter") return enter(shown, keyed);
  if (key.length !== 1) return { ...keyed, used: false };
  const next = pressCard(shown, typed, key) ?? pressDie(shown, typed, key) ?? pressWord(shown, typed, key);
  return next.chance ? { ...hold(shown, keyed, next.chance), used: true } : { typed: next.typed, held, used: next.used };
}

/** All that is keyed in is told, unless its last has only begun. */
function enter(shown: Shows, keyed: Keyed): Pressed {
  const word = shown.words.find((one) => one.type.toLowerCase() === keyed.typed.toLowerCase());
  const { held } = word ? hold(shown, keyed, word.chance) : keyed;
  const whole = held.length > 0 && (word !== undefined || keyed.typed === "");
  return whole ? { ...NOTHING, tell: held, used: true } : { ...keyed, used: false };
}

/** What was typed so far, and what the equipment shows if that is all. */
interface Typed {
  typed: string;
  chance?: string;
  used: boolean;
}

function pressCard(shown: Shows, typed: string, key: string): Typed | undefined {
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

function pressDie(shown: Shows, typed: string, key: string): Typed | undefined {
  if (!shown.dice || !/^[1-6]$/.test(key)) return undefined;
  return typed.length === 1 ? { typed: "", chance: `dice ${typed}-${key}`, used: true } : { typed: key, used: true };
}

function pressWord(shown: Shows, typed: string, key: string): Typed {
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
