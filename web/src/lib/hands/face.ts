import type { Told } from "../types";

/** A card as this person sees it. */
export interface Face {
  /** Nothing while it lies face down. */
  card?: string;
  /** Only this person has seen it. */
  mine?: boolean;
}

/** A game's way to find out where cards lie. */
export interface Heard {
  piles: Record<string, Face[]>;
  hear(told: Told, cite: string): void;
  hearLine?(line: string): void;
  /** The round is over: its cards stay in sight until something new is dealt. */
  endRound(): void;
}

export const isCard = (text: string): boolean => /^[A23456789TJQK][cdhs]$/.test(text);
export const down = (n: number): Face[] => Array.from({ length: n }, () => ({}));

/** Turns a card that lies face down, the one only this person knew first; false if there is none. */
export function turnOne(pile: Face[] | undefined, card: string): boolean {
  if (!pile) return false;
  const known = pile.findIndex((face) => face.mine && face.card === card);
  const at = known >= 0 ? known : pile.findIndex((face) => !face.card);
  if (at < 0) return false;
  pile[at] = { card };
  return true;
}

/** The first patron a call names: `p2`. */
export function patron(call: string): string | undefined {
  return /\bp\d+\b/.exec(call)?.[0];
}
