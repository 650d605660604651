// Shortcut letters for the items of a list.

const isLetter = (key: string): boolean => key >= "a" && key <= "z";

/** A key for each name: the first of its letters that is free, otherwise any free letter. */
export function hotKeys(names: string[], taken: ReadonlySet<string>): Map<string, string> {
  const keys = new Map<string, string>();
  const used = new Set(taken);
  for (const name of names) {
    const free = [...name.toLowerCase(), ..."zxvbnmwertyuiopfgjl"].find((key) => isLetter(key) && !used.has(key));
    if (free) {
      used.add(free);
      keys.set(name, free);
    }
  }
  return keys;
}
