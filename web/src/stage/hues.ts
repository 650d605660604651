// What wheels look like: the order of their rims and the colors of their places.

/** A rim to show where no table is: in the lobby. */
export const DOUBLE = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split(" ");
export const SIX = "joker $1 $2 $1 $5 $2 $1 $10 $1 $2 $1 $20 $1 $2 $1 $5 $1 $2 flag $1 $2 $1 $5 $1 $2 $1 $10".split(" ");
const REDS = new Set("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split(" "));

export type Hue = "red" | "black" | "green";
export const hue = (number: string): Hue => (number === "0" || number === "00" ? "green" : REDS.has(number) ? "red" : "black");

export const SIX_HUES: Record<string, string> = { $1: "#f2eee3", $2: "#c3262e", $5: "#168049", $10: "#2a5db0", $20: "#64329a", joker: "#f0a51e", flag: "#1c1f22" };

/** A hue for somebody, from the name. */
export function hueOf(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}
