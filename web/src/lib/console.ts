// Shortcut keys for the items of a list.

const isLetter = (key: string): boolean => key >= "a" && key <= "z";

/** Every other key, for when the letters of a name are taken: nothing in a list is without one. */
const OTHERS = "zxvbnmwertyuiopfgjlaschdkq1234567890";

/** A key for each name: the first of its letters that is free, otherwise any free letter or digit. */
export function hotKeys(names: string[], taken: ReadonlySet<string>): Map<string, string> {
  const keys = new Map<string, string>();
  const used = new Set(taken);
  for (const name of names) {
    const free = [...[...name.toLowerCase()].filter(isLetter), ...OTHERS].find((key) => !used.has(key));
    if (free) {
      used.add(free);
      keys.set(name, free);
    }
  }
  return keys;
}
