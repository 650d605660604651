// A finished round, step by step.
import { Table } from "./model.svelte";
import type { BetView, ReplayView, StepView, TableView } from "./types";

/** The table as everyone saw it after this many lines of a round. */
export function replayed(view: TableView, { bets, picture, steps }: ReplayView, many: number): Table {
  const table = new Table({ ...view, next: 0, bets, picture, cleared: null, facts: [], you: null, patience: null }, 0);
  // The round is replayed as if its first line were the first of all, so that nothing earlier is requested; and as if
  // time had passed before each line, so that nothing is left of what was visible only for a moment.
  steps.slice(0, many).forEach((step, seq) => void table.hear({ type: "step", ...step, seq }, Infinity));
  return table;
}

/** What lay there when wagers were closed, the first time in the round or the last; nothing if they never were. */
export function lay(view: TableView, replay: ReplayView, first: boolean): BetView[] {
  const table = replayed(view, replay, 0);
  let found: BetView[] = [];
  for (const [seq, step] of replay.steps.entries()) {
    void table.hear({ type: "step", ...step, seq }, Infinity);
    if (table.awaits?.for === "wagers" || table.bets.length === 0) continue;
    found = table.bets;
    if (first) break;
  }
  return found;
}

/** What a round moved, by patron: what was paid, less what was taken, in cents. */
export function moved(steps: StepView[]): { patron: string; cents: number }[] {
  const sums = new Map<string, number>();
  for (const fact of steps.flatMap((step) => step.facts)) {
    if (fact.kind === "settled") sums.set(fact.bet.patron, (sums.get(fact.bet.patron) ?? 0) + fact.paid - fact.taken);
  }
  return [...sums].map(([patron, cents]) => ({ patron, cents }));
}

/** The provisions of a round, each one once, in the order in which they came up. */
export function provisions(steps: StepView[]): string[] {
  const cites = steps.flatMap((step) => [...step.facts.map((fact) => fact.cite), ...(step.refused ? [step.refused.cite] : [])]);
  return [...new Set(cites)];
}
