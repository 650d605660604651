// Lines of a journal as they are searched and listed.
import type { RoundSummary } from "./shapes";

export interface JournalLine {
  seq: number;
  at: number;
  by: string;
  words: string;
  round?: number;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A line in readable form; undefined if it is not a line. */
export function lineOf(json: string): JournalLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value["seq"] !== "number") return undefined;
  const entry = value["entry"];
  const round = value["round"];
  return {
    seq: value["seq"],
    at: Number(value["at"]),
    by: String(value["by"]),
    words: isObject(entry) ? inWords(entry) : String(value["line"] ?? entry),
    ...(typeof round === "number" ? { round } : {}),
  };
}

/** What an entry says: its line if it has one, otherwise its kind and its fields. */
function inWords(entry: Record<string, unknown>): string {
  const { kind, line, refusal, ...rest } = entry;
  if (typeof line === "string") return isObject(refusal) ? `refused: ${line} (${String(refusal["cite"])})` : line;
  const more = Object.entries(rest).map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
  return [String(kind), ...more].join(" · ").slice(0, 200);
}

/** The round that a line belongs to, as far as the list of rounds reaches. */
export function roundOf(rounds: RoundSummary[], seq: number): number | undefined {
  return rounds.find((round) => round.first <= seq && seq <= round.last)?.round;
}
