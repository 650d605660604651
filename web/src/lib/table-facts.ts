import { cents, money } from "./money";
import type { TableSummary } from "./types";

/** The value of an option of the table, as text. */
export function option(summary: TableSummary, key: string): string | undefined {
  const value = summary.options[key];
  return value === undefined ? undefined : String(value);
}

export function least(summary: TableSummary): number | undefined {
  return cents(option(summary, "limits.minimum") ?? "");
}

/** The smallest and the largest wager, as far as the options say. */
export function limits(summary: TableSummary): string {
  const low = least(summary);
  const high = cents(option(summary, "limits.maximum") ?? "");
  if (low !== undefined && high !== undefined) return `${money(low)} to ${money(high)}`;
  if (low !== undefined) return `from ${money(low)}`;
  return high === undefined ? "limits as posted" : `up to ${money(high)}`;
}

/** A suggested buy-in: twenty times the smallest wager, but no more than the user has. */
export function suggestion(summary: TableSummary, wallet: number): number {
  const usual = Math.max(20 * (least(summary) ?? 500), 10_000);
  return wallet > 0 ? Math.min(usual, wallet) : usual;
}
