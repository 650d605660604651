// Requests to the floor by people at the tables.
import { ask, maybe, tell } from "./client";

export const me = () => maybe(ask("read-me"));
export const logIn = (name: string, password: string) => ask("log-in", { body: { name, password } });
/** Enters as a guest; without a name, the floor assigns one. */
export const beGuest = (name?: string) => ask("be-guest", { body: name === undefined ? {} : { name } });
export const rename = (name: string) => ask("change-name", { body: { name } });
export const accept = (token: string, name: string, password: string) =>
  ask("accept-invitation", { body: { token, name, password } });
export const logOut = () => ask("log-out");
export const changePassword = (old: string, next: string) => ask("change-password", { body: { old, new: next } });
/** A guest chooses a password and keeps the name. */
export const choosePassword = (next: string) => ask("change-password", { body: { new: next } });

export const tables = () => ask("list-tables");
export const table = (table: string) => ask("read-table", { path: { table } });
/** The layout, now or at a moment in milliseconds. */
export const felt = (table: string, at?: number) => maybe(ask("read-felt", { path: { table }, query: { as_of: at === undefined ? "" : String(at) } }));
export const odds = (table: string) => maybe(ask("read-odds", { path: { table } }));
export const advice = (table: string) => maybe(ask("read-advice", { path: { table } }));
/** Joins a table and takes a seat there, if one is free. */
export const join = (table: string) => tell("join", { path: { table }, body: { sit: true } });
export const buyIn = (table: string, cents: number) => tell("buy-in", { path: { table }, body: { cents } });
export const colorUp = (table: string, cents: number) => tell("take-away", { path: { table }, body: { cents } });
export const proof = (table: string, seq: number) => ask("prove-receipt", { path: { table, seq } });
export const checkpoints = (table: string) => ask("read-checkpoints", { path: { table } });
export const chanceWindow = (table: string, window: number) => ask("read-window", { path: { table, window } });
export const why = (table: string, seq: number) => maybe(ask("explain-line", { path: { table, seq } }));
export const law = (cite: string) => ask("read-law", { path: { cite } });
