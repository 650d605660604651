// What a dealer's console shows, worked out from what the floor says of the table. Nothing here decides a rule.
import type { ConsoleView } from "./shapes";

/** Several things that differ in numbers or cards alone: `collects from 3`, `card drawn in error 5h`. */
export interface Family<T> {
  /** What they share, with `…` where they differ. */
  name: string;
  /** The members, each with what is its own; one without anything of its own is the plain form. */
  members: { own: string; one: T }[];
}

const OWN = /\b(?:[A2-9TJQK][shdc]|\d+)\b/g;

/** Puts them together, in the order of the first of each. */
export function families<T>(all: T[], text: (one: T) => string): Family<T>[] {
  const found = new Map<string, Family<T>>();
  for (const one of all) {
    const words = text(one);
    const own = (words.match(OWN) ?? []).join(" ");
    const name = words.replace(OWN, "…");
    const family = found.get(name) ?? { name, members: [] };
    family.members.push({ own, one });
    found.set(name, family);
  }
  return [...found.values()].map((family) => {
    const only = family.members.length === 1 ? family.members[0] : undefined;
    return only ? { name: text(only.one), members: [only] } : family;
  });
}

/** The member that was chosen of each family, by name; the first of those where nobody chose. */
export function picked<T>(family: Family<T>, chosen: Record<string, string>): T | undefined {
  return (family.members.find((member) => member.own === chosen[family.name]) ?? family.members[0])?.one;
}

/** A key for each name: the first letter of its words that is free, else any letter or digit that is. */
export function hotKeys(names: string[], taken: ReadonlySet<string>): Map<string, string> {
  const keys = new Map<string, string>();
  const used = new Set(taken);
  for (const name of names) {
    const firsts = name.toLowerCase().split(/[^a-z0-9]+/).map((word) => word[0] ?? "");
    const wishes = [...firsts, ...name.toLowerCase().replace(/[^a-z]/g, ""), ..."zxvbnmwertyuiopfgjl"];
    const free = wishes.find((key) => key !== "" && !used.has(key));
    if (free) {
      used.add(free);
      keys.set(name, free);
    }
  }
  return keys;
}

/** What is to be said or done next, in one sentence for somebody who has never dealt. */
export function nextStep(view: ConsoleView, role: string, wagered: boolean): string {
  if (!view.physical) return "the house deals here: there is nothing to say but what supervisors order";
  const mine = view.acts.filter((act) => may(role, act.as));
  if (view.outcomes.length > 0 && role === "dealer") return "say what the equipment shows";
  if (view.awaits === "wagers") {
    if (!mine[0]) return "patrons wager";
    const act = `${mine[0].as} ${mine[0].act}`;
    return wagered ? `when patrons have wagered, ${act}` : `patrons wager, or ${act}`;
  }
  if (mine[0]) return `${mine[0].as} ${mine[0].act}`;
  return `the table waits for ${view.awaits}`;
}

/** Whether somebody of this role may act as that. */
export function may(role: string, as: string): boolean {
  return role === as || (role === "floorperson" && as === "supervisor");
}
