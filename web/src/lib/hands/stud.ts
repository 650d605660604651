import type { Told } from "../types";
import { down, isCard, turnOne, type Face, type Heard } from "./face";

/** Five cards for each seat with an ante, and five for the dealer, one of them face up. */
export class Stud implements Heard {
  piles: Record<string, Face[]> = {};
  private seats = new Map<number, string>();

  endRound(): void {
    this.seats.clear();
  }

  hear(told: Told, cite: string): void {
    if (told.kind === "placed" && told.bet.wager === "ante") this.seats.set(told.bet.seat, told.bet.patron);
    else if (told.kind === "called") this.hearCall(told.call);
    else if (told.kind === "privately" && isCard(told.chance)) this.look(told.chance, told.to);
    else if (told.kind === "shown" && isCard(told.chance)) this.show(told.chance, cite);
  }

  private boxes(): string[] {
    return [...this.seats.keys()].sort((a, b) => a - b).map((seat) => `box ${seat}`);
  }

  private deal(n: number, to: string[]): void {
    for (const place of to) this.piles[place] = [...(this.piles[place] ?? []), ...down(n)];
  }

  private hearCall(call: string): void {
    if (/No more bets/i.test(call)) this.piles = {};
    else if (call.startsWith("deals one card face down to each player")) this.deal(1, this.boxes());
    else if (call.startsWith("deals a second card face down")) this.deal(1, this.boxes());
    else if (call.startsWith("deals himself a second card")) this.deal(1, ["dealer"]);
    else if (call.startsWith("deals the third, fourth and fifth")) this.deal(3, [...this.boxes(), "dealer"]);
    else if (call.startsWith("has the shoe give five cards")) this.deal(5, [...this.boxes(), "dealer"]);
    const taken = /takes the cards of seat (\d+)/.exec(call);
    if (taken) delete this.piles[`box ${taken[1]}`];
  }

  private look(card: string, who: string): void {
    const seat = [...this.seats].find(([at, patron]) => patron === who && this.piles[`box ${at}`]?.some((f) => !f.card));
    const pile = seat && this.piles[`box ${seat[0]}`];
    const at = pile?.findIndex((face) => !face.card) ?? -1;
    if (pile && at >= 0) pile[at] = { card, mine: true };
  }

  private show(card: string, cite: string): void {
    const known = this.boxes().find((box) => this.piles[box]?.some((face) => face.mine && face.card === card));
    if (known && turnOne(this.piles[known], card)) return;
    if (cite === "16.7(d)2") {
      this.piles["dealer"] = [...(this.piles["dealer"] ?? []), { card }];
      return;
    }
    // The hole cards of the dealer are turned first, then those of each seat in turn.
    for (const place of ["dealer", ...this.boxes()]) if (turnOne(this.piles[place], card)) return;
  }
}
