import type { Told } from "../types";
import { isCard, turnOne, type Face, type Heard } from "./face";

/** The dealer's own cards come under these provisions. */
const DEALERS = ["2.6(e)2", "2.6(h)", "2.6(j)", "2.12(b)", "2.12(c)", "2.18(e)", "2.18(g)", "2.18(h)"];

/** The place of a box's hand; a pair that is split makes further ones. */
const place = (box: number, hand: number) => (hand === 1 ? `box ${box}` : `box ${box}/${hand}`);

/** Boxes with one hand or, after splits, several; and the dealer. */
export class Blackjack implements Heard {
  piles: Record<string, Face[]> = {};
  private boxes = new Set<number>();
  private target: string | undefined;
  /** Where the last card of a split pair went, until the dealer has said whose it is. */
  private guessed: string | undefined;

  endRound(): void {
    this.boxes.clear();
    this.target = undefined;
  }

  hear(told: Told, cite: string): void {
    if (told.kind === "placed" && told.bet.wager.startsWith("hand")) this.boxes.add(told.bet.seat);
    else if (told.kind === "called") this.hearCall(told.call);
    else if (told.kind === "shown" && isCard(told.chance)) this.show(told.chance, cite);
  }

  private pile(name: string): Face[] {
    return (this.piles[name] ??= []);
  }

  private hearCall(call: string): void {
    if (call.startsWith("deals from his left") || call.startsWith("deals this round from")) {
      this.piles = {};
      return;
    }
    // Against each of his hands the dealer plays the same first card.
    if (call.includes("all but the first")) this.piles["dealer"] = this.pile("dealer").slice(0, 1);
    if (call.includes("second card face down")) this.pile("dealer").push({});
    const split = /splits the pair at box (\d+) into hands (\d+) and (\d+)/.exec(call);
    if (split) {
      const [box, one, two] = [Number(split[1]), Number(split[2]), Number(split[3])];
      const moved = this.pile(place(box, one)).pop();
      this.piles[place(box, two)] = moved ? [moved] : [];
      return;
    }
    const of = /\bbox (\d+)(?:, hand (\d+))?/.exec(call);
    if (!of) return;
    const named = place(Number(of[1]), Number(of[2] ?? 1));
    if (/^(lets .* draw|puts one card sideways|deals the (missed|second) card)/.test(call)) this.target = named;
    if (/^announces/.test(call) && this.guessed && this.guessed !== named) {
      const moved = this.piles[this.guessed]?.pop();
      if (moved) this.pile(named).push(moved);
    }
    this.guessed = undefined;
  }

  private show(card: string, cite: string): void {
    const boxes = [...this.boxes].sort((a, b) => a - b).map((box) => place(box, 1));
    if (DEALERS.includes(cite)) {
      if (!turnOne(this.piles["dealer"], card)) this.pile("dealer").push({ card });
    } else if (cite === "2.6(e)1" || cite === "2.6(e)3") {
      const dealt = cite === "2.6(e)1" ? 0 : 1;
      const next = boxes.find((box) => this.pile(box).length === dealt);
      if (next) this.pile(next).push({ card });
    } else if (cite.startsWith("2.11")) {
      const short = Object.keys(this.piles).find((name) => name.startsWith("box") && this.piles[name]?.length === 1);
      if (short) this.pile(short).push({ card });
      this.guessed = short;
    } else if (this.target) {
      this.pile(this.target).push({ card });
      this.target = undefined;
    }
  }
}

/** What a hand counts: the best total that is not over 21, and whether an ace counts eleven in it. */
export function blackjackCount(pile: Face[]): { total: number; soft: boolean } | undefined {
  if (pile.length === 0 || pile.some((face) => !face.card)) return undefined;
  let total = 0;
  let aces = 0;
  for (const face of pile) {
    const rank = face.card?.[0] ?? "";
    if (rank === "A") aces++;
    total += rank === "A" ? 1 : /[2-9]/.test(rank) ? Number(rank) : 10;
  }
  const soft = aces > 0 && total + 10 <= 21;
  return { total: soft ? total + 10 : total, soft };
}
