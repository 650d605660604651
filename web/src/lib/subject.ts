// What the user asks "Why?" about: a caption, a result, a payment or a refusal, with the provisions that answer.
import { headline, parts } from "./headline";
import type { Refusal, Table } from "./model.svelte";
import { money } from "./money";
import type { Settled } from "./types";
import { betName } from "./verbs";
import { factName, named, refusalName } from "./words";

export interface Cited {
  cite: string;
  held: boolean;
}

export interface Subject {
  title: string;
  says: string;
  cites: Cited[];
  /** The line that it comes from: the floor says what would have had to be different. */
  line?: number | undefined;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
/** The provision that decides a wager, and the one that says what it pays. */
const of = ({ cite, held, pays, fate }: Settled): Cited[] => [{ cite, held }, ...(fate === "won" ? [{ cite: pays, held: !pays.endsWith("(not held)") }] : [])];
const once = (all: Cited[]): Cited[] => [...new Map(all.filter(({ cite }) => cite !== "").map((one) => [one.cite, one])).values()];

/** The result of a round. */
export function ofResult(table: Table): Subject {
  const { net } = table;
  const title = net > 0 ? `Why did I win ${money(net)}?` : net < 0 ? `Why did I lose ${money(-net)}?` : "Why is it even?";
  return { title, says: `${headline(table)}. ${parts(table)}`, cites: once(table.results.flatMap(({ fact }) => of(fact))), line: table.results.at(-1)?.seq };
}

/** The result of one wager. */
export function ofPayment(fact: Settled, table: Table): Subject {
  const name = betName(fact.bet.wager);
  const title = fact.paid > 0 ? `Why does ${name} pay ${money(fact.paid)}?` : fact.taken > 0 ? `Why does ${name} lose?` : `Why does ${name} come back?`;
  return { title, says: `${capital(factName(fact, table))}.`, cites: once(of(fact)), line: table.results.find((one) => one.fact === fact)?.seq };
}

/** A refusal by the law. */
export function ofRefusal(refusal: Refusal, table: Table): Subject {
  return { title: "Why not?", says: `${refusalName(refusal.text, table)}.`, cites: once([refusal]), line: refusal.line };
}

/** What the felt says at this moment: it follows from the last line with a provision, or from the last one before what still moves was shown. */
export function ofCaption(caption: string, table: Table, ahead = 0): Subject {
  const to = ahead > 0 ? table.log.map(({ tone }) => tone).lastIndexOf("chance") : table.log.length;
  const line = table.log.slice(0, to).filter(({ cite }) => cite !== "").at(-1);
  return { title: `Why “${caption}”?`, says: line ? `The last thing that happened: ${named(line.text, table)}.` : "", cites: line ? once([line]) : [], line: line?.seq };
}
