// A student's run of drills: what was answered, how well and how fast. The floor asks and grades; this only counts.
import { cents, money } from "./money";
import type { ClassPage, Drill, DrillKind, ProvisionScore, Score as Kept } from "./shapes";

export const RUN = 10;
export const KINDS: DrillKind[] = ["payout", "order", "irregularity", "positions"];
/** What a mixed run asks in turn: the kinds that every game has. */
const MIXED = KINDS.slice(0, 3);

export interface Answered {
  kind: DrillKind;
  game: string;
  question: string;
  said: string;
  correct: string;
  cite: string;
  right: boolean;
  /** How long it took, in milliseconds. */
  took: number;
}

export interface Score {
  asked: number;
  right: number;
  /** The current number of right answers in a row. */
  streak: number;
  best: number;
  /** The mean time of an answer, in milliseconds. */
  mean: number;
}

export function score(answers: Answered[]): Score {
  let streak = 0;
  let best = 0;
  for (const answer of answers) {
    streak = answer.right ? streak + 1 : 0;
    best = Math.max(best, streak);
  }
  const right = answers.filter((answer) => answer.right).length;
  const took = answers.reduce((sum, answer) => sum + answer.took, 0);
  return { asked: answers.length, right, streak, best, mean: answers.length === 0 ? 0 : took / answers.length };
}

/** The score by kind of question, for the kinds that were asked. */
export function byKind(answers: Answered[]): { kind: DrillKind; score: Score }[] {
  return KINDS.map((kind) => ({ kind, score: score(answers.filter((answer) => answer.kind === kind)) })).filter(
    (one) => one.score.asked > 0,
  );
}

/** The kind of the next question: the chosen one, or each in turn. */
export const nextKind = (chosen: DrillKind | "mixed", asked: number): DrillKind =>
  chosen === "mixed" ? (MIXED[asked % MIXED.length] ?? "payout") : chosen;

/** What to send for what was typed or chosen; undefined if it is not an answer. Money is sent in cents. */
export function said(drill: Drill, typed: string): string | undefined {
  const text = typed.trim();
  if (text === "") return undefined;
  if (drill.unit === "positions") return text.split(", ").every((one) => drill.choices.includes(one)) ? text : undefined;
  if (drill.choices.length > 0) return drill.choices.includes(text) ? text : undefined;
  const amount = cents(text);
  return amount === undefined ? undefined : String(amount);
}

/** An answer in readable form. */
export const answerName = (drill: Drill, answer: string): string => (drill.unit === "cents" ? money(Number(answer)) : answer);

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** How many of a hundred answers were right. */
export const percent = ({ asked, right }: Pick<Kept, "asked" | "right">): string => (asked === 0 ? "–" : `${Math.floor((right * 100) / asked)}%`);

export interface Row {
  cite: string;
  game: string;
  /** One for each learner; nothing where nothing was asked. */
  cells: (ProvisionScore | undefined)[];
}

/** Learners by provisions: what most of them have to practice comes first. */
export function matrix(learners: ClassPage["learners"]): Row[] {
  const rows = new Map<string, Row>();
  for (const { cite, game } of learners.flatMap(({ provisions }) => provisions)) {
    const is = (one: ProvisionScore) => one.cite === cite && one.game === game;
    rows.set(`${cite} ${game}`, { cite, game, cells: learners.map(({ provisions }) => provisions.find(is)) });
  }
  const weak = ({ cells }: Row) => cells.filter((cell) => cell?.standing === "practice").length;
  return [...rows.values()].sort((a, b) => weak(b) - weak(a) || a.game.localeCompare(b.game) || a.cite.localeCompare(b.cite, "en", { numeric: true }));
}
