// The options of a table: as messages carry them, and as the fields of an editor.
import type { CheckView, OptionView, Settings } from "./shapes";

/** Something the law finds wrong with an option. */
export interface Fault {
  key: string;
  text: string;
  cite?: string | null;
}

/** Everything that is wrong, with the table itself and in combination with the others of its house. */
export const faults = (judged: CheckView): Fault[] =>
  [...judged.violations, ...(judged.house ?? [])].map(({ key, message, help, cite }) => ({ key, text: `${message}: ${help}`, cite: cite ?? null }));

/** An editor's text for each option; empty if nothing is written. */
export type Written = Record<string, string>;

export function read(options: Settings): Written {
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, String(value)]));
}

/** Empty options are left out. All spellings of a value mean the same, so text is enough. */
export function write(written: Written): Settings {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ""));
}

/** Options in readable form. */
export const said = (options: Settings): string[] => Object.entries(options).map(([key, value]) => `${key} = ${value}`);

/** The effective value of an option: what is written, or else its default. */
const holds = (field: OptionView, written: Written): string => written[field.key] || (field.default ?? "");

/** Whether an option exists, given the others. */
export function exists(field: OptionView, written: Written, fields: OptionView[]): boolean {
  return field.only.every(({ key, values, wanted }) => {
    const other = fields.find((one) => one.key === key);
    const value = other && exists(other, written, fields) ? holds(other, written) : "";
    return (values.length === 0 ? value !== "" : values.includes(value)) === wanted;
  });
}

/** What an editor starts with: the usual choice wherever one must be made. One choice may require another. */
export function beginning(fields: OptionView[]): Written {
  const written: Written = {};
  for (;;) {
    const next = fields.find((field) => field.must && field.standard != null && !(field.key in written) && exists(field, written, fields));
    if (!next) return written;
    written[next.key] = next.standard ?? "";
  }
}

/** The differences between two sets of options, using the effective value where one says nothing. */
export function changes(was: Written, becomes: Written, fields: OptionView[]): { key: string; from: string; to: string }[] {
  return fields
    .map((field) => ({ key: field.key, from: holds(field, was), to: holds(field, becomes) }))
    .filter(({ from, to }) => from !== to);
}

/** The fields grouped by the first word of their keys, so that `odds.red` and `odds.black` are together. */
export function groups(fields: OptionView[]): { name: string; fields: OptionView[] }[] {
  const found = new Map<string, OptionView[]>();
  for (const field of fields) {
    const name = field.key.includes(".") ? (field.key.split(".")[0] ?? "") : "";
    found.set(name, [...(found.get(name) ?? []), field]);
  }
  return [...found].map(([name, fields]) => ({ name, fields }));
}

/** Adds or removes one of several words. */
export function toggled(value: string, word: string, values: string[]): string {
  const chosen = new Set(value.split(" ").filter(Boolean));
  if (!chosen.delete(word)) chosen.add(word);
  return values.filter((one) => chosen.has(one)).join(" ");
}
