// A finished round, step by step.
import { Table } from "./model.svelte";
import type { ReplayView, StepView, TableView } from "./types";

/** The table as everyone saw it after so many lines of a round. */
export function replayed(view: TableView, { bets, standing, steps }: ReplayView, many: number): Table {
  const table = new Table({ ...view, next: 0, bets, standing, shoes: [], told: [], you: null, patience: null }, 0);
  // The round is told as if its first line were the first of all, so that nothing before it is asked for.
  steps.slice(0, many).forEach((step, seq) => void table.hear({ type: "step", ...step, seq }, 0));
  return table;
}

/** What a round moved, by patron: what was paid less what was taken, in cents. */
export function moved(steps: StepView[]): { patron: string; cents: number }[] {
  const sums = new Map<string, number>();
  for (const told of steps.flatMap((step) => step.told)) {
    if (told.kind === "settled") sums.set(told.bet.patron, (sums.get(told.bet.patron) ?? 0) + told.paid - told.taken);
  }
  return [...sums].map(([patron, cents]) => ({ patron, cents }));
}

/** The provisions of a round, each once, in the order in which they came up. */
export function provisions(steps: StepView[]): string[] {
  const cites = steps.flatMap((step) => [...step.told.map((told) => told.cite), ...(step.refused ? [step.refused.cite] : [])]);
  return [...new Set(cites)];
}

/** Whether a provision is another or stands below it: 5.1(e)9 is within 5.1, and 5.10 is not. */
export function isWithin(cite: string, wide: string): boolean {
  return cite.startsWith(wide) && (wide.endsWith(")") || !/^\d/.test(cite.slice(wide.length)));
}

/** Which lines fit what somebody looks for: a person, a patron, words, or a provision and all below it. */
export function fits(step: StepView, wanted: { who?: string; words?: string; cite?: string }): boolean {
  const who = wanted.who?.trim().toLowerCase() ?? "";
  const words = wanted.words?.trim().toLowerCase() ?? "";
  const cite = wanted.cite?.trim().replace(/^19:47-/, "") ?? "";
  const texts = [step.line ?? "", step.entry, ...step.told.map((told) => told.text), step.refused?.why ?? ""];
  const cites = [...step.told.map((told) => told.cite), step.refused?.cite ?? ""];
  const names = [step.by, (step.line ?? "").split(/[ @]/)[0] ?? "", ...step.told.flatMap((told) => (told.kind === "settled" ? [told.bet.patron] : []))];
  return (
    (who === "" || names.some((name) => name.toLowerCase() === who)) &&
    (words === "" || texts.some((text) => text.toLowerCase().includes(words))) &&
    (cite === "" || cites.some((one) => isWithin(one, cite)))
  );
}
