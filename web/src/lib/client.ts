// The only way to make a request to the floor. Paths and methods come from the floor's own table of routes, and the
// types of requests and answers from its OpenAPI document, so that a request the floor does not know does not compile.
import type { operations } from "../protocol";
import { ROUTES } from "../routes";
import { newKey } from "./keys";
import type { Problem, ProblemCode } from "./types";

export type Action = keyof typeof ROUTES & keyof operations;

type Json<T> = { content: { "application/json": T } };
type Parameters<A extends Action> = operations[A]["parameters"];
type Body<A extends Action> = operations[A] extends { requestBody: Json<infer B> } ? B : never;

type InPath<A extends Action> = Parameters<A> extends { path: infer P } ? { path: P } : unknown;
/** Empty values are left out of a query. */
type InQuery<A extends Action> = Parameters<A> extends { query?: infer Q }
  ? [Q] extends [never] ? unknown : { query?: { [K in keyof Q]?: Q[K] | "" | undefined } }
  : unknown;
type InBody<A extends Action> = [Body<A>] extends [never] ? unknown : { body: Body<A> };

/** The parameters of a request. */
export type Said<A extends Action> = InPath<A> & InQuery<A> & InBody<A>;

type Done = 200 | 201 | 204;
type Success<A extends Action> = operations[A]["responses"][keyof operations[A]["responses"] & Done];
/** The type of the floor's answer. */
export type Answer<A extends Action> = Success<A> extends Json<infer T>
  ? T
  : Success<A> extends { content: { "text/plain": string } | { "application/x-ndjson": string } }
    ? string
    : undefined;

/** Requests that change something at a table carry a key, so that repeating one has no further effect. */
export type KeyedAction = { [A in Action]: Body<A> extends { key: string } ? A : never }[Action];
type WithoutKey<A extends KeyedAction> = Omit<Said<A>, "body"> & { body: Omit<Body<A>, "key"> };

/** A problem; its message says what to do next. */
export class Trouble extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }

  get code(): ProblemCode {
    return this.problem.code;
  }
}

/** The message of something that was thrown. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}

type Values = Readonly<Record<string, string | number | undefined>>;

/** The address of a request. */
export function address(action: Action, path: Values = {}, query: Values = {}): string {
  const filled = ROUTES[action][1].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(said.map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? filled : `${filled}?${text}`;
}

/** The body of an answer: a JSON value, or the text itself. An empty body, or one that is not valid JSON, is undefined. */
function read(response: Response, text: string): unknown {
  if (text === "") return response.status === 204 ? undefined : text;
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How long to wait for an answer, in milliseconds: what is needed to draw a table comes soon or was lost. */
const SOON: Partial<Record<Action, number>> = { "read-me": 8_000, "list-tables": 8_000, "read-table": 8_000, "read-felt": 8_000 };
const LATE = 60_000;

/** Makes a request to the floor. */
export async function ask<A extends Action>(
  action: A,
  ...[said]: unknown extends Said<A> ? [] : [said: Said<A>]
): Promise<Answer<A>> {
  const { path, query, body } = (said ?? {}) as { path?: Values; query?: Values; body?: unknown };
  const init: RequestInit = { method: ROUTES[action][0], credentials: "same-origin", signal: AbortSignal.timeout(SOON[action] ?? LATE) };
  if (body !== undefined) {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(address(action, path, query), init);
    text = await response.text();
  } catch {
    throw new Trouble({ code: "unavailable", message: "the floor does not answer", retry: true });
  }
  const value = read(response, text);
  if (response.ok && (value !== undefined || response.status === 204)) return value as Answer<A>;
  const retry = response.status >= 500;
  const message = `the floor answers ${response.status}`;
  throw new Trouble(isProblem(value) ? value : { code: retry ? "unavailable" : "bad-request", message, retry });
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Makes a request that writes something. If it is unclear whether it arrived, it is repeated with the same key. */
export async function tell<A extends KeyedAction>(action: A, said: WithoutKey<A>, tries = 5): Promise<Answer<A>> {
  const whole = { ...said, body: { key: newKey(), ...said.body } };
  const once = ask as (action: A, said: unknown) => Promise<Answer<A>>;
  for (let left = tries; ; left--) {
    try {
      return await once(action, whole);
    } catch (error) {
      if (!(error instanceof Trouble && error.problem.retry) || left <= 1) throw error;
      await pause(400 * (tries - left + 1));
    }
  }
}

const ABSENT: ProblemCode[] = ["log-in", "forbidden", "unknown", "conflict", "not-now"];

/** Something that may not exist, or not for this user. */
export async function maybe<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Trouble && ABSENT.includes(error.code)) return undefined;
    throw error;
  }
}
