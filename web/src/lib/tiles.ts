// Pai gow tiles in words. Which hand wins is the server's to say.
const NAMES: Record<string, string> = {
  "6-6": "twelve", "1-1": "two", "4-4": "high eight", "1-3": "high four", "5-5": "high ten", "3-3": "high six", "2-2": "low four", "5-6": "eleven", "4-6": "low ten", "1-6": "high seven", "1-5": "low six",
  "3-6": "nine", "4-5": "nine", "3-5": "low eight", "2-6": "low eight", "3-4": "low seven", "2-5": "low seven", "2-4": "gee", "1-4": "five", "2-3": "five", "1-2": "joon",
};
const SUPREME = ["2-4", "1-2"];
/** The faces from the highest tile to the lowest as they usually rank: the order in which they are laid out, and no more. */
const ORDER = Object.keys(NAMES);
/** Values of which two different tiles make a pair. */
const MIXED = ["nine", "low eight", "low seven", "five"];

/** A tile in words: `6-6, twelve`. */
export const tileName = (tile: string | null | undefined): string => (tile ? `${tile}, ${NAMES[tile] ?? ""}` : "a tile face down");

/** The places of tiles from the highest to the lowest. */
export const tilesInOrder = (tiles: readonly string[]): number[] => tiles.map((_, at) => at).sort((one, other) => ORDER.indexOf(tiles[one] ?? "") - ORDER.indexOf(tiles[other] ?? "") || one - other);

const spots = (tile: string): number => tile.split("-").reduce((sum, half) => sum + Number(half), 0);
const values = (tile: string): number[] => (SUPREME.includes(tile) ? [3, 6] : [spots(tile)]);

/** What two tiles make, in a word or two. `mixed` is whether 4-4 makes no gong, as the setting `gong-eights` may say. */
export function pairName([one = "", other = ""]: readonly string[], mixed = false): string {
  if (!one || !other) return "";
  if (one !== other && SUPREME.includes(one) && SUPREME.includes(other)) return "Supreme Pair";
  const name = NAMES[one] ?? "";
  if (one === other || (name === NAMES[other] && MIXED.includes(name))) return `pair of ${one === "6-6" || one === "1-1" ? `${name}s` : name.endsWith("x") ? `${name}es` : `${name}s`}`;
  const beside = one === "6-6" || one === "1-1" ? other : other === "6-6" || other === "1-1" ? one : undefined;
  if (beside && spots(beside) === 9) return "wong";
  if (beside && spots(beside) === 8 && !(mixed && beside === "4-4")) return "gong";
  const points = Math.max(...values(one).flatMap((a) => values(other).map((b) => (a + b) % 10)));
  return points === 1 ? "1 point" : `${points} points`;
}
