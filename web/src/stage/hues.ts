// What wheels look like: the order of their rims and the colors of their places.
import type { FeltView } from "../lib/types";

/** A rim to show where no table is: in the lobby. */
export const DOUBLE = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split(" ");
export const SIX = "joker $1 $2 $1 $5 $2 $1 $10 $1 $2 $1 $20 $1 $2 $1 $5 $1 $2 flag $1 $2 $1 $5 $1 $2 $1 $10".split(" ");
const REDS = new Set("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split(" "));

export type Hue = "red" | "black" | "green";
export const hue = (number: string): Hue => (number === "0" || number === "00" ? "green" : REDS.has(number) ? "red" : "black");

/** The rim of a table's wheel, clockwise from the top, as the layout has it printed. */
export function rim(felt: FeltView): string[] {
  const wheel = felt.places.find((place) => place.name === "wheel");
  if (!wheel) return [];
  const from = (at: number[]) => [(at[0] ?? 0) - wheel.x, (at[1] ?? 0) - wheel.y] as const;
  const angle = (at: number[]) => {
    const [x, y] = from(at);
    return (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI);
  };
  const printed = felt.marks.filter(({ text, at }) => text !== "" && Math.hypot(...from(at)) <= Math.max(wheel.w, wheel.h) / 2);
  const names: Record<string, string> = { J: "joker", F: "flag" };
  return printed.sort((one, other) => angle(one.at) - angle(other.at)).map(({ text }) => names[text] ?? text);
}

export const SIX_HUES: Record<string, string> = { $1: "#f2eee3", $2: "#c3262e", $5: "#168049", $10: "#2a5db0", $20: "#64329a", joker: "#f0a51e", flag: "#1c1f22" };

/** A hue for somebody, from the name. */
export function hueOf(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}
