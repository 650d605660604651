// What acts are called at the table, in the words people know. The journal has its own words; this is the only place
// where they are translated.
import { money } from "./money";
import { ticketName } from "./ticket";
import type { Offer } from "./types";

export interface Verb {
  word: string;
  /** What it means, for somebody who does not know the word. */
  means?: string;
  /** The key that does it. */
  key?: string;
  /** The lower, the more it is what the player wants to do. */
  rank: number;
  /** Kept in the menu: nobody waits for it. */
  aside?: boolean;
  /** It is a question in itself, to be answered with yes or no. */
  question?: boolean;
  /** The place at the table that it takes. */
  seat?: string;
  /** What the page does by itself for players who leave shoe, dice and cut to the house. */
  house?: boolean;
}

const verb = (word: string, key: string, rank: number, more: Partial<Verb> = {}): Verb => ({ word, rank, ...(key ? { key } : {}), ...more });
const menu = (word: string): Verb => ({ word, rank: 99, aside: true });

/** By the name of the act, with `#` for a number. */
const VERBS: Record<string, Verb> = {
  draws: verb("Hit", "h", 20),
  stands: verb("Stand", "s", 25),
  double: verb("Double", "d", 30),
  "double #": verb("Double", "d", 30),
  "split #": verb("Split", "p", 35),
  surrenders: verb("Surrender", "u", 60),
  insurance: verb("Insurance", "y", 30, { question: true }),
  "insurance on spot #": verb("Insurance on bet #", "", 31, { question: true }),
  "does not double": verb("No double", "n", 40),
  "takes hand #": verb("Take this hand", "t", 40),
  "declines the card": verb("Decline the card", "n", 50),
  "accepts the card": verb("Keep the card", "k", 20),
  "calls the hand dead": verb("Void the hand", "v", 60, { means: "your bet comes back" }),
  "shares box #": menu("Share box #"),
  "reserves box #": menu("Reserve box #"),
  "asks for the burned card": menu("Show the burned card"),
  throws: verb("Roll", "r", 10, { house: true }),
  "accepts the dice": verb("Take the dice", "t", 12, { house: true }),
  "declines the dice": verb("Pass the dice", "n", 60),
  "passes the dice": menu("Pass the dice"),
  "turns player": verb("Turn the player’s cards", "t", 10),
  "turns banker": verb("Turn the banker’s cards", "t", 11),
  "turns the cards up": verb("Turn up", "t", 10),
  "asks for banker first": verb("Banker first", "b", 50),
  "relinquishes the cards": verb("Give up the cards", "g", 60),
  "accepts the cards": verb("Take the cards", "t", 20),
  "declines the cards": verb("Pass the cards", "n", 50),
  declines: verb("No, thanks", "n", 50),
  straightens: menu("Straighten my bet"),
  "asks for a spread": menu("Show the cards"),
  "cuts at #": verb("Cut", "c", 40),
  "declines to cut": verb("House cuts", "n", 30, { house: true }),
  "accepts the shoe": verb("Take the shoe", "t", 40),
  "declines the shoe": verb("Pass the shoe", "n", 50),
  "names the dealer curator": verb("House deals", "h", 20, { house: true }),
  "keeps the shoe": verb("Keep the shoe", "k", 20),
  "passes the shoe": verb("Pass the shoe", "n", 40),
  deals: verb("Deal", "d", 10),
  bid: verb("Bid", "b", 20, { means: "to hold the bank" }),
  bank: verb("Bank", "b", 20, { means: "put it up" }),
  banco: verb("Banco", "b", 20, { means: "cover it all" }),
  "banco seul": verb("Banco alone", "a", 30, { means: "cover it all, alone" }),
  suivi: verb("Suivi", "u", 15, { means: "cover it all again" }),
  "banco suivi": verb("Suivi, all of it", "v", 25, { means: "cover it all again" }),
  part: verb("Part", "p", 40, { means: "join for less" }),
  "declines to wager": verb("Pass", "n", 60),
  "accepts the bank": verb("Take the bank", "t", 20),
  "declines the bank": verb("Pass", "n", 50),
  "passes the bank": verb("Pass the bank", "n", 60),
  "keeps the bank": verb("Keep the bank", "k", 20),
  "transfers the bank": verb("Hand on the bank", "n", 60),
  looks: verb("Look", "l", 10, { house: true }),
  "calls card": verb("Card", "h", 20, { means: "draw one" }),
  "calls stay": verb("Stay", "s", 25, { means: "keep these" }),
  "calls natural": verb("Natural!", "t", 5),
  "calls under eight": verb("No natural", "u", 30),
  stays: verb("Stay", "s", 25),
  bet: verb("Raise", "r", 20),
  folds: verb("Fold", "f", 50),
  "leaves the hand to the house way": verb("House way", "h", 40, { means: "the dealer sets it" }),
  "sets # and # low": menu("Set # and # low"),
  "insists on # and # low": menu("Set # and # low, a foul"),
  "lays two hands down": menu("Lay down unseen"),
  "takes the bank": verb("Take the bank", "t", 20, { means: "all play against you" }),
  "co-banks": verb("Share the bank", "s", 30, { means: "half is the house’s" }),
  "lets it ride": verb("Let it ride", "r", 20),
  withdraws: verb("Take it back", "t", 30),
  raise: verb("Raise", "r", 20),
  "lets it stand": verb("Stay", "s", 30),
  "sits at #": { ...menu("Sit at #"), seat: "#" },
  leaves: menu("Leave my place"),
};

const NUMBERS = /\d+/g;
const general = (act: string): string => act.replace(NUMBERS, "#");

/** An act in the words of the table. An act without a special word is shown by its name, capitalized. */
export function verbOf(act: string, game = ""): Verb {
  if (act === "draws" && game === "chemin-de-fer") return verb("Draw", "h", 20);
  const found = VERBS[general(act)];
  if (found) {
    const numbers = act.match(NUMBERS) ?? [];
    let nth = 0;
    const word = found.word.replaceAll("#", () => numbers[nth++] ?? "");
    return { ...found, word, ...(found.seat ? { seat: numbers[0] ?? "" } : {}) };
  }
  const color = /^(asks for|hands back) ([\w-]+)$/.exec(act);
  if (color) return menu(`${color[1] === "asks for" ? "Play" : "Hand back"} ${color[2]?.replace("-", " ")} chips`);
  const switched = /^calls (.+) (on|off)$/.exec(act);
  if (switched) return menu(`Turn ${betName(switched[1] ?? "")} ${switched[2]}`);
  return { word: betName(act), rank: 70 };
}

/** What starts a round, when the table waits for wagers. */
const READY: Record<string, string> = { roulette: "Spin", "big-six": "Spin", craps: "Roll", keno: "Draw", "sic-bo": "Shake" };
export const readyWord = (game: string): string => READY[game] ?? "Deal";

/** The main wager of a game: what the main button puts down when nothing is on the layout. The first one that is offered. */
const MAIN: Record<string, string[]> = {
  roulette: ["red"], "big-six": ["$1"], craps: ["pass", "come"], blackjack: ["hand"], minibaccarat: ["banker"], "punto-banco": ["banker"],
  "caribbean-stud": ["ante"], "double-down-stud": ["original"], "let-it-ride": ["third"], keno: ["straight 1,2,3,4,5"], "pai-gow": ["main"], "pai-gow-poker": ["main"], "red-dog": ["original"], "sic-bo": ["small"],
};
/** Wagers that lie at one's own place: a button need not say what they are on. */
const OWN = ["hand", "main", "original"];
export const isOwn = (wager: string): boolean => OWN.includes(wager);
/** How many wagers of the same amount go down with the main one. */
const TOGETHER: Record<string, number> = { "let-it-ride": 3 };
export const together = (game: string): number => TOGETHER[game] ?? 1;
export const mainWagers = (game: string): string[] => MAIN[game] ?? [];

/** What people call a game: shorter than its name in the rules. */
const GAMES: Record<string, string> = { "chemin-de-fer": "Chemin de Fer", "punto-banco": "Punto Banco", "caribbean-stud": "Caribbean Stud", "let-it-ride": "Let It Ride" };
export const gameName = (game: string, title: string): string => GAMES[game] ?? title;

const BETS: Record<string, string> = {
  hand: "Your bet", main: "Your wager", dealer: "Against the dealer", original: "Your wager", bet: "Raise", pass: "Pass Line", "dont-pass": "Don’t Pass", come: "Come", "dont-come": "Don’t Come", "c-and-e": "C and E",
  "craps-two": "Two", "craps-three": "Three", "craps-twelve": "Twelve", "first-five": "First five", "1-to-18": "1 to 18", "19-to-36": "19 to 36", "dragon-7": "Dragon 7",
  "any-three-of-a-kind": "Any three alike", first: "First bet", second: "Second bet", third: "Third bet",
};
const PATTERNS: [RegExp, string][] = [
  [/^straight (.+)$/, "$1"], [/^split (\S+) at dozens$/, "$1 split"], [/^split (\S+-\S+)$/, "$1 split"], [/^three (.+)$/, "$1 street"], [/^four (.+)$/, "$1 corner"], [/^six (\d+)-(\d+)$/, "$1 to $2"],
  [/^column (\d)$/, "column $1"], [/^dozen 1$/, "1st 12"], [/^dozen 2$/, "2nd 12"], [/^dozen 3$/, "3rd 12"],
  [/^dont-come (\d+)$/, "Don’t Come on $1"], [/^come (\d+)$/, "Come on $1"], [/^pass-odds (\d+)$/, "odds on $1"], [/^dont-pass-odds (\d+)$/, "odds against $1"],
  [/^come-odds (\d+)$/, "come odds on $1"], [/^dont-come-odds (\d+)$/, "odds against $1"], [/^place-lose (\d+)$/, "Place $1 to lose"], [/^place (\d+)$/, "Place $1"],
  [/^buy (\d+)$/, "Buy $1"], [/^lay (\d+)$/, "Lay $1"], [/^hardway (\d+)$/, "Hard $1"], [/^horn-high (\d+)$/, "Horn high $1"], [/^hand on spot (\d)$/, "Bet $1"], [/^split \d$/, "Split"], [/^double( \d)?$/, "Double"],
  [/^one-of-a-kind (\d)$/, "Single $1"], [/^two-of-a-kind (\d)$/, "Double $1"], [/^three-of-a-kind (\d)$/, "Triple $1"], [/^combination (\d)-(\d)$/, "$1 and $2"], [/^total (\d+)$/, "Total $1"],
];

/** A wager in the words of the table: `Pass Line`, `17`, `Hard 6`. */
export function betName(wager: string): string {
  const named = BETS[wager] ?? (/[,/]| games?\b/.test(wager) ? ticketName(wager) : undefined);
  if (named) return named;
  const found = PATTERNS.find(([pattern]) => pattern.test(wager));
  const words = found ? wager.replace(found[0], found[1]) : wager.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text on the button of an offer, for an amount. */
export function label(offer: Offer, amount: number, game: string): string {
  const { word } = verbOf(offer.act, game);
  return offer.kind === "wager" ? `${word} ${money(amount)}` : word;
}
