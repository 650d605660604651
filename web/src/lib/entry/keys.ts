// What a key does at the console. Everything usual is one key; the entry line takes wagers, people and papers; `!` and `:` open
// lists in which every irregularity and every step has a letter. Nothing here decides a rule: the floor tries what is told.
import { hotKeys } from "../console";
import { PIPS, RANKS, rollOf, SUITS, families, type Family } from "../notation";
import { cents, plain } from "../money";
import type { ConsoleAct, ConsoleDue, ConsoleEntry, ConsoleLine } from "../shapes";
import { dueIn } from "./hand";
import { again, read, tell, type Desk } from "./line";

/** The table at this moment, as far as keys depend on it. */
export interface Moment {
  desk: Desk;
  waits: "wagers" | "equipment" | "patron" | "staff" | "nothing";
  /** What the equipment may show now. */
  outcomes: readonly string[];
  /** Under which provision it shows something, and where a card goes. */
  due?: ConsoleDue | undefined;
  usual?: ConsoleAct | undefined;
  decisions: readonly ConsoleAct[];
  acts: readonly ConsoleAct[];
  irregularities: readonly string[];
  lines: readonly ConsoleLine[];
}

/** What the keys mean: an entry, a list from which one chooses, or a line that is put right. */
export type Mode =
  | { at: "entry" }
  | { at: "menu"; of: "irregularity" | "step"; chosen?: string }
  | { at: "fix"; line: number; whole: boolean }
  | { at: "reason"; line: number; instead: string[] };

export interface Keyed {
  mode: Mode;
  typed: string;
}

/** What a key comes to. */
export interface Pressed {
  keyed: Keyed;
  /** What is told now. */
  entries?: ConsoleEntry[];
  /** What to say about it. */
  note?: string;
  /** Whether the key meant anything. */
  used: boolean;
}

export const NOTHING: Keyed = { mode: { at: "entry" }, typed: "" };
const CARD_GAMES = ["blackjack", "caribbean-stud", "chemin-de-fer", "double-down-stud", "let-it-ride", "minibaccarat", "pai-gow-poker", "punto-banco", "red-dog"];
export const REASONS = ["slip of the finger", "misheard", "misread", "miscounted"];
const CUTTING_CARD_OFF = "cutting card off its counted place";

const keep = (keyed: Keyed): Pressed => ({ keyed, used: true });
const done = (entries: ConsoleEntry[], note?: string): Pressed => ({ keyed: NOTHING, entries, used: true, ...(note ? { note } : {}) });
const say = (keyed: Keyed, note: string): Pressed => ({ keyed, note, used: true });

/** A step as a line of the notation. */
export function lineOf(act: ConsoleAct, amount?: number): string {
  const who = act.seat > 0 ? `${act.as}@${act.seat}` : act.as;
  return act.most > 0 ? `${who} ${act.act} ${plain(amount ?? act.most)}` : `${who} ${act.act}`;
}

/** What Space does for a patron: it never adds money, never gives up cards and never chooses for the house. */
const USUAL = [
  "stands", "lets it stand", "lets it ride", "keeps the shoe", "keeps the bank", "accepts the shoe", "accepts the dice", "accepts the cards", "deals", "throws",
  "lays two hands down", "turns the cards up", "stays", "does not double", "declines to cut",
];

/** The next step of the procedure, if Space takes it. */
export function nextStep(moment: Moment): ConsoleAct | undefined {
  if (moment.usual) return moment.usual;
  return USUAL.map((act) => moment.decisions.find((one) => one.act === act)).find(Boolean);
}

/** Keys for what a patron decides, beside Space: the sign, what it does, and the step. */
export function signs(moment: Moment): { key: string; act: ConsoleAct }[] {
  const by = (key: string, ...begins: string[]) => {
    const act = moment.decisions.find((one) => begins.some((begin) => one.act === begin || one.act.startsWith(`${begin} `)));
    return act ? [{ key, act }] : [];
  };
  const chemin = moment.desk.game === "chemin-de-fer";
  return [
    ...by("+", "double", "bet", "raise"),
    ...(chemin ? by("+", "draws") : []),
    ...by("/", "split"),
    ...by("-", "surrenders", "folds", "withdraws"),
    ...by("y", "accepts"),
    ...by("n", "declines", "calls the hand dead", "does not double"),
    ...(chemin ? [...by("c", "calls card"), ...by("s", "calls stay"), ...by("n", "calls natural"), ...by("u", "calls under eight")] : []),
  ];
}

/** Whether wagers may be keyed without a dot: digits and letters are theirs, and not the equipment's. */
function isOpen({ waits, decisions, desk }: Moment): boolean {
  const wagers = decisions.some((one) => one.most > 0 && !/^(double|split|bet|raise)/.test(one.act));
  return desk.game !== "craps" && (waits === "wagers" || wagers || desk.down !== undefined);
}

/** One key more. */
export function press(moment: Moment, keyed: Keyed, key: string): Pressed {
  if (key === "Escape") return keyed.typed || keyed.mode.at !== "entry" ? keep(NOTHING) : { keyed, used: false };
  switch (keyed.mode.at) {
    case "menu":
      return pressMenu(moment, keyed, keyed.mode, key);
    case "fix":
      return pressFix(moment, keyed, keyed.mode, key);
    case "reason":
      return pressReason(keyed, keyed.mode, key);
    default:
      return keyed.typed === "" ? pressFirst(moment, key) : pressNext(moment, keyed, key);
  }
}

/** The first key of an entry. */
function pressFirst(moment: Moment, key: string): Pressed {
  if (key === " ") {
    const next = nextStep(moment);
    return next ? done([tell(lineOf(next))]) : say(NOTHING, waitsFor(moment));
  }
  if (key === "Backspace") return fix(moment, moment.lines.length - 1);
  if (key === "!") return keep({ mode: { at: "menu", of: "irregularity" }, typed: "" });
  if (key === ":") return keep({ mode: { at: "menu", of: "step" }, typed: "" });
  if (key.length !== 1) return { keyed: NOTHING, used: false };
  if (key === "=") {
    const same = again(moment.desk);
    return "wrong" in same ? say(NOTHING, same.wrong) : done(same.entries, same.echo);
  }
  const sign = signs(moment).find((one) => one.key === key.toLowerCase());
  if (sign) return done([tell(lineOf(sign.act))]);
  if (key === "*") return cuttingCard(moment);
  const typed = { ...NOTHING, typed: key };
  if (/[@#.]/.test(key) || isOpen(moment)) return keep(typed);
  return shown(moment, key) ?? { keyed: NOTHING, used: false };
}

/** Where a card goes, in words. */
function placeName(at: NonNullable<ConsoleDue["at"]>, game: string): string {
  switch (at.spot) {
    case "hand":
      return `for ${game === "blackjack" ? "box" : "seat"} ${at.seat}${at.hand > 1 ? `, hand ${at.hand}` : ""}`;
    case "player":
      return "of the Player's Hand";
    case "banker":
      return "of the Banker's Hand";
    case "middle":
      return "for the middle";
    case "aside":
      return "that goes aside";
    default:
      return "of the dealer";
  }
}

/** What the equipment is about to show, and how it is keyed. */
export function dueName({ desk, outcomes, due }: Moment): string {
  const [first] = outcomes;
  if (outcomes.every((one) => one === "cutting card")) return "The cutting card comes: key *";
  if (first?.startsWith("reader")) return "What does the reader show? y blackjack, n none";
  if (first?.startsWith("dice")) return "Key the dice";
  if (first?.startsWith("ball")) return desk.game === "keno" ? "Key the next ball" : "Key where the ball comes to rest";
  if (first?.startsWith("stop")) return "Key where the wheel stops";
  return due?.at ? `Key the card ${placeName(due.at, desk.game)}` : "Key the card";
}

/** What Space answers where nothing usual comes next. */
function waitsFor(moment: Moment): string {
  const { waits, desk } = moment;
  if (desk.down) return dueIn("", desk).text;
  if (waits === "equipment") return dueName(moment);
  if (waits === "patron") return "the patron decides: Space never adds money and never gives up cards";
  return "nothing comes next by itself: : shows what may be done";
}

/** Further keys of an entry. */
function pressNext(moment: Moment, keyed: Keyed, key: string): Pressed {
  const { typed } = keyed;
  if (key === "Backspace") return keep({ ...keyed, typed: typed.slice(0, -1) });
  if (isShowing(moment, typed)) return shown(moment, typed + key) ?? whole(moment, keyed, key);
  if (key === "Enter") {
    const found = read(typed, moment.desk);
    if ("wrong" in found) return say(keyed, found.wrong);
    return found.entries.length === 0 ? say(NOTHING, found.echo) : done(found.entries, found.echo);
  }
  return key.length === 1 ? keep({ ...keyed, typed: typed + key }) : { keyed, used: false };
}

/** Whether what was typed is the beginning of something that the equipment shows. */
function isShowing(moment: Moment, typed: string): boolean {
  return !/^[@#.]/.test(typed) && !isOpen(moment) && (moment.outcomes.length > 0 || hasCards(moment) || moment.desk.game === "craps");
}

/** A single zero, or nothing that the equipment can show. */
function whole(moment: Moment, keyed: Keyed, key: string): Pressed {
  if (keyed.typed === "0" && (key === "Enter" || key === " ") && moment.outcomes.includes("ball 0")) return done([tell("ball 0")]);
  return say(keyed, `\`${keyed.typed}${key.length === 1 ? key : ""}\` is nothing that can be shown: Backspace deletes, Escape clears`);
}

/** Cards may come where the table waits for them, and at a patron's turn, where one says that it was drawn. */
const hasCards = ({ desk, outcomes, waits }: Moment): boolean =>
  CARD_GAMES.includes(desk.game) && (outcomes.length === 0 ? waits === "patron" || waits === "staff" : outcomes.some((one) => /^[A2-9TJQK][shdc]$/.test(one)));

const SYMBOLS: Record<string, string> = { 1: "$1", 2: "$2", 5: "$5", t: "$10", w: "$20", j: "joker", f: "flag" };

/** What was typed as something that the equipment shows: told when it is whole, kept while it may become so. */
function shown(moment: Moment, typed: string): Pressed | undefined {
  const { outcomes, desk } = moment;
  const text = typed.toLowerCase();
  const kept = keep({ ...NOTHING, typed });
  const has = (kind: string) => outcomes.some((one) => one.startsWith(`${kind} `));
  // Two dice at craps fall whenever they do; three are due where the table waits for them.
  const dice = desk.game === "craps" ? 2 : has("dice") ? 3 : 0;
  if (dice > 0) {
    if (![...text].every((pip) => (PIPS as readonly string[]).includes(pip))) return undefined;
    return text.length < dice ? kept : done([tell(rollOf(...text))]);
  }
  if (has("number")) return outcomes.includes(`number ${text}`) ? done([tell(`number ${text}`)]) : undefined;
  if (has("ball")) {
    if (!/^\d{1,2}$/.test(text)) return undefined;
    return text.length === 1 ? kept : outcomes.includes(ballOf(text)) ? done([tell(ballOf(text))]) : undefined;
  }
  if (has("stop")) {
    const symbol = SYMBOLS[text];
    return symbol && outcomes.includes(`stop ${symbol}`) ? done([tell(`stop ${symbol}`)]) : undefined;
  }
  const reader = { y: "reader blackjack", n: "reader no blackjack" }[text];
  if (reader && outcomes.includes(reader)) return done([tell(reader)]);
  if (outcomes.some((one) => TILE.test(one))) {
    if (!/^[1-6]{1,2}$/.test(text)) return undefined;
    const tile = tileOf(text);
    return text.length === 1 ? kept : outcomes.includes(tile) ? done([tell(tile)]) : undefined;
  }
  if (text === JOKER && outcomes.includes("joker")) return done([tell("joker")]);
  return hasCards(moment) ? card(text, kept) : undefined;
}

const TILE = /^[1-6]-[1-6]$/;
/** A tile by its two halves, the smaller one first. */
const tileOf = (halves: string): string => [...halves].sort().join("-");
/** How the joker is keyed, where a deck has one. */
const JOKER = "jj";
const ballOf = (text: string): string => `ball ${text === "00" ? text : Number(text)}`;

function card(text: string, kept: Pressed): Pressed | undefined {
  const rank = { "0": "T", "1": "A" }[text.charAt(0)] ?? text.charAt(0).toUpperCase();
  if (!(RANKS as readonly string[]).includes(rank)) return undefined;
  if (text.length === 1) return kept;
  const suit = SUITS.find((one) => one.key === text.slice(1));
  return suit && done([tell(`${rank}${suit.key}`)]);
}

/** The cutting card came out, where it was counted to be or elsewhere. */
function cuttingCard({ outcomes, irregularities }: Moment): Pressed {
  if (outcomes.includes("cutting card")) return done([tell("cutting card")]);
  if (irregularities.includes(CUTTING_CARD_OFF)) return done([tell(`irregularity ${CUTTING_CARD_OFF}`)]);
  return say(NOTHING, "no cutting card can come out now");
}

/** Something in a list: its letter, its name, and what it stands for. */
export interface Choice {
  key: string | undefined;
  family: Family<{ line: string; amount?: { least: number; most: number } | undefined }>;
}

/** The list of irregularities, or of all steps that may be taken now. */
export function choices(moment: Moment, of: "irregularity" | "step"): Choice[] {
  const steps = [...moment.acts, ...moment.decisions].map((act) => ({
    line: act.most > 0 ? `${act.seat > 0 ? `${act.as}@${act.seat}` : act.as} ${act.act}` : lineOf(act),
    amount: act.most > 0 ? { least: act.least, most: act.most } : undefined,
  }));
  const all = of === "step" ? steps : moment.irregularities.map((line) => ({ line, amount: undefined }));
  const found = families(all, (one) => one.line.replace(/^p\d+(@\d+)?/, (who) => who.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x2080 + Number(digit)))));
  const keys = hotKeys(found.map((family) => family.name), new Set());
  return found.map((family) => ({ key: keys.get(family.name), family }));
}

/** What is chosen, with what was typed for it: the card, the number or the amount. */
export function chosenLine(choice: Choice, typed: string, moment: Moment): { line: string } | { wrong: string } {
  const { members } = choice.family;
  const [only] = members;
  if (members.length === 1 && only) {
    const { line, amount } = only.one;
    if (!amount) return { line };
    const keyed = typed === "" ? amount.most : cents(typed);
    return keyed === undefined ? { wrong: `\`${typed}\` is no amount` } : { line: `${line} ${plain(keyed)}` };
  }
  const usual = moment.usual && lineOf(moment.usual);
  const wanted = typed.replaceAll(/[,\s-]+/g, " ").trim().toLowerCase();
  const member = typed === "" ? members.find((one) => one.one.line === usual) : members.find((one) => one.own.toLowerCase() === wanted);
  if (member) return { line: member.one.line };
  return { wrong: typed === "" ? "which one? Key the card or the number" : `\`${typed}\` is none of these` };
}

function pressMenu(moment: Moment, keyed: Keyed, mode: Mode & { at: "menu" }, key: string): Pressed {
  const all = choices(moment, mode.of);
  const chosen = all.find((one) => one.family.name === mode.chosen);
  if (!chosen) {
    const one = all.find((choice) => choice.key === key.toLowerCase());
    return one ? keep({ mode: { ...mode, chosen: one.family.name }, typed: "" }) : say(keyed, "choose by a letter; Escape leaves the list");
  }
  if (key === "Backspace") return keep(keyed.typed ? { ...keyed, typed: keyed.typed.slice(0, -1) } : { mode: { at: "menu", of: mode.of }, typed: "" });
  if (key !== "Enter" && key !== " ") return key.length === 1 ? keep({ ...keyed, typed: keyed.typed + key }) : { keyed, used: false };
  const found = chosenLine(chosen, keyed.typed, moment);
  if ("wrong" in found) return key === " " && keyed.typed ? keep({ ...keyed, typed: `${keyed.typed} ` }) : say(keyed, found.wrong);
  return done([tell(mode.of === "irregularity" ? `irregularity ${found.line}` : found.line)]);
}

/** A line that may still be corrected, ready to be keyed anew. */
function fix(moment: Moment, at: number): Pressed {
  const line = moment.lines[at];
  if (!line) return say(NOTHING, "no line of this round can be corrected; for an earlier round two people put it right at the desk");
  return keep({ mode: { at: "fix", line: line.seq, whole: true }, typed: line.line });
}

function pressFix(moment: Moment, keyed: Keyed, mode: Mode & { at: "fix" }, key: string): Pressed {
  const at = moment.lines.findIndex((line) => line.seq === mode.line);
  if (key === "ArrowUp") return at > 0 ? fix(moment, at - 1) : keep(keyed);
  if (key === "ArrowDown") return at + 1 < moment.lines.length ? fix(moment, at + 1) : keep(keyed);
  if (key === "Backspace") return keep({ mode: { ...mode, whole: false }, typed: mode.whole ? "" : keyed.typed.slice(0, -1) });
  if (key === "Enter") {
    const instead = corrected(keyed.typed, moment, moment.lines[at]?.line ?? "");
    return "wrong" in instead ? say(keyed, instead.wrong) : keep({ mode: { at: "reason", line: mode.line, instead: instead.lines }, typed: "" });
  }
  if (key.length !== 1) return { keyed, used: false };
  return keep({ mode: { ...mode, whole: false }, typed: mode.whole ? key : keyed.typed + key });
}

/** The lines that should have been told: nothing, a card or whatever else is shown, or what an entry stands for. */
function corrected(typed: string, moment: Moment, was: string): { lines: string[] } | { wrong: string } {
  const text = typed.trim();
  if (text === "") return { lines: [] };
  if (/^(10|[a2-9tjqk01])[shdc]$/i.test(text)) return { lines: [text.replace(/^0/, "T").replace(/^1(?!0)/, "A")] };
  // Digits stand for what the wrong line was: dice, a number, a stop of the wheel.
  if (was.startsWith("dice ") && /^[1-6]{2,3}$/.test(text)) return { lines: [rollOf(...text)] };
  if (was.startsWith("ball ") && /^\d{1,2}$/.test(text)) return { lines: [ballOf(text)] };
  if (was.startsWith("number ") && /^\d$/.test(text)) return { lines: [`number ${text}`] };
  if (was.startsWith("stop ") && SYMBOLS[text]) return { lines: [`stop ${SYMBOLS[text]}`] };
  if (TILE.test(was) && /^[1-6]-?[1-6]$/.test(text)) return { lines: [tileOf(text.replace("-", ""))] };
  if (text === JOKER) return { lines: ["joker"] };
  if (/^(ball|stop|dice|number|joker|reader|cutting|irregularity|dealer|floorperson|supervisor|p\d+)\b/.test(text)) return { lines: [text] };
  // What lies there now is what was told wrongly: it is as if nothing lay there.
  const found = read(text, { ...moment.desk, bets: [], down: undefined });
  if ("wrong" in found) return found;
  return { lines: found.entries.flatMap((entry) => (entry.do === "tell" ? [entry.line] : [])) };
}

function pressReason(keyed: Keyed, mode: Mode & { at: "reason" }, key: string): Pressed {
  if (keyed.typed === "" && /^[1-4]$/.test(key)) return correct(mode, REASONS[Number(key) - 1] ?? "");
  if (key === "Enter" && keyed.typed.trim()) return correct(mode, keyed.typed.trim());
  if (key === "Backspace") return keep({ ...keyed, typed: keyed.typed.slice(0, -1) });
  return key.length === 1 ? keep({ ...keyed, typed: keyed.typed + key }) : { keyed, used: false };
}

function correct({ line, instead }: Mode & { at: "reason" }, reason: string): Pressed {
  return done([{ do: "correct", lines: [{ line, instead }], reason }], `line ${line} is corrected`);
}

/** Whose badge an entry needs beside this role; nothing if none. */
export function badgeFor(entries: readonly ConsoleEntry[], role: string): string | undefined {
  for (const entry of entries) {
    if ((entry.do === "fill" || entry.do === "credit") && role !== "pit-clerk") return "pit-clerk";
    if (entry.do === "close" && role !== "floorperson") return "floorperson";
    // Whoever is here counts, and somebody else watches.
    if (entry.do === "count") return role === "floorperson" ? "dealer or floorperson" : "floorperson";
    if (entry.do !== "tell") continue;
    if (/^(floorperson|supervisor)\b/.test(entry.line) && role !== "floorperson") return "floorperson";
    if (/^dealer\b/.test(entry.line) && role !== "dealer") return "dealer";
    if (!/^(p\d+|dealer|floorperson|supervisor|irregularity)\b/.test(entry.line) && role !== "dealer") return "dealer";
  }
  return undefined;
}
