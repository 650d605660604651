// Which card lies where, read from what everyone at the table hears and sees. The wire says "shown 7h"; whose card that
// is follows from the dealer's calls and the provisions, as it does for a person who watches. Nothing here decides anything.
import { Baccarat } from "./hands/baccarat";
import { Blackjack } from "./hands/blackjack";
import type { Face, Heard } from "./hands/face";
import { RedDog } from "./hands/red-dog";
import { Stud } from "./hands/stud";
import type { Told } from "./types";

export type { Face } from "./hands/face";

/** What a game's equipment shows beside cards. */
export interface Shown {
  dice?: [number, number];
  /** Whether and where the puck lies. */
  point?: number;
  /** Where the ball fell, or the wheel stopped. */
  number?: string;
  /** Whether the wheel turns. */
  spins?: boolean;
  /** Where the marker of the spread lies. */
  spread?: number;
  /** Which of his hands the dealer plays, where he plays several. */
  hand?: number;
  /** The acceptors whose light is on. */
  lights: number[];
  /** What the progressive meter shows, in cents. */
  meter?: number;
}

const READERS: Record<string, () => Heard> = {
  blackjack: () => new Blackjack(),
  "caribbean-stud": () => new Stud(),
  "red-dog": () => new RedDog(),
  minibaccarat: () => new Baccarat(),
  "punto-banco": () => new Baccarat(),
  "chemin-de-fer": () => new Baccarat(),
};

export class Hands {
  readonly cards: Heard | undefined;
  shown: Shown = { lights: [] };

  constructor(game: string) {
    this.cards = READERS[game]?.();
  }

  /** The cards of every place of the felt. */
  get piles(): Record<string, Face[]> {
    const piles = this.cards?.piles ?? {};
    return Object.fromEntries(Object.entries(piles).map(([place, pile]) => [place, [...pile]]));
  }

  hear(told: Told): void {
    this.cards?.hear(told, provision(told.cite));
    this.see(told);
  }

  hearLine(line: string): void {
    this.cards?.hearLine?.(line);
  }

  endRound(): void {
    this.cards?.endRound();
    this.shown = { ...this.shown, lights: [] };
    delete this.shown.spread;
  }

  private see(told: Told): void {
    const shown = { ...this.shown };
    if (told.kind === "metered") shown.meter = told.stands;
    if (told.kind === "shown") {
      const dice = /^dice (\d)-(\d)$/.exec(told.chance);
      if (dice) shown.dice = [Number(dice[1]), Number(dice[2])];
      const number = /^(?:ball|stop) (.+)$/.exec(told.chance);
      if (number?.[1]) {
        shown.number = number[1];
        shown.spins = false;
      }
    }
    if (told.kind === "called") hearCall(shown, told.call);
    this.shown = shown;
  }
}

function hearCall(shown: Shown, call: string): void {
  const point = /puts the puck on (\d+)/.exec(call);
  if (point) shown.point = Number(point[1]);
  if (call.includes("turns the puck off")) delete shown.point;
  const spread = /announces a spread of (\d+)/.exec(call);
  if (spread) shown.spread = Number(spread[1]);
  const hand = /moves the first card to the area of hand (\d)/.exec(call);
  if (hand) shown.hand = Number(hand[1]);
  if (call.startsWith("deals from his left")) delete shown.hand;
  const light = /acceptor light of seat (\d+) on/.exec(call);
  if (light) shown.lights = [...shown.lights, Number(light[1])];
  if (/spins the (wheel|ball)|spins/.test(call)) {
    shown.spins = true;
    delete shown.number;
  }
}

/** A citation without the remark that its text is not held. */
export const provision = (cite: string): string => cite.replace(/ \(not held\)$/, "");

/** What a hand counts at baccarat, if every card of it is known. */
export function baccaratCount(pile: Face[]): number | undefined {
  if (pile.length === 0 || pile.some((face) => !face.card)) return undefined;
  return pile.reduce((sum, face) => sum + points(face.card ?? ""), 0) % 10;
}

function points(card: string): number {
  const rank = card[0] ?? "";
  return rank === "A" ? 1 : /[2-9]/.test(rank) ? Number(rank) : 0;
}
