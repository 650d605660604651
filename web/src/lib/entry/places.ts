// Where chips lie, as a dealer keys it: a few letters for a wager of the game. Nothing here decides a rule.
import { spell } from "../ticket";

/** The wagers of a game that have a short name of their own. An empty one is meant where an amount stands alone. */
const SHORT: Record<string, Record<string, string>> = {
  blackjack: {
    "": "hand", o13: "over-13", u13: "under-13", ss: "same-suit", i: "insurance",
    s2: "hand on spot 2", s3: "hand on spot 3", i2: "insurance on spot 2", i3: "insurance on spot 3",
  },
  "caribbean-stud": { "": "ante", g: "progressive" },
  "double-down-stud": { "": "original" },
  "let-it-ride": { "": "third" },
  "pai-gow": { "": "main", b: "bank", d: "dealer" },
  "pai-gow-poker": { "": "main", b: "bank", d: "dealer" },
  "red-dog": { "": "original" },
  minibaccarat: {
    p: "player", b: "banker", t: "tie", t4: "four-cards", t5: "five-cards", t6: "six-cards",
    bp: "bonus-player", bb: "bonus-banker", d7: "dragon-7",
  },
  "punto-banco": { p: "player", b: "banker", t: "tie" },
  "chemin-de-fer": { bid: "bid", bank: "bank", b: "banco", bl: "banco seul", s: "suivi", bs: "banco suivi", "": "part" },
  "big-six": { 1: "$1", 2: "$2", 5: "$5", t: "$10", w: "$20", j: "joker", f: "flag" },
  "sic-bo": { s: "small", b: "big", a: "any-three-of-a-kind" },
  craps: {
    p: "pass", dp: "dont-pass", c: "come", dc: "dont-come", f: "field", a7: "any-seven", ac: "any-craps",
    c2: "craps-two", c3: "craps-three", c12: "craps-twelve", yo: "eleven", ce: "c-and-e", hn: "horn",
  },
  roulette: {
    f: "first-five", "7n": "seven", r: "red", k: "black", o: "odd", e: "even", l: "1-to-18", h: "19-to-36",
    d1: "dozen 1", d2: "dozen 2", d3: "dozen 3", c1: "column 1", c2: "column 2", c3: "column 3",
  },
};

/** Wagers at craps that need a number: what is keyed before it. */
const NUMBERED: Record<string, string> = {
  pl: "place", plx: "place-lose", b: "buy", l: "lay", h: "hardway", hh: "horn-high",
};

/** What lies behind a place that depends on the patron: odds at craps. */
export interface Lying {
  point?: number | undefined;
  wagers: readonly string[];
}

/** Wagers that are made and taken back as one, by the name of this one. */
const AS_ONE: Record<string, string> = { "let-it-ride": "third" };

/** Whether a wager is made by its own name, and not with another. */
export const isNamed = (game: string, wager: string): boolean => (AS_ONE[game] ?? wager) === wager;

/** All short names at a game, the longest first; for the help on the page. */
export function shortNames(game: string): [string, string][] {
  return Object.entries(SHORT[game] ?? {}).sort(([one], [other]) => other.length - one.length);
}

/** The wager for what was keyed, or nothing. */
export function wagerAt(game: string, keyed: string, lying: Lying): string | undefined {
  if (game === "roulette") return roulette(keyed) ?? SHORT.roulette?.[keyed];
  if (game === "craps") return craps(keyed, lying) ?? SHORT.craps?.[keyed];
  if (game === "sic-bo") return sicBo(keyed) ?? SHORT["sic-bo"]?.[keyed];
  if (game === "keno") return keno(keyed);
  return SHORT[game]?.[keyed];
}

/** `3-17-44` a straight ticket, `1-2/3-4` a split one, `1-2/3-4:4` its groups combined by four, `k7/1-2:3` a king; `x5` behind it is for five games. A comma is for the next patron. */
function keno(keyed: string): string | undefined {
  const found = /^(k?)(\d+(?:[-/]\d+)*)(?::(\d+(?:-\d+)*))?(?:x(\d+))?$/.exec(keyed);
  if (!found) return undefined;
  const [, king, marked = "", by = "", games = "1"] = found;
  const groups = marked.split("/").map((group) => group.split("-").map(Number));
  if (by === "" && king) return undefined;
  const kind = king ? "king" : by === "" ? "split" : "way";
  return spell({ groups, kind, by: by.split("-").map(Number), games: Number(games) });
}

const KINDS = ["", "one", "two", "three"];

/** `t9` a total, `1-2` a combination, `3k4` three fours. */
function sicBo(keyed: string): string | undefined {
  const total = /^t(\d+)$/.exec(keyed);
  if (total) return `total ${total[1]}`;
  if (/^[1-6]-[1-6]$/.test(keyed)) return `combination ${keyed}`;
  const kind = /^([123])k([1-6])$/.exec(keyed);
  return kind ? `${KINDS[Number(kind[1])]}-of-a-kind ${kind[2]}` : undefined;
}

function craps(keyed: string, { point, wagers }: Lying): string | undefined {
  const odds = /^o(\d*)$/.exec(keyed);
  if (odds) {
    const on = odds[1] ? Number(odds[1]) : undefined;
    if (on !== undefined) return wagers.includes(`dont-come ${on}`) ? `dont-come-odds ${on}` : `come-odds ${on}`;
    if (point === undefined) return undefined;
    return wagers.includes("dont-pass") ? `dont-pass-odds ${point}` : `pass-odds ${point}`;
  }
  const numbered = /^(pl|plx|b|l|h|hh)(\d+)$/.exec(keyed);
  return numbered?.[1] ? `${NUMBERED[numbered[1]]} ${numbered[2]}` : undefined;
}

const isNumber = (text: string): boolean => text === "00" || (/^\d{1,2}$/.test(text) && Number(text) <= 36);
const plainly = (text: string): string => (text === "00" ? text : String(Number(text)));

/** Numbers say where a chip lies: the lowest and the highest that it covers, or all of them. */
function roulette(keyed: string): string | undefined {
  const five = /^n(\d{1,2})$/.exec(keyed);
  if (five?.[1] && isNumber(five[1])) return `five-adjacent ${plainly(five[1])}`;
  const parts = keyed.split("-");
  if (!parts.every(isNumber)) return undefined;
  const numbers = parts.map(plainly);
  const [low, high] = numbers;
  if (low === undefined) return undefined;
  if (high === undefined) return `straight ${low}`;
  if (numbers.length === 3) return `three ${numbers.join("-")}`;
  if (numbers.length === 4) return `four ${numbers.join("-")}`;
  return numbers.length === 2 ? between(low, high) : undefined;
}

const OUTSIDE: Record<string, string> = {
  "1-12": "dozen 1", "13-24": "dozen 2", "25-36": "dozen 3", "1-34": "column 1", "2-35": "column 2", "3-36": "column 3",
  "1-18": "1-to-18", "19-36": "19-to-36",
};

function between(low: string, high: string): string | undefined {
  const outside = OUTSIDE[`${low}-${high}`];
  if (outside) return outside;
  const [a, b] = [Number(low), Number(high)];
  if (low === "0" || low === "00") return `split ${low}-${high}`;
  const first = a % 3 === 1;
  if (b - a === 3 || (b - a === 1 && a % 3 !== 0)) return `split ${a}-${b}`;
  if (b - a === 2 && first) return `three ${a}-${a + 1}-${b}`;
  if (b - a === 4 && a % 3 !== 0) return `four ${a}-${a + 1}-${a + 3}-${b}`;
  if (b - a === 5 && first) return `six ${a}-${b}`;
  return undefined;
}
