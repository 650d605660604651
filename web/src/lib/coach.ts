// Advice in one line: what is best, its value, and the alternatives.
import * as api from "./api";
import type { AdviceView } from "./types";
import { verbOf } from "./verbs";

export interface Coaching {
  /** The act, as it is offered. */
  best: string;
  text: string;
}

const worth = (expectation: string): string => {
  const value = Number(expectation);
  if (!Number.isFinite(value)) return expectation;
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
};

/** "Hit: −0.29 per dollar; Stand −0.34, Double −0.58", without a line break between a word and its figure. */
export function inOneLine(advice: AdviceView["advice"], game: string): string {
  const [first, ...rest] = advice.map(({ act, expectation }) => [verbOf(act, game).word, worth(expectation)] as const);
  if (!first) return "";
  const others = rest.slice(0, 2).map((one) => one.join("\u00a0"));
  return `${first[0]}: ${first[1]} per dollar${others.length > 0 ? `; ${others.join(", ")}` : ""}`;
}

/** The games for which the floor gives advice. */
const GAMES = ["blackjack", "caribbean-stud", "double-down-stud", "let-it-ride", "red-dog"];

/** What to do when it is the user's turn; undefined if the floor has no advice. */
export async function coach(table: string, game: string): Promise<Coaching | undefined> {
  if (!GAMES.includes(game)) return undefined;
  const view = await api.advice(table);
  return view?.best ? { best: view.best, text: inOneLine(view.advice, game) } : undefined;
}
