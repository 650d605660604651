import type { Told } from "../types";
import { isCard, type Face, type Heard } from "./face";

/** Two cards face up, and perhaps a third between them; in the order in which they came. */
export class RedDog implements Heard {
  piles: Record<string, Face[]> = {};
  private dealing = false;

  endRound(): void {
    this.dealing = false;
  }

  hear(told: Told): void {
    if (told.kind === "called" && told.call.startsWith("deals two cards face up")) {
      this.piles = { dealer: [] };
      this.dealing = true;
    } else if (told.kind === "shown" && this.dealing && isCard(told.chance)) {
      const pile = this.piles["dealer"] ?? [];
      if (pile.length < 3) this.piles = { dealer: [...pile, { card: told.chance }] };
    }
  }
}
