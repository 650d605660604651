// The matrix of conformance, counted.
import type { ConformanceRow } from "./shapes";

/** The subchapters that a provision may be of, with their names. */
export const SUBCHAPTERS: readonly (readonly [number: string, name: string])[] = [
  ["1", "Craps"], ["2", "Blackjack"], ["3", "Baccarat-Punto Banco"], ["4", "Baccarat-Chemin de Fer"],
  ["5", "Roulette and Big Six"], ["6", "Red Dog"], ["7", "Minibaccarat"], ["8", "all games"], ["16", "Caribbean Stud Poker"],
];
export const subchapterName = (number: string): string => SUBCHAPTERS.find(([known]) => known === number)?.[1] ?? "";

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
