// The matrix of conformance, counted.
import type { ConformanceRow } from "./shapes";

export interface Counted {
  subchapter: string;
  all: number;
  enforced: number;
}

/** How many provisions each subchapter has, in the order of the law, and how many of them code decides. */
export function bySubchapter(rows: ConformanceRow[]): Counted[] {
  const found = new Map<string, Counted>();
  for (const row of rows) {
    const subchapter = row.cite.split(".")[0] ?? "";
    const counted = found.get(subchapter) ?? { subchapter, all: 0, enforced: 0 };
    counted.all += 1;
    if (row.disposition === "enforced") counted.enforced += 1;
    found.set(subchapter, counted);
  }
  return [...found.values()];
}
