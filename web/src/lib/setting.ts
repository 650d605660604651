// A hand that is to be set as two, of seven cards or four tiles: the server says which settings are lawful, and which would be a foul.
import { pokerHand } from "./poker";
import { pairName, tilesInOrder } from "./tiles";
import type { CardView, Offer } from "./types";

export interface Setting {
  seat: number;
  /** The cards, or the tiles, in the order in which they were shown. */
  cards: string[];
  tiles: boolean;
}

const SETS = /^(sets|insists on) \d and \d low$/;
export const isSetting = ({ act }: { act: string }): boolean => SETS.test(act);

/** The hand that is to be set, if its cards are all known here. */
export function settingOf(offers: readonly Offer[], hands: readonly { at: { spot: string; seat?: number }; cards: CardView[] }[], seats: readonly number[]): Setting | undefined {
  if (!offers.some(isSetting)) return undefined;
  for (const { at, cards } of hands) {
    if (at.spot !== "hand" || at.seat === undefined || !seats.includes(at.seat)) continue;
    const [known, tiles] = [cards.flatMap(({ card }) => card ?? []), cards.flatMap(({ tile }) => tile ?? [])];
    if (known.length === 7) return { seat: at.seat, cards: known, tiles: false };
    if (tiles.length === 4) return { seat: at.seat, cards: tiles, tiles: true };
  }
  return undefined;
}

/** What setting these two places low comes to. */
export function actOf(offers: readonly Offer[], low: readonly number[]): { offer: Offer; foul: boolean } | undefined {
  const [one, two] = [...low].sort((a, b) => a - b).map((at) => at + 1);
  if (one === undefined || two === undefined) return undefined;
  const find = (word: string) => offers.find(({ act }) => act === `${word} ${one} and ${two} low`);
  const [set, insist] = [find("sets"), find("insists on")];
  if (set) return { offer: set, foul: false };
  return insist && { offer: insist, foul: true };
}

/** One card more in the low hand, or one less; a third one takes the place of the first. */
export function toggled(low: readonly number[], at: number): number[] {
  if (low.includes(at)) return low.filter((one) => one !== at);
  return [...low.slice(-1), at];
}

/** A card let go over one of the hands; on another card of the low hand it takes that one's place. */
export function dropped(low: readonly number[], at: number, intoLow: boolean, on?: number): number[] {
  if (low.includes(at) === intoLow) return [...low];
  if (intoLow && low.length === 2 && on !== undefined && low.includes(on)) return low.map((one) => (one === on ? at : one));
  if (!intoLow && on !== undefined && !low.includes(on)) return low.map((one) => (one === at ? on : one));
  return toggled(low, at);
}

const ORDER = "23456789TJQKA";

/** The places of cards from the highest to the lowest. */
export function inOrder(cards: readonly string[]): number[] {
  const worth = (at: number) => (cards[at] === "joker" ? ORDER.length : ORDER.indexOf(cards[at]?.charAt(0) ?? ""));
  return cards.map((_, at) => at).sort((one, other) => worth(other) - worth(one) || one - other);
}

/** The places of a hand from the highest to the lowest. */
export const sorted = ({ cards, tiles }: Setting): number[] => (tiles ? tilesInOrder(cards) : inOrder(cards));

/** What the high hand and the low hand are, in words; how many they take while they have fewer. */
export function namesOf({ tiles }: Setting, high: readonly string[], low: readonly string[], mixed = false): [string, string] {
  if (tiles) return [high.length === 2 ? pairName(high, mixed) : "two tiles", low.length === 2 ? pairName(low, mixed) : "two tiles"];
  return [high.length === 5 ? highName(high) : "five cards", low.length === 2 ? lowName(low) : "two cards"];
}

/** The places of cards as one shows a hand: pairs and the like first, then from the highest to the lowest. */
export function asHand(cards: readonly string[]): number[] {
  const alike = (at: number) => cards.filter((card) => rank(card) === rank(cards[at] ?? "")).length;
  return inOrder(cards).sort((one, other) => alike(other) - alike(one));
}

const RANKS: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const rank = (card: string): string => (card === "joker" ? "A" : card.charAt(0));

/** A low hand in words. */
export function lowName(cards: readonly string[]): string {
  const [one = "", two = ""] = [...cards].map(rank).sort((a, b) => ORDER.indexOf(b) - ORDER.indexOf(a));
  if (!one || !two) return "";
  const word = (letter: string) => RANKS[letter] ?? letter;
  return one === two ? `pair of ${word(one)}s` : `${word(one)} and ${word(two)}`;
}

const KINDS = ["straight", "flush", "straight flush", "royal flush"];

/** A high hand in words. The joker completes a straight or a flush, and is an ace otherwise. */
export function highName(cards: readonly string[]): string {
  if (!cards.includes("joker")) return pokerHand(cards)?.name ?? "";
  const rest = cards.filter((card) => card !== "joker");
  const all = [...ORDER].flatMap((letter) => [..."shdc"].map((suit) => letter + suit)).filter((card) => !rest.includes(card));
  const made = all.flatMap((card) => pokerHand([...rest, card]) ?? []).filter(({ kind }) => KINDS.includes(kind));
  const best = made.reverse().reduce<(typeof made)[number] | undefined>((one, other) => (one && KINDS.indexOf(one.kind) >= KINDS.indexOf(other.kind) ? one : other), undefined);
  const aces = rest.filter((card) => card.startsWith("A")).length;
  const asAce = aces === 4 ? undefined : pokerHand([...rest, all.find((card) => card.startsWith("A")) ?? ""]);
  // Three or four aces, or a full house, beat a straight or a flush; five aces beat everything.
  if (aces === 4) return "five aces";
  const beats = asAce && ["four-of-a-kind", "full house"].includes(asAce.kind) && !best?.kind.endsWith(" flush");
  return (beats ? asAce : (best ?? asAce))?.name ?? "";
}
