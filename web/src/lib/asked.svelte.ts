// State of a request to the floor, for reading or for changing something, with what the user should know meanwhile.
import { Trouble, words } from "./client";
import type { Receipt } from "./types";

/** A pending answer. Only the last request counts; while a new one is open, the old answer stays. */
export class Asked<T> {
  value = $state.raw<T | undefined>(undefined);
  note = $state("one moment …");
  private asks = 0;

  async ask(question: () => Promise<T>): Promise<void> {
    const mine = ++this.asks;
    try {
      const value = await question();
      if (mine !== this.asks) return;
      this.value = value;
      this.note = "";
    } catch (error) {
      if (mine !== this.asks) return;
      this.note = inWords(error);
    }
  }
}

/** An action that is in progress, done, or failed. */
export class Doing {
  busy = $state(false);
  note = $state("");
  /** Whether the last one succeeded. */
  done = $state(false);
  receipt = $state.raw<Receipt | undefined>(undefined);

  /** Runs the action, unless one is in progress; returns whether it succeeded. A receipt may contain a refusal by the law. */
  async run(what: string, deed: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.note = "";
    this.receipt = undefined;
    try {
      const answer = await deed();
      this.receipt = isReceipt(answer) ? answer : undefined;
      const refused = this.receipt?.refused;
      this.done = !refused;
      this.note = refused ? `${what}: ${refused.text}` : `${what}: done`;
    } catch (error) {
      this.done = false;
      this.note = `${what}: ${inWords(error)}`;
    } finally {
      this.busy = false;
    }
    return this.done;
  }
}

function isReceipt(value: unknown): value is Receipt {
  return typeof value === "object" && value !== null && "seq" in value && "leaf" in value;
}

/** What went wrong, and what to do next if that is clear. */
export function inWords(error: unknown): string {
  if (error instanceof Trouble && error.code === "log-in") return "your session has ended: sign in again";
  return words(error);
}
