// Requests to the floor. What goes wrong is a `Trouble`, which says in words what to do next.
import { newKey } from "./keys";
import type {
  AdviceView, CheckpointView, FeltView, LawView, Me, OddsView, Problem, ProofView, Receipt, Seated, TableSummary,
  TableView, WindowView,
} from "./types";

export class Trouble extends Error {
  constructor(
    readonly problem: Problem,
    /** The status of HTTP; 0 if nothing was heard. */
    readonly status: number,
  ) {
    super(problem.message);
  }
}

const SILENCE: Problem = { code: "unavailable", message: "the floor does not answer", retry: true };

/** What to say of something thrown. */
export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}

/** Asks the floor for something, or tells it something. */
export async function call<T>(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, init);
    text = await response.text();
  } catch {
    throw new Trouble(SILENCE, 0);
  }
  let value: unknown;
  try {
    value = text === "" ? undefined : JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (response.ok && (value !== undefined || text === "")) return value as T;
  const message = response.ok ? "the floor has no such answer yet" : `the floor answers ${response.status}`;
  const status = response.ok ? 404 : response.status;
  throw new Trouble(isProblem(value) ? value : { code: "unknown", message, retry: response.status >= 500 }, status);
}

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);
export const post = <T>(path: string, body: unknown): Promise<T> => call<T>("POST", path, body);

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Tells the floor something that is written. Whoever does not know whether it arrived says it again, with its key. */
export async function keyed<T>(path: string, body: Record<string, unknown>, tries = 5): Promise<T> {
  const whole = { key: newKey(), ...body };
  for (let left = tries; ; left--) {
    try {
      return await post<T>(path, whole);
    } catch (error) {
      if (!(error instanceof Trouble && error.problem.retry) || left <= 1) throw error;
      await pause(400 * (tries - left + 1));
    }
  }
}

/** Something that may not be there: an older floor, or a right one has not. */
export async function maybe<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Trouble && [401, 403, 404, 409].includes(error.status)) return undefined;
    throw error;
  }
}

const at = (table: string, rest = "") => `/api/tables/${encodeURIComponent(table)}${rest}`;

export const me = () => maybe(get<Me>("/api/me"));
export const logIn = (name: string, password: string) => post<Me>("/api/login", { name, password });
export const beGuest = (name: string) => post<Me>("/api/guests", { name });
export const accept = (token: string, name: string, password: string) =>
  post<Me>("/api/invitations", { token, name, password });
export const logOut = () => post<undefined>("/api/logout", {});
export const changePassword = (old: string, next: string) => post<undefined>("/api/password", { old, new: next });

export const tables = () => get<TableSummary[]>("/api/tables");
export const table = (name: string) => get<TableView>(at(name));
export const felt = (name: string) => maybe(get<FeltView>(at(name, "/felt")));
export const odds = (name: string) => maybe(get<OddsView>(at(name, "/odds")));
export const advice = (name: string) => maybe(get<AdviceView>(at(name, "/advice")));
export const join = (name: string) => keyed<Seated>(at(name, "/join"), {});
export const buyIn = (name: string, cents: number) => keyed<Receipt>(at(name, "/buy-ins"), { cents });
export const colourUp = (name: string, cents: number) => keyed<Receipt>(at(name, "/colour-ups"), { cents });
export const proof = (name: string, seq: number) => get<ProofView>(at(name, `/receipts/${seq}`));
export const checkpoints = (name: string) => get<CheckpointView[]>(at(name, "/checkpoints"));
export const chanceWindow = (name: string, number: number) => get<WindowView>(at(name, `/windows/${number}`));
export const law = (cite: string) => maybe(get<LawView>(`/api/law/${encodeURIComponent(cite)}`));
