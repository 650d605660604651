// The live connection to a table. It reconnects when it is interrupted, and repeats whatever was not answered, with the
// same key.
import * as api from "./api";
import { SUBPROTOCOL } from "../routes";
import { address, ask, Trouble, words } from "./client";
import { browserKeep, Contributor } from "./contributor.svelte";
import { check, type Verdict } from "./fair";
import { newKey } from "./keys";
import { Table, type Pending, type Wish } from "./model.svelte";
import { session } from "./session.svelte";
import { isOtherLine, wrong } from "./proof";
import type { FromClient, FromServer, TableView } from "./types";

/** How often the heartbeat is sent, after what silence the connection counts as slow, and after what silence as dead. */
const BEAT = 5_000;
const SLOW = 8_000;
const DEAD = 20_000;

export type Connection = "connecting" | "up" | "slow" | "down" | "logged-out" | "gone";

const now = () => performance.now();

// Requests that were unanswered when a page was left or a login expired. They are repeated when the same person comes
// back.
const unanswered = new Map<string, Pending[]>();

export class Live {
  table = $state.raw<Table | undefined>(undefined);
  connection = $state<Connection>("connecting");
  /** Why the connection has ended. */
  note = $state("");
  /** What this browser contributes to the chance. */
  readonly chance: Contributor;
  /** The last window that was dealt again here, and the result. */
  checked = $state.raw<(Verdict & { window: number }) | undefined>(undefined);
  private checking = false;
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private wait = 250;
  private heardAt = 0;
  private beatAt = 0;
  private closed = false;
  private refreshing: Promise<void> | undefined;
  private wished = false;
  private readonly wake = () => this.check();

  constructor(
    readonly name: string,
    private readonly who = "",
  ) {
    this.chance = new Contributor(name, browserKeep(`${who}/${name}`));
  }

  async open(): Promise<void> {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.timer = setInterval(() => this.check(), 1000);
    await this.begin();
  }

  /** Reads the table first, so that it is shown before there is any connection. */
  private async begin(): Promise<void> {
    try {
      const view = await api.table(this.name);
      if (this.closed) return;
      this.table = new Table(view, now());
      this.table.pending = unanswered.get(this.whose) ?? [];
      unanswered.delete(this.whose);
      this.connect(view);
    } catch (error) {
      if (error instanceof Trouble && error.code === "unknown") {
        this.connection = "gone";
        this.note = "no such table stands on this floor";
        return;
      }
      this.cut(words(error));
    }
  }

  private get whose(): string {
    return `${this.who}/${this.name}`;
  }

  close(): void {
    this.closed = true;
    if (this.table && this.table.pending.length > 0) unanswered.set(this.whose, this.table.pending);
    clearInterval(this.timer);
    clearTimeout(this.waiting);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  /** Connects; the first time with the table as it was just read. */
  private connect(view?: TableView): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${address("watch", { table: this.name })}`, [SUBPROTOCOL]);
    this.socket = socket;
    this.heardAt = now();
    socket.onopen = () => {
      this.heardAt = now();
      this.wait = 250;
      this.connection = "up";
      this.note = "";
      for (const what of this.table?.onConnection() ?? []) this.say(what);
      this.chance.reconnect();
      if (view) for (const what of this.chance.see(view)) this.say(what);
      else void this.refresh().then(() => this.stillThere());
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(event.data as string);
    };
    socket.onclose = (event) => {
      if (this.socket === socket && !this.closed) void this.lost(event.reason);
    };
  }

  private hear(text: string): void {
    this.heardAt = now();
    if (this.connection === "slow") this.connection = "up";
    const frame = JSON.parse(text) as FromServer;
    if (frame.type === "lock") return void this.openPart(() => this.chance.lock(frame));
    if (frame.type === "heard") return this.chance.hear(frame);
    if (frame.type === "step") this.line(frame);
    const wishes = this.table?.hear(frame, now()) ?? [];
    for (const wish of wishes) this.fulfil(wish);
  }

  /** Handles a line about chance. */
  private line(frame: FromServer & { type: "step" }): void {
    if (!frame.chance) return;
    for (const what of this.chance.step(frame, this.table?.caughtUp ?? false)) this.say(what);
    void this.openPart(() => this.chance.overdue());
    if (frame.chance.kind === "turned" && this.chance.turned === frame.chance.window) void this.dealAgain(frame.chance.window);
  }

  /** Several pages of one person share a chain, so they take turns. */
  private async openPart(lock: () => Promise<FromClient[]>): Promise<void> {
    const alone = navigator.locks as LockManager | undefined;
    const said = alone ? await alone.request(`ch47-chain/${this.whose}`, lock) : await lock();
    for (const what of said) this.say(what);
  }

  /** Deals a window again in which the user has a part. If windows come faster than that, some are skipped. */
  private async dealAgain(window: number): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      const verdict = check(await api.chanceWindow(this.name, window));
      this.checked = { window, ...verdict };
      if (!verdict.fair) this.chance.alarm = `window ${window}: ${verdict.why}`;
    } catch {
      // It can be requested later, on the page that deals windows again.
    } finally {
      this.checking = false;
    }
  }

  /** After reconnecting: the line that was last answered must still be in the journal. */
  private async stillThere(): Promise<void> {
    const last = this.chance.last;
    if (!last) return;
    try {
      if (isOtherLine(await wrong(last, await api.proof(this.name, last.seq))))
        this.chance.alarm = `line ${last.seq} of the journal is not the one you answered: the floor has gone back, or shows you another journal`;
    } catch (error) {
      if (error instanceof Trouble && error.code === "unknown") this.chance.alarm = `line ${last.seq} of the journal, which you answered, is gone`;
    }
  }

  private fulfil(wish: Wish): void {
    if (wish !== "refresh") this.say(wish);
    else void this.refresh();
  }

  /**
   * Reads the table again. A request that comes while an answer is in transit may be about something newer: the table
   * is then read once more, and the caller waits for that answer.
   */
  async refresh(): Promise<void> {
    this.wished = true;
    this.refreshing ??= this.readAll().finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async readAll(): Promise<void> {
    while (this.wished && !this.closed) {
      this.wished = false;
      const heard = this.table?.presences;
      try {
        const view = await api.table(this.name);
        for (const what of this.chance.see(view)) this.say(what);
        // Presence was updated over the connection meanwhile, later than this answer was made.
        const presence = this.table && heard !== this.table.presences ? this.table.presence : view.presence;
        const frame = { ...view, type: "table" as const, ...(presence ? { presence } : {}) };
        for (const wish of this.table?.hear(frame, now()) ?? []) this.fulfil(wish);
      } catch {
        // The connection is up, so the answer was lost and is requested again. Otherwise the next connection does it.
        if (this.connection !== "up") continue;
        this.wished = true;
        await new Promise((wake) => setTimeout(wake, 1000));
      }
    }
  }

  private async lost(reason: string): Promise<void> {
    this.socket = undefined;
    this.cut(reason || "the connection is cut");
    // A browser does not say why a connection was refused: checking the session tells whether the user is still logged
    // in.
    try {
      await session.refresh();
      if (!session.me) {
        this.connection = "logged-out";
        this.note = "your session has ended";
        clearTimeout(this.waiting);
      } else if ((await ask("health")).protocol !== SUBPROTOCOL) {
        this.note = "the floor has been updated: load this page again";
        clearTimeout(this.waiting);
      }
    } catch {
      // The floor is unreachable: it is tried again anyway.
    }
  }

  private cut(why: string): void {
    if (this.closed) return;
    this.connection = "down";
    this.note = why;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => (this.table ? this.connect() : void this.begin()), this.wait);
    this.wait = Math.min(this.wait * 2, 5000);
  }

  /** Sends the heartbeat, and repeats what is due. */
  private check(): void {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    const silence = now() - this.heardAt;
    if (silence > DEAD) {
      this.socket = undefined;
      socket.close();
      this.cut("the floor does not answer");
      return;
    }
    if (silence > SLOW) {
      this.connection = "slow";
      this.note = `nothing heard for ${Math.round(silence / 1000)} seconds`;
    }
    if (silence > BEAT && now() - this.beatAt > BEAT) {
      this.beatAt = now();
      this.say({ do: "offers" });
    }
    for (const what of this.table?.due(now()) ?? []) this.say(what);
  }

  private say(what: FromClient): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (what.do === "offers") this.table?.asks();
    this.socket.send(JSON.stringify(what));
  }

  /** Does something at the table. What is sent while the connection is down is sent again when it is up. */
  act(act: string, seat = 0): void {
    if (this.table) this.say(this.table.act(newKey(), act, seat));
  }

  /** The user has finished wagering. This moves nothing and may get lost: it is sent again, or the time runs out. */
  ready(): void {
    this.say({ do: "ready", key: newKey() });
  }
}
