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

/** The least and the most wager, as far as the options say. */
export function limits(summary: TableSummary): string {
  const low = least(summary);
  const high = cents(option(summary, "limits.maximum") ?? "");
  if (low !== undefined && high !== undefined) return `${money(low)} to ${money(high)}`;
  if (low !== undefined) return `from ${money(low)}`;
  return high === undefined ? "limits as posted" : `up to ${money(high)}`;
}

/** How much one might buy in for: twenty times the least wager, and no more than one has. */
export function suggestion(summary: TableSummary, wallet: number): number {
  const usual = Math.max(20 * (least(summary) ?? 500), 10_000);
  return wallet > 0 ? Math.min(usual, wallet) : usual;
}
