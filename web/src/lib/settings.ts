// The options of a table as text, `key=value`, and as the fields of an editor.
import type { OptionField } from "./shapes";

export type Written = Record<string, string>;

/** Reads options; quotes around a value are left out. */
export function read(options: string[]): Written {
  const written: Written = {};
  for (const option of options) {
    const at = option.indexOf("=");
    if (at > 0) written[option.slice(0, at)] = option.slice(at + 1).replace(/^"(.*)"$/, "$1");
  }
  return written;
}

/** Writes them again: what is empty stays unsaid, what has spaces is quoted. */
export function write(written: Written): string[] {
  return Object.entries(written)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key}=${/^[\w.%$-]+$/.test(value) ? value : `"${value}"`}`);
}

/** What an editor begins with: the usual choice wherever one must be written. */
export function beginning(fields: OptionField[], must: string[]): Written {
  const usual = fields.filter((field) => must.includes(field.key) && field.standard != null);
  return Object.fromEntries(usual.map((field) => [field.key, field.standard ?? ""]));
}

/** What differs between two sets of options, with what usually holds where one says nothing. */
export function changes(was: Written, becomes: Written, fields: OptionField[]): { key: string; from: string; to: string }[] {
  const value = (written: Written, field: OptionField) => written[field.key] ?? field.standard ?? "";
  return fields
    .map((field) => ({ key: field.key, from: value(was, field), to: value(becomes, field) }))
    .filter(({ from, to }) => from !== to);
}

/** The fields by the first word of their keys, so that `odds.red` and `odds.black` stand together. */
export function groups(fields: OptionField[]): { name: string; fields: OptionField[] }[] {
  const found = new Map<string, OptionField[]>();
  for (const field of fields) {
    const name = field.key.includes(".") ? (field.key.split(".")[0] ?? "") : "";
    found.set(name, [...(found.get(name) ?? []), field]);
  }
  return [...found].map(([name, fields]) => ({ name, fields }));
}

/** Some of several words, chosen one by one. */
export function toggled(value: string, word: string, values: string[]): string {
  const chosen = new Set(value.split(" ").filter(Boolean));
  if (!chosen.delete(word)) chosen.add(word);
  return values.filter((one) => chosen.has(one)).join(" ");
}
