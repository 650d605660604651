// What staff, learners and readers of the law ask of the floor.
import { call, get, keyed, post, Trouble } from "./api";
import type {
  CageView, CheckView, ConformanceRow, ConsoleView, Drill, DrillKind, GameView, LawList, Marked, NewTable, OptionField, OptionsView,
  PersonView, Remedy, Role, RoundSummary, SheetView,
} from "./shapes";
import type { Receipt, ReplayView, TableSummary } from "./types";

const at = (table: string, rest = "") => `/api/tables/${encodeURIComponent(table)}${rest}`;

/** A query of what is said; what is empty is left out. */
export function query(words: Record<string, string | number | undefined>): string {
  const said = Object.entries(words).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(said.map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

export const people = () => get<PersonView[]>("/api/people");
export const admit = (name: string, role: Role, password: string) =>
  post<PersonView>("/api/people", { name, role, password });
export const changePerson = (name: string, change: { role?: Role; locked?: boolean }) =>
  call<PersonView>("PATCH", `/api/people/${encodeURIComponent(name)}`, change);
export const fund = (name: string, cents: number) =>
  keyed<Receipt>(`/api/people/${encodeURIComponent(name)}/money`, { cents });

export const cage = () => get<CageView>("/api/cage");
export const askFunds = (person: string, cents: number, reason: string) =>
  keyed<Receipt>("/api/cage", { person, cents, reason });

export const openTable = (table: NewTable) => post<TableSummary>("/api/tables", table);
export const closeTable = (table: string) => keyed<Receipt>(at(table, "/close"), {});
export const reopenTable = (table: string) => keyed<Receipt>(at(table, "/open"), {});

export const games = () => get<GameView[]>("/api/games");
export const gameOptions = (game: string) => get<OptionField[]>(`/api/games/${encodeURIComponent(game)}/options`);
export const check = (game: string, options: string[], table?: string) =>
  post<CheckView>("/api/options/check", { game, options, ...(table ? { table } : {}) });
export const options = (table: string) => get<OptionsView>(at(table, "/options"));
export const announce = (table: string, options: string[], effective: number) =>
  keyed<Receipt>(at(table, "/options"), { options, effective });

export const sheet = (table: string) => get<SheetView>(at(table, "/sheet"));
export const askRemedy = (table: string, remedy: Remedy, reason: string) =>
  keyed<Receipt>(at(table, "/remedies"), { remedy, reason });
export const decideRemedy = (table: string, seq: number, agree: boolean) =>
  keyed<Receipt>(at(table, `/remedies/${seq}`), { agree });
export const fill = (table: string, cents: number, slip: string) =>
  keyed<Receipt>(at(table, "/fills"), { cents, slip });
export const credit = (table: string, cents: number, slip: string) =>
  keyed<Receipt>(at(table, "/credits"), { cents, slip });

export const rounds = (table: string, offset = 0) => get<RoundSummary[]>(at(table, `/rounds${query({ offset })}`));
export const round = (table: string, number: number) => get<ReplayView>(at(table, `/rounds/${number}`));
/** Lines of the journal that fit; each is one value of JSON. */
export async function journal(table: string, words: Record<string, string | number | undefined>): Promise<string[]> {
  const response = await fetch(at(table, `/journal${query(words)}`), { credentials: "same-origin" });
  const text = await response.text();
  if (!response.ok) {
    const message = `the floor answers ${response.status}`;
    throw new Trouble({ code: "unknown", message, retry: false }, response.status);
  }
  return text.split("\n").filter(Boolean);
}

export const console = (table: string) => get<ConsoleView>(at(table, "/console"));
export const act = (table: string, act: string, as: string, seat: number, seen?: number) =>
  keyed<Receipt>(at(table, "/acts"), { act, as, ...(seat > 0 ? { seat } : {}), ...(seen === undefined ? {} : { seen }) });

export const drill = (game: string, seed: number, kind: DrillKind) =>
  get<Drill>(`/api/trainer/${encodeURIComponent(game)}${query({ seed, kind })}`);
export const answer = (game: string, seed: number, kind: DrillKind, said: string) =>
  post<Marked>(`/api/trainer/${encodeURIComponent(game)}`, { seed, kind, answer: said });

export const searchLaw = (words: { q?: string; subchapter?: string; offset?: number; limit?: number }) =>
  get<LawList>(`/api/law${query(words)}`);
export const conformance = () => get<ConformanceRow[]>("/api/conformance");
