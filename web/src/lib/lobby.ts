// What a table looks like from the lobby, in the table's voice.
import { money } from "./money";
import { cardName } from "../ui/suits";
import { outcomeName, wagerName } from "./words";
import type { ResultView, TableSummary } from "./types";

export interface Pill {
  text: string;
  hue?: "red" | "green" | "blue" | undefined;
}

const RED = new Set("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split(" "));

/** How a round ended, in a word or two. */
export function pill({ outcome, totals = [], spread, cards = [] }: ResultView): Pill {
  if (outcome?.outcome === "ball") {
    const { pocket } = outcome;
    return { text: pocket, hue: pocket.startsWith("0") ? "green" : RED.has(pocket) ? "red" : undefined };
  }
  if (outcome?.outcome === "dice") {
    const sum = outcome.dice.reduce((one, other) => one + other, 0);
    return { text: String(sum), hue: sum === 7 && outcome.dice.length === 2 ? "red" : undefined };
  }
  if (outcome) return { text: outcomeName(outcome) };
  const points = (at: string) => totals.find((total) => total.spot === at)?.points;
  const [player, banker, dealer] = [points("player"), points("banker"), points("dealer")];
  if (player !== undefined && banker !== undefined) {
    if (player === banker) return { text: `Tie ${player}–${banker}`, hue: "green" };
    return player > banker ? { text: `Player ${player}–${banker}`, hue: "blue" } : { text: `Banker ${banker}–${player}`, hue: "red" };
  }
  if (dealer !== undefined) return dealer > 21 ? { text: "Bust", hue: "red" } : { text: `Dealer ${dealer}` };
  if (spread !== undefined && spread !== null) return { text: `Spread ${spread}` };
  return { text: cards.map(cardName).join(" ") };
}

/** The last results, as many as fit; a progressive meter comes before them. */
export function pills({ game, last: all = [], glance }: TableSummary): Pill[] {
  const meter = glance?.picture.meter;
  // The dice of pai gow poker only say where the deal begins.
  const last = game === "pai-gow-poker" ? all.filter(({ outcome }) => !outcome) : all;
  const wide = last.some(({ outcome }) => !outcome);
  const shown = last.slice(0, meter == null ? (wide ? 2 : 5) : 0).map(pill);
  return meter == null ? shown : [{ text: `Progressive ${money(meter)}` }, ...shown];
}

export function limits({ limits: { least, most } }: TableSummary): string {
  if (least != null && most != null) return `${money(least)} to ${money(most)}`;
  if (least != null) return `from ${money(least)}`;
  return most == null ? "limits as posted" : `up to ${money(most)}`;
}

/** The house edge on the main wager. */
export function edge({ edge: found }: TableSummary): string {
  if (!found) return "";
  const percent = Number(found.percent);
  return `house edge ${Number.isFinite(percent) ? percent.toFixed(2) : found.percent}%`;
}

/** Who is there, in a sentence. */
export function company({ people, open, chance, needs_two }: TableSummary): string {
  if (!open) return "Closed";
  if (needs_two && people < 2) return "Needs two: the house sits in";
  if (people > 0) return `${people} playing`;
  return chance === "physical" ? "A dealer deals here" : "A seat is free";
}

/** The most popular games first. */
const ORDER = ["roulette", "blackjack", "craps", "minibaccarat", "caribbean-stud", "let-it-ride", "pai-gow-poker", "pai-gow", "double-down-stud", "punto-banco", "chemin-de-fer", "red-dog", "big-six", "sic-bo", "keno"];

/** Tables in the order of their games; other games come after them in their given order. */
export function inOrder(tables: TableSummary[]): TableSummary[] {
  const rank = ({ game }: TableSummary) => (ORDER.indexOf(game) + ORDER.length + 1) % (ORDER.length + 1);
  return [...tables].sort((one, other) => rank(one) - rank(other));
}
