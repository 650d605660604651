import type { Told } from "../types";
import { down, isCard, patron, turnOne, type Face, type Heard } from "./face";

type Side = "player" | "banker";
const SIDES: readonly Side[] = ["player", "banker"];
const other = (side: Side): Side => (side === "player" ? "banker" : "player");

/** The provisions under which cards are burned, and those of irregularities, whose cards belong to no hand. */
const BURNS = ["3.5(", "4.4(", "7.5("];
const IRREGULARITIES = ["3.12", "4.12", "7.11"];
/** How the dealer says that two cards of each hand lie face down. */
const DOWN = ["two cards of each hand face down", "two cards a hand face down", "sees the Banker deal"];

/** The hand a call names first. */
function named(call: string): Side | undefined {
  const [player, banker] = [call.indexOf("Player's Hand"), call.indexOf("Banker's Hand")];
  if (player < 0 && banker < 0) return undefined;
  return player < 0 || (banker >= 0 && banker < player) ? "banker" : "player";
}

/** The two hands of the baccarat games. */
export class Baccarat implements Heard {
  piles: Record<Side, Face[]> = { player: [], banker: [] };
  owners: { player?: string; banker?: string } = {};
  private turning: Side | undefined;
  private third: Side | undefined;
  private over = false;

  endRound(): void {
    this.over = true;
  }

  hearLine(line: string): void {
    const [first = "", ...rest] = line.split(" ");
    const who = first.split("@")[0] ?? "";
    const said = rest.join(" ");
    if (said === "turns up") this.turning = this.sideOf(who);
    // Whoever has it, both hands are shown, the Player's first, and nobody draws.
    else if (said === "calls natural") [this.turning, this.third] = ["player", undefined];
    else if (said === "calls card") this.third = this.sideOf(who);
  }

  hear(told: Told, cite: string): void {
    if (told.kind === "called") this.hearCall(told.call);
    else if (told.kind === "shown") {
      this.beginAnew();
      if (isCard(told.chance)) this.show(told.chance, cite);
    } else if (told.kind === "privately") {
      const side = this.sideOf(told.to);
      if (!side || !isCard(told.chance)) return;
      const pile = this.piles[side];
      const at = pile.findIndex((face) => !face.card);
      pile[at < 0 ? pile.length : at] = { card: told.chance, mine: true };
    }
  }

  private sideOf(who: string): Side | undefined {
    return SIDES.find((side) => this.owners[side] === who);
  }

  private clear(): void {
    this.piles = { player: [], banker: [] };
    this.turning = this.third = undefined;
  }

  private beginAnew(): void {
    if (!this.over) return;
    this.over = false;
    this.clear();
    // A bank outlives the round; the dealer says when it goes on.
    delete this.owners.player;
  }

  private own(side: Side, call: string): void {
    const who = patron(call);
    if (who) this.owners[side] = who;
    else delete this.owners[side];
  }

  private hearCall(call: string): void {
    const has = (words: string) => call.includes(words);
    const side = named(call);
    if (has("No More Bets")) {
      this.beginAnew();
      this.clear();
    } else if (DOWN.some(has)) {
      this.beginAnew();
      this.piles = { player: down(2), banker: down(2) };
    } else if (has("the Dominant Player")) this.own("player", call);
    else if (has(", the Banker")) this.own("banker", call);
    else if (has("takes the shoe from")) delete this.owners.banker;
    else if (side) this.hearOfAHand(call, side);
    else if (has("shuffles the cards") || has("loads the shoe")) this.over = true;
  }

  private hearOfAHand(call: string, side: Side): void {
    const has = (words: string) => call.includes(words);
    if (has("hands the") || has("offers the") || has("keeps the")) this.own(side, call);
    if (has("third card") && (has("face down") || has("to turn it"))) this.piles[side].push({});
    else if (has("turns the") || has("turned by") || has(", face up")) this.turning = side;
    else if (has("draw") || has("deal a third card")) this.third = side;
  }

  private show(card: string, cite: string): void {
    const under = (list: string[]) => list.some((start) => cite.startsWith(start));
    if (under(BURNS) || under(IRREGULARITIES)) return;
    const mine = SIDES.find((side) => this.piles[side].some((face) => face.mine && face.card === card));
    if (mine && turnOne(this.piles[mine], card)) return;
    // Cards that lie face down are turned, the hand that was named first; then come third cards.
    if (this.turning) {
      if (turnOne(this.piles[this.turning], card)) return;
      // A natural shows both hands.
      if (!this.third && turnOne(this.piles[other(this.turning)], card)) return;
    }
    if (this.third) {
      this.piles[this.third].push({ card });
      this.third = undefined;
      return;
    }
    if (SIDES.some((side) => turnOne(this.piles[side], card))) return;
    const next = this.piles.player.length > this.piles.banker.length ? "banker" : "player";
    this.piles[next].push({ card });
  }
}
