// The day sheet in words.
import { money } from "./money";
import type { Remedy, SheetView } from "./shapes";

/** Formats hundredths of a percent: 12.34 %. */
export const percent = (hundredths: number | null | undefined): string =>
  hundredths === null || hundredths === undefined ? "none without a drop" : `${(hundredths / 100).toFixed(2)} %`;

/** The figures of a sheet, each with its explanation. */
export function figures(sheet: SheetView): { name: string; value: string; about: string }[] {
  return [
    { name: "drop", value: money(sheet.drop), about: "cash in the drop box" },
    { name: "sent", value: money(sheet.sent), about: "opening inventory and fills, less credits" },
    { name: "inventory", value: money(sheet.inventory), about: "chips at the table now" },
    { name: "difference", value: money(sheet.difference), about: "what was counted beyond the ledger; negative if chips are missing" },
    { name: "win", value: money(sheet.win), about: "drop and inventory, less what was sent" },
    { name: "hold", value: percent(sheet.hold), about: "win over drop" },
    { name: "vigorish", value: money(sheet.vigorish), about: `collected; ${money(sheet.owed)} more is owed` },
    { name: "meter", value: money(sheet.meter), about: "in the progressive meter" },
  ];
}

/** How far a count is from what the ledger said. */
export function difference({ counted, ledger }: { counted: number; ledger: number }): string {
  if (counted === ledger) return "as the ledger says";
  return counted < ledger ? `${money(ledger - counted)} short` : `${money(counted - ledger)} over`;
}

/** A remedy in words. */
export function remedyWords(remedy: Remedy): string {
  if (remedy.how === "void") {
    return remedy.first === remedy.last ? `round ${remedy.first} is void` : `rounds ${remedy.first} to ${remedy.last} are void`;
  }
  return remedy.cents < 0
    ? `the bank takes ${money(-remedy.cents)} from p${remedy.patron}`
    : `the bank pays ${money(remedy.cents)} to p${remedy.patron}`;
}
