// Requests to the floor by staff, students and readers of the law.
import { ask, tell, type Said } from "./client";
import type { ConsoleEntry, DealSaid, DrillKind, NewClass, NewTable, Remedy, Role, Settings } from "./shapes";

export const people = () => ask("list-people");
export const admit = (name: string, role: Role, password: string) =>
  ask("admit-person", { body: { name, role, password } });
export const changePerson = (person: string, change: Said<"change-person">["body"]) =>
  ask("change-person", { path: { person }, body: change });
export const fund = (person: string, cents: number) => tell("fund-person", { path: { person }, body: { cents } });

export const papers = () => ask("list-papers");

export const cage = () => ask("read-cage");
export const askFunds = (person: string, cents: number, reason: string) =>
  tell("ask-funds", { body: { person, cents, reason } });

export const openTable = (table: NewTable) => ask("open-table", { body: table });
export const closeTable = (table: string) => tell("close-table", { path: { table }, body: {} });
export const reopenTable = (table: string) => tell("reopen-table", { path: { table }, body: {} });

export const games = () => ask("list-games");
export const gameOptions = (game: string) => ask("read-game-options", { path: { game } });
export const check = (game: string, options: Settings, table?: string) =>
  ask("check-options", { body: { game, options, ...(table ? { table } : {}) } });
export const options = (table: string) => ask("read-options", { path: { table }, query: {} });
export const announce = (table: string, options: Settings, effective: number, approved = "") =>
  tell("change-options", { path: { table }, body: { options, effective, ...(approved ? { approved } : {}) } });

/** The sheet of a gaming day, of a shift of it, or, without a day, since the table opened. */
export const sheet = (table: string, day: string, shift: number | undefined) => ask("read-sheet", { path: { table }, query: { day, shift } });
export const askRemedy = (table: string, remedy: Remedy, reason: string) =>
  tell("ask-remedy", { path: { table }, body: { remedy, reason } });
export const decideRemedy = (table: string, seq: number, agree: boolean) =>
  tell("decide-remedy", { path: { table, seq }, body: { agree } });
export const fill = (table: string, cents: number, slip: string) =>
  tell("fill", { path: { table }, body: { cents, slip } });
export const credit = (table: string, cents: number, slip: string) =>
  tell("credit", { path: { table }, body: { cents, slip } });

/** Rounds that had begun by then, latest first. */
export const rounds = (table: string, offset = 0, asOf = "") => ask("list-rounds", { path: { table }, query: { offset, as_of: asOf } });
export const round = (table: string, round: number) => ask("read-round", { path: { table, round } });
/** What the wagers on the layout were worth after a line of a round. */
export const roundOdds = (table: string, round: number, line: number) => ask("read-round-odds", { path: { table, round }, query: { line } });
/** Matching lines of the journal; each is a JSON value. */
export const journal = async (table: string, query: NonNullable<Said<"read-journal">["query"]>) =>
  (await ask("read-journal", { path: { table }, query })).split("\n").filter(Boolean);

export const console = (table: string) => ask("read-console", { path: { table } });
/** Reports what happens at a physical table, all of it or nothing; a badge is somebody else's name and password. */
export const tellConsole = (table: string, seen: number, entries: ConsoleEntry[], badge?: { name: string; password: string }) =>
  tell("tell-console", { path: { table }, body: { seen, entries, ...(badge ? { badge } : {}) } });
export const act = (table: string, act: string, as: string, seat: number, seen?: number) =>
  tell("act", { path: { table }, body: { act, as, ...(seat > 0 ? { seat } : {}), ...(seen === undefined ? {} : { seen }) } });

export const drill = (game: string, seed: number, kind: DrillKind, table = "") => ask("ask-drill", { path: { game }, query: { seed, kind, table } });
export const answer = (game: string, seed: number, kind: DrillKind, options: Settings, answer: string) =>
  ask("answer-drill", { path: { game }, body: { seed, kind, options, answer } });

/** A drill that counts; what is left out is the floor's choice. */
export const setDrill = (request: Said<"set-drill">["body"]) => ask("set-drill", { body: request });
export const answerSetDrill = (id: string, answer: string) => ask("answer-set-drill", { body: { id, answer } });
/** Begins to deal, or goes on where one like it is not finished. */
export const startDeal = (request: Said<"start-deal">["body"]) => ask("start-deal", { body: request });
export const readDeal = (deal: string) => ask("read-deal", { path: { deal } });
export const answerDeal = (deal: string, step: number, said: DealSaid) => ask("answer-deal", { path: { deal }, body: { step, said } });
export const progress = () => ask("read-progress");
export const joinClass = (code: string) => ask("join-class", { body: { code } });
export const classes = () => ask("list-classes");
export const createClass = (body: NewClass) => ask("create-class", { body });
export const classPage = (code: string) => ask("read-class", { path: { class: code } });

export const contents = () => ask("read-contents");
export const searchLaw = (query: NonNullable<Said<"search-law">["query"]>) => ask("search-law", { query });
export const conformance = () => ask("read-conformance");
