// A real floor for the tests: the actual command, in a temporary folder, and people who talk to it over HTTP.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const PASSWORD = "a pass phrase for tests";

/** The games, each with its own table on a test floor. */
export const GAMES = [
  "big-six",
  "blackjack",
  "caribbean-stud",
  "chemin-de-fer",
  "craps",
  "double-down-stud",
  "keno",
  "let-it-ride",
  "minibaccarat",
  "pai-gow",
  "pai-gow-poker",
  "punto-banco",
  "red-dog",
  "roulette",
  "sic-bo",
];

/** The games whose pictures are taken again: those that $UPDATE_FELTS names, or all of them with 1. */
export const UPDATED = GAMES.filter((game) => process.env.UPDATE_FELTS === "1" || process.env.UPDATE_FELTS?.split(",").includes(game));

/** The command: $CH47, or the most recent build. */
export function command() {
  const root = resolve(import.meta.dirname, "../..");
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const built = ["debug", "release"].map((kind) => join(target, kind, "ch47"));
  const found = [process.env.CH47, ...built].find((path) => path && existsSync(path));
  if (!found) throw new Error("no ch47: build it with `cargo build -p ch47`, or say where it is in $CH47");
  return resolve(found);
}

/** An idempotency key for a request. */
export const key = () => randomUUID();

/** Waits until a condition holds. */
export async function until(what, ask, ms = 90_000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await new Promise((wake) => setTimeout(wake, 25));
  }
}

/** Whether a table waits for wagers. */
export const isOpen = ({ awaits }) => awaits?.for === "wagers";

/** Whether a table waits for somebody's decision. */
export const asks = ({ awaits }, actor) => awaits?.for === "decision" && awaits.by === actor;

/** Each request has its own connection: a floor closes one that is idle, perhaps at the moment when the next request is sent. */
const agent = new http.Agent({ keepAlive: false });

let addresses = 0;

/** A loopback address that nobody else here uses: only a few people a minute may enter from each address. */
function address() {
  addresses += 1;
  return `127.${(process.pid % 250) + 1}.${(addresses >> 8) + 1}.${(addresses & 255) + 1}`;
}

/** Somebody who talks HTTP. */
export class Person {
  constructor(floor, name) {
    this.floor = floor;
    this.name = name;
    this.cookie = "";
    this.from = address();
  }

  /** Makes a request; returns status, headers and body. */
  async ask(method, path, body) {
    const at = new URL(path, this.floor.url);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { origin: this.floor.url };
    if (text !== undefined) Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    if (this.cookie) headers.cookie = this.cookie;
    return await new Promise((done, fail) => {
      const request = http.request(at, { method, headers, agent, localAddress: this.from }, (answer) => {
        let all = "";
        answer.setEncoding("utf8");
        answer.on("data", (part) => (all += part));
        answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, text: all }));
      });
      request.on("error", fail);
      request.end(text);
    });
  }

  /** Makes a request that must succeed; returns the body. */
  async must(method, path, body) {
    const answer = await this.ask(method, path, body);
    const set = answer.headers["set-cookie"];
    if (set) this.cookie = set[0].split(";")[0];
    if (answer.status >= 300) throw new Error(`${this.name}: ${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.text === "" ? null : JSON.parse(answer.text);
  }

  get(path) {
    return this.must("GET", path);
  }

  post(path, body) {
    return this.must("POST", path, body);
  }

  /** Joins a table with chips. */
  async join(table, cents = 50_000) {
    await this.post(`/api/tables/${table}/join`, { key: key() });
    await this.post(`/api/tables/${table}/buy-ins`, { key: key(), cents });
    return this;
  }

  /** Does something at a table; `as` is for staff. If the law refuses it, the receipt says so. */
  act(table, act, seat, as) {
    const more = { ...(seat ? { seat } : {}), ...(as ? { as } : {}) };
    return this.post(`/api/tables/${table}/acts`, { key: key(), act, ...more });
  }

  /** Leaves the seat that the house has assigned, to take another one; returns whether the person already sits there. */
  async rises(table, act) {
    const { you, picture } = await this.get(`/api/tables/${table}`);
    const own = picture.seats?.find(({ patron }) => patron === you)?.seat;
    if (own === undefined) return false;
    if (act === `sits at ${own}`) return true;
    // If changing seats is allowed, there is no need to get up first.
    if ((await this.get(`/api/tables/${table}/offers`)).some((offer) => offer.act === act)) return false;
    await this.act(table, "leaves");
    return false;
  }

  /** Does something that the law must not refuse. */
  async does(table, act, seat, as) {
    if (act.startsWith("sits at ") && !as && (await this.rises(table, act))) return undefined;
    const receipt = await this.act(table, act, seat, as);
    if (receipt.refused) throw new Error(`${this.name}: ${act}: ${receipt.refused.text} (${receipt.refused.cite})`);
    return receipt;
  }

  ready(table) {
    return this.post(`/api/tables/${table}/ready`, { key: key() });
  }
}

/** A running floor. */
export class Floor {
  /** Opens a floor with a table of every game. */
  static async open(words = []) {
    const floor = new Floor();
    floor.folder = await mkdtemp(join(tmpdir(), "ch47-e2e-"));
    floor.words = words;
    floor.people = new Map();
    await floor.start("127.0.0.1:0");
    floor.admin = new Person(floor, "admin");
    const [name, password] = ["admin", PASSWORD];
    await floor.admin.post("/api/invitations", { token: floor.said.invitation, name, password });
    return floor;
  }

  /** Starts the command, which prints in one line where it listens. */
  async start(listen) {
    // On a busy machine a page may be silent for a while, and must not count as absent because of that.
    const usual = [["--wager-time", "120"], ["--turn-time", "120"], ["--step-time", "0.05"], ["--grace", "60"]];
    const pace = usual.filter(([flag]) => !this.words.includes(flag)).flat();
    // All the browsers of the scenes share one address.
    const doors = ["--guests-per-minute", "1000"];
    const words = ["serve", join(this.folder, "floor"), "--json", "--listen", listen, ...pace, ...doors, ...this.words];
    const child = spawn(command(), words, { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    this.log = "";
    child.stderr.on("data", (part) => (this.log += part));
    this.ended = new Promise((done) => child.on("exit", done));
    this.said = await new Promise((done, fail) => {
      let line = "";
      child.stdout.on("data", (part) => {
        line += part;
        if (line.includes("\n")) done(JSON.parse(line));
      });
      child.on("exit", (code) => fail(new Error(`the floor ended with ${code}: ${this.log}`)));
    });
    this.url = this.said.address;
    this.listen = new URL(this.url).host;
    await until("a floor that is well", async () => (await new Person(this, "nobody").ask("GET", "/healthz")).status === 200);
  }

  /** Kills it abruptly, like a machine that is lost. */
  async kill() {
    this.child.kill("SIGKILL");
    await this.ended;
  }

  /** Restarts it at the same address. */
  async restart() {
    await this.start(this.listen);
  }

  /** Stops it and deletes its folder. */
  async close() {
    this.child.kill("SIGTERM");
    await this.ended;
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A guest with a thousand dollars of play money. */
  async guest(name) {
    const person = new Person(this, name);
    await person.post("/api/guests", { name });
    return person;
  }

  /** Somebody in a role; returns the same person when called again. */
  async staff(role, name = role) {
    if (!this.people.has(name)) {
      const person = new Person(this, name);
      await this.admin.post("/api/people", { name, role, password: PASSWORD });
      await person.post("/api/login", { name, password: PASSWORD });
      this.people.set(name, person);
    }
    return this.people.get(name);
  }

  /** An additional table. */
  async table(table, game, { options, ...more } = {}) {
    options ??= await this.usual(game);
    await this.admin.post("/api/tables", { table, pit: "tests", game, options, inventory: 1_000_000_000, ...more });
    return table;
  }

  /** The usual choices where the licensee of a game must decide. */
  async usual(game) {
    const { options } = await this.admin.get(`/api/games/${game}/options`);
    return Object.fromEntries(options.filter((field) => field.standard != null).map((field) => [field.key, field.standard]));
  }

  /** The lines of a table's journal, as staff may read them. */
  async lines(table) {
    const clerk = await this.staff("pit-clerk");
    const all = [];
    for (;;) {
      const { text } = await clerk.ask("GET", `/api/tables/${table}/journal?from=${all.length}&limit=1000`);
      const lines = text.split("\n").filter(Boolean);
      if (lines.length === 0) return all;
      all.push(...lines);
    }
  }

  /** The journal of a table. */
  async journal(table) {
    return (await this.lines(table)).map((line) => JSON.parse(line));
  }
}

export { PASSWORD };
