// The user's receipts, stored in this browser: the latest ones of each table.
import type { Table } from "./model.svelte";
import type { Receipt } from "./types";

const KEPT = 200;
const name = (whose: string) => `ch47-receipts/${whose}`;

function read(whose: string): Receipt[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name(whose)) ?? "[]");
    return Array.isArray(value) ? (value as Receipt[]) : [];
  } catch {
    return [];
  }
}

/** Merges the stored receipts with the current ones, and stores both. */
export function keepReceipts(whose: string, table: Table): void {
  const known = new Set(table.receipts.map((receipt) => receipt.key));
  const older = read(whose).filter((receipt) => !known.has(receipt.key));
  const all = [...older, ...table.receipts].slice(-KEPT);
  if (older.length > 0) table.receipts = all;
  try {
    localStorage.setItem(name(whose), JSON.stringify(all));
  } catch {
    // A browser that stores nothing shows what it has.
  }
}
