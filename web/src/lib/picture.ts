// A picture of the table, sorted for drawing. The game has said what lies where: nothing here knows a rule.
import type { CardView, FeltView, Picture, Place, TotalView } from "./types";

/** Where cards lie. */
export type Spot = { spot: "dealer" | "dealer-low" | "player" | "banker" | "middle" | "aside" } | { spot: "hand"; seat: number; hand: number };

/** The cards of one spot, in the order in which they lie. */
export interface Hand {
  key: string;
  at: Spot;
  /** Which of the hands of its seat it is, from 0, and how many there are. */
  nth: number;
  of: number;
  cards: CardView[];
  total?: TotalView;
  /** Whether the table waits for a decision on it. */
  turn: boolean;
}

const keyOf = (at: Spot): string => (at.spot === "hand" ? `hand ${at.hand} at ${at.seat}` : at.spot);

/** The hands on the table. */
export function hands(picture: Picture): Hand[] {
  const found = new Map<string, Hand>();
  for (const card of picture.cards ?? []) {
    const key = keyOf(card);
    const hand = found.get(key) ?? { key, at: card, nth: 0, of: 1, cards: [], turn: isTurn(picture, card) };
    hand.cards.push(card);
    found.set(key, hand);
  }
  for (const total of picture.totals ?? []) {
    const hand = found.get(keyOf(total));
    if (hand) hand.total = total;
  }
  const all = [...found.values()];
  for (const hand of all) {
    const beside = all.filter((other) => seatOf(other) !== undefined && seatOf(other) === seatOf(hand));
    if (beside.length > 1) [hand.nth, hand.of] = [beside.indexOf(hand), beside.length];
  }
  return all;
}

const seatOf = ({ at }: Hand): number | undefined => (at.spot === "hand" ? at.seat : undefined);

function isTurn({ turn }: Picture, at: Spot): boolean {
  return turn != null && at.spot === "hand" && at.seat === turn.seat && (turn.hand === 0 || turn.hand === at.hand);
}

/** The value of a hand's cards, in a word or two. */
export const counted = ({ points, soft }: TotalView): string => `${soft && points < 21 ? "soft " : ""}${points}`;

/** Where a hand lies on the layout. The hands of one box lie side by side if it has one place for all of them. */
export function placeOf(felt: FeltView, { at, nth, of }: Hand): Place | undefined {
  const place = (name: string) => felt.places.find((one) => one.name === name);
  if (at.spot === "middle") return place("middle") ?? place("dealer");
  if (at.spot === "aside") return place("aside") ?? place("discard");
  if (at.spot !== "hand") return place(at.spot);
  const own = at.hand > 1 ? place(`box ${at.seat} split ${at.hand}`) : undefined;
  const box = own ?? place(`box ${at.seat}`);
  if (own || !box || of === 1 || place(`box ${at.seat} split 2`)) return box;
  const angle = (box.turn * Math.PI) / 180;
  const aside = (nth - (of - 1) / 2) * (box.w + 6);
  return { ...box, x: box.x + aside * Math.cos(angle), y: box.y + aside * Math.sin(angle) };
}

/** The table, with empty places showing what was there before a line cleared it away. */
export function lastLook(picture: Picture, cleared: Picture): Picture {
  const taken = new Set((picture.cards ?? []).map(keyOf));
  const cards = [...(picture.cards ?? []), ...(cleared.cards ?? []).filter((card) => !taken.has(keyOf(card)))];
  const totals = [...(picture.totals ?? []), ...(cleared.totals ?? []).filter((total) => !taken.has(keyOf(total)))];
  const { spread = null, action = null, lights = [], lit = [], drawn = [], tiles = false } = cleared;
  return { spread, action, lights, lit, drawn, tiles, ...picture, cards, totals };
}

/** Whether a shoe has more cards than before: it is a different one, or the same one shuffled. */
export function isFreshShoe(before: Picture | undefined, after: Picture): boolean {
  return (after.shoes ?? []).some((shoe, nth) => shoe.left > (before?.shoes?.[nth]?.left ?? Infinity));
}
