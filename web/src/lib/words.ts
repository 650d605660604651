// What happened, in words made from its typed parts.
import { money } from "./money";
import { cardName } from "../ui/suits";
import type { Awaits, BetView, EntryKind, Fact, Fate, Outcome, StepView } from "./types";

/** Who somebody is: a number at the table stands for a name, and the user's own for "you". */
export interface Naming {
  you?: string | undefined;
  name(actor: string): string;
}

const who = (actor: string, of: Naming): string => (actor === of.you ? "you" : of.name(actor));
const whose = (actor: string, of: Naming): string => (actor === of.you ? "your" : `${of.name(actor)}'s`);
/** A verb with its subject. */
const does = (actor: string, of: Naming, verb: string): string => (actor === of.you ? `you ${verb}` : `${of.name(actor)} ${verb}s`);

/** Text from the floor, with people's names in place of their numbers at the table. */
export const named = (text: string, of: Naming): string => text.replace(/\bp\d+\b/g, (actor) => who(actor, of));

/** The same as a sentence that begins with a capital letter. */
export function toPeople(text: string, of: Naming): string {
  const words = named(text, of);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why something was refused, or what is accepted instead: amounts of money as people write them. */
export const refusalName = (text: string, of: Naming): string =>
  toPeople(text, of).replace(/\b\d+\.\d\d\b/g, (amount) => money(Math.round(100 * Number(amount))));

/** An act as the notation has it, without the user who would do it. */
export const ownAct = (line: string, of: Naming): string => {
  const by = line.match(/^p\d+/)?.[0];
  return refusalName(by && by === of.you ? line.replace(/^\S+ /, "") : line, of);
};

/** A name where there is little room: what is cut off leaves a mark, and no letter is cut in two. */
export function briefly(name: string, most: number): string {
  const letters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return letters.length > most ? `${letters.slice(0, most - 1).join("").trimEnd()}…` : name;
}

/** A wager in readable form: `straight 17`, `hand at 3`. */
export const wagerName = (wager: string): string => wager.replaceAll("-", " ");
const placed = ({ wager, seat }: BetView): string => `${wagerName(wager)}${seat > 0 ? ` at ${seat}` : ""}`;

const FATES: Record<Fate, string> = { won: "won", lost: "lost", void: "neither won nor lost", halved: "half lost" };
export const fateName = (fate: Fate): string => FATES[fate];

/** What the equipment shows. */
export function outcomeName(outcome: Outcome): string {
  switch (outcome.outcome) {
    case "card":
      return cardName(outcome.card);
    case "cutting-card":
      return "the cutting card";
    case "tile":
      return outcome.tile;
    case "dice":
      return outcome.dice.join("-");
    case "number":
      return `number ${outcome.number}`;
    case "ball":
      return outcome.pocket;
    case "drawn":
      return `ball ${outcome.number}`;
    case "stop":
      return outcome.symbol;
    case "reader":
      return outcome.blackjack ? "a blackjack" : "no blackjack";
  }
}

/** A fact in words. What the dealer says or does has its own sentence. */
export function factName(fact: Fact, of: Naming): string {
  switch (fact.kind) {
    case "placed":
      return `${does(fact.bet.patron, of, "put")} ${money(fact.bet.stake)} on ${placed(fact.bet)}`;
    case "returned":
      return `${whose(fact.bet.patron, of)} ${money(fact.bet.stake)} on ${placed(fact.bet)} comes back`;
    case "moved":
      return `${whose(fact.bet.patron, of)} ${money(fact.bet.stake)} moves from ${placed(fact.bet)} to ${wagerName(fact.to)}`;
    case "settled": {
      const ends: Record<Fate, string> = {
        won: `wins ${money(fact.paid)}`, lost: "loses", void: "neither wins nor loses", halved: `loses ${money(fact.taken)}`,
      };
      return `${whose(fact.bet.patron, of)} ${money(fact.bet.stake)} on ${placed(fact.bet)} ${ends[fact.fate]}`;
    }
    case "shown":
      return `shown: ${outcomeName(fact.outcome)}`;
    case "privately":
      return `shown to ${who(fact.to, of)} alone: ${outcomeName(fact.outcome)}`;
    case "hidden":
      return `something is shown to ${who(fact.to, of)} alone`;
    case "exchanged":
      return `${does(fact.patron, of, "turn")} ${money(fact.cash)} of cash into chips`;
    case "redeemed":
      return `${whose(fact.patron, of)} coupon is paid ${money(fact.paid)}`;
    case "metered":
      return `the progressive meter shows ${money(fact.stands)}`;
    case "charged":
      return `${does(fact.patron, of, "pay")} ${money(fact.vigorish)} of vigorish`;
    case "marked":
      return `${does(fact.patron, of, "owe")} ${money(fact.vigorish)} of vigorish, which is marked`;
    case "collected":
      return `${does(fact.patron, of, "pay")} the marked vigorish of ${money(fact.vigorish)}`;
    case "waived":
      return `${whose(fact.patron, of)} marked vigorish of ${money(fact.vigorish)} is waived`;
    case "called":
      return fact.text;
  }
}

/** The arguments of calls that are people. */
const PEOPLE = ["patron", "by", "to", "curator", "named_by", "left_out"];

/** The patrons a call is about, to be shown beside its sentence. */
export function calledTo(fact: Fact, of: Naming): string | undefined {
  if (fact.kind !== "called") return undefined;
  const actors = PEOPLE.map((name) => fact.args?.[name]).filter((actor) => typeof actor === "string");
  // Staff are named by their roles in the sentence itself.
  const names = actors.filter((actor) => who(actor, of) !== actor).map((actor) => who(actor, of));
  return names.length > 0 ? [...new Set(names)].join(", ") : undefined;
}

/** Whom or what a table waits for. */
export function awaitedName(awaits: Awaits | null | undefined, of: Naming): string {
  if (!awaits) return "nobody";
  if (awaits.for === "decision") return who(awaits.by, of);
  return awaits.for === "wagers" ? "wagers" : "the equipment";
}

/** Lines other than those of the game, in words. */
export function entryName({ entry, by }: StepView): string | undefined {
  const names: Partial<Record<EntryKind, string>> = {
    joined: `${by} comes to the table`,
    "bought-in": `${by} buys chips`,
    "taken-away": `${by} takes chips away`,
    "walk-in": `${by} seats someone`,
    brought: "someone brings chips from elsewhere",
    corrected: `${by} corrects an entry`,
    failed: "a part of the chance did not arrive in time: the draw starts over",
    abandoned: "the floor was restarted: the next draw has a new secret",
    counted: `${by} counts the table's chips`,
    closed: "the table closes",
    opened: "the table opens",
    approved: "something is put right, as two people agreed",
    scheduled: "other options are announced",
    "taken-over": "another node runs the table now",
  };
  return names[entry];
}
