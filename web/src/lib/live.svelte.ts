// The live connection to a table: it comes back when it was cut off, and says again what was not answered, with its key.
import * as api from "./api";
import { newKey } from "./keys";
import { Table, type Pending, type Wish } from "./model.svelte";
import { session } from "./session.svelte";
import type { FromClient, FromServer } from "./types";

/** How often the heart beats, after what silence it is a worry, and after what silence the line is dead. */
const BEAT = 5_000;
const SLOW = 8_000;
const DEAD = 20_000;

export type Connection = "connecting" | "up" | "slow" | "down" | "logged-out" | "gone";

const now = () => performance.now();

// What was not answered when a page was left, or a log-in ended: it is said again when the same person comes back.
const unanswered = new Map<string, Pending[]>();

export class Live {
  table = $state.raw<Table | undefined>(undefined);
  connection = $state<Connection>("connecting");
  /** Why it does not go on. */
  note = $state("");
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setInterval> | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private wait = 250;
  private heardAt = 0;
  private beatAt = 0;
  private closed = false;
  private refreshing = false;
  private readonly wake = () => this.check();

  constructor(
    readonly name: string,
    private readonly who = "",
  ) {}

  async open(): Promise<void> {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.timer = setInterval(() => this.check(), 1000);
    await this.begin();
  }

  /** Reads the table first: what is on it shows before any connection stands. */
  private async begin(): Promise<void> {
    try {
      const view = await api.table(this.name);
      if (this.closed) return;
      this.table = new Table(view, now());
      this.table.pending = unanswered.get(this.whose) ?? [];
      unanswered.delete(this.whose);
      this.connect();
    } catch (error) {
      if (error instanceof api.Trouble && error.status === 404) {
        this.connection = "gone";
        this.note = "no such table stands on this floor";
        return;
      }
      this.cut(api.words(error));
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

  private connect(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.name)}/live`);
    this.socket = socket;
    this.heardAt = now();
    socket.onopen = () => {
      this.heardAt = now();
      this.wait = 250;
      this.connection = "up";
      this.note = "";
      for (const what of this.table?.onConnection() ?? []) this.say(what);
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
    const wishes = this.table?.hear(JSON.parse(text) as FromServer, now()) ?? [];
    for (const wish of wishes) this.fulfil(wish);
  }

  private fulfil(wish: Wish): void {
    if (wish !== "refresh") this.say(wish);
    else void this.refresh();
  }

  /** Reads the table anew. Several wishes at once are one. */
  async refresh(): Promise<void> {
    if (this.refreshing) return;
    this.refreshing = true;
    try {
      const view = await api.table(this.name);
      for (const wish of this.table?.hear({ type: "table", ...view }, now()) ?? []) this.fulfil(wish);
    } catch {
      // The next line or connection asks again.
    } finally {
      this.refreshing = false;
    }
  }

  private async lost(reason: string): Promise<void> {
    this.socket = undefined;
    this.cut(reason || "the connection is cut");
    // A browser does not say why it was not let in: who one is says whether one still may.
    try {
      await session.refresh();
      if (!session.me) {
        this.connection = "logged-out";
        this.note = "your log-in has ended";
        clearTimeout(this.waiting);
      }
    } catch {
      // The floor is gone: it is tried again anyway.
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

  /** The heart beats; what is due goes out again. */
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
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(what));
  }

  /** Does something at the table. What is said into a dead line is said again when it is up. */
  act(act: string, seat = 0): void {
    if (this.table) this.say(this.table.act(newKey(), act, seat));
  }

  /** One has wagered. It moves nothing and may get lost: it is said again, or time runs out. */
  ready(): void {
    this.say({ do: "ready", key: newKey() });
  }
}
