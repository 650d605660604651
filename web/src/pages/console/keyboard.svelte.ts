// The keyboard of the console: keys wait their turn until the table is as they were meant for, and nothing that was keyed is lost.
import { Asked, inWords } from "../../lib/asked.svelte";
import { Trouble } from "../../lib/client";
import * as api from "../../lib/api";
import * as floor from "../../lib/desk";
import { badgeFor, NOTHING, press, type Keyed, type Moment } from "../../lib/entry/keys";
import type { Desk } from "../../lib/entry/line";
import { lay } from "../../lib/replay";
import type { Live } from "../../lib/live.svelte";
import type { ConsoleEntry, ConsoleView } from "../../lib/shapes";
import type { BetView } from "../../lib/types";

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));
/** How long the console waits for the table to show what was told, in milliseconds. */
const PATIENCE = 8_000;
const UNNUMBERED = ["roulette", "big-six", "sic-bo", "keno"];
/** Games in which wagers that follow the deal are not part of what is wagered again. */
const DEALT = ["blackjack", "caribbean-stud", "double-down-stud", "let-it-ride", "pai-gow", "pai-gow-poker", "red-dog"];

/** Whether an entry line was keyed, and not a card, dice or a number. */
const isLine = (typed: string): boolean => typed.length > 1;

export interface Badge {
  role: string;
  entries: ConsoleEntry[];
  before: Keyed;
}

export class Keyboard {
  keyed = $state.raw<Keyed>(NOTHING);
  note = $state("");
  /** Whether the last thing told came to nothing. */
  failed = $state(false);
  busy = $state(false);
  badge = $state.raw<Badge | undefined>(undefined);
  /** How many keys were pressed since the page was opened. */
  count = $state(0);
  private last = $state.raw<{ round: number; bets: BetView[] }>({ round: -1, bets: [] });
  private buffer: string[] = [];
  private running = false;

  constructor(
    private readonly live: Live,
    private readonly view: Asked<ConsoleView>,
    private readonly role: string,
  ) {}

  /** Takes note of what lies there when wagers are closed: it is what is wagered again. */
  look(): void {
    const table = this.live.table;
    if (!table || table.bets.length === 0 || table.awaits?.for === "wagers") return;
    const { round, game } = table.summary;
    if (DEALT.includes(game) && this.last.round === round) return;
    this.last = { round, bets: table.bets };
  }

  /** What was wagered before this page was opened: the last round that is over says it. */
  async recall(): Promise<void> {
    const before = (this.live.table?.summary.round ?? 0) - 1;
    if (before < 0 || this.last.round >= 0) return;
    const [view, replay] = await Promise.all([api.table(this.live.name), floor.round(this.live.name, before)]);
    const bets = lay(view, replay, DEALT.includes(view.summary.game));
    if (this.last.round < 0) this.last = { round: before, bets };
  }

  /** The table as an entry is read at it. */
  get desk(): Desk | undefined {
    const table = this.live.table;
    if (!table) return undefined;
    const { picture, summary } = table;
    const places = !UNNUMBERED.includes(summary.game);
    const guests = table.people.map((one) => ({
      patron: one.patron,
      seat: table.seatOf(one.patron) ?? 0,
      name: one.name,
      purse: one.purse ?? 0,
      walkIn: one.walk_in ?? false,
      color: picture.colors?.find((chip) => chip.patron === one.patron)?.color,
      chip: one.chip ?? undefined,
    }));
    const awaits = table.awaits;
    const awaited = awaits?.for === "decision" ? awaits.by : undefined;
    const looks = awaited !== picture.banker && this.view.value?.decisions.some((one) => one.as === awaited && one.act === "looks");
    const lying = (spot: "player" | "banker") => picture.cards?.filter((card) => card.spot === spot).length ?? 0;
    return {
      game: summary.game,
      places,
      guests: places ? guests.filter((guest) => guest.seat > 0) : guests,
      bets: table.bets,
      last: this.last.bets,
      point: picture.puck?.on ?? undefined,
      awaited,
      banker: picture.banker ?? undefined,
      down: summary.game === "chemin-de-fer" && looks ? { player: lying("player"), banker: lying("banker") } : undefined,
      next: Math.max(0, ...table.people.map((one) => Number(one.patron.slice(1)))) + 1,
    };
  }

  /** What keys mean now; nothing while the table is not known. */
  get moment(): Moment | undefined {
    const [desk, view, awaits] = [this.desk, this.view.value, this.live.table?.awaits];
    if (!desk || !view) return undefined;
    const patron = awaits?.for === "decision" && /^p\d/.test(awaits.by);
    const waits = !awaits ? "nothing" : awaits.for !== "decision" ? awaits.for : patron ? "patron" : "staff";
    return {
      desk, waits, decisions: view.decisions, acts: view.acts, lines: view.lines,
      outcomes: view.outcomes.map(({ chance }) => chance),
      due: view.due ?? undefined,
      irregularities: view.irregularities.map(({ line }) => line),
      ...(view.usual ? { usual: view.usual } : {}),
    };
  }

  /** A key was pressed, or tapped. Hands are faster than networks: it waits until what came before it is told. */
  press(key: string): void {
    this.count++;
    this.buffer.push(key);
    void this.run();
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (let key = this.buffer.shift(); key !== undefined && !this.badge; key = this.buffer.shift()) await this.take(key);
    } finally {
      this.running = false;
    }
  }

  private async take(key: string): Promise<void> {
    if (!(await this.current())) {
      this.fail("the table does not answer: nothing was told");
      return;
    }
    const moment = this.moment;
    if (!moment) return;
    const before = this.keyed;
    const pressed = press(moment, before, key);
    this.keyed = pressed.keyed;
    if (pressed.used && !pressed.entries) [this.note, this.failed] = [pressed.note ?? "", pressed.note !== undefined];
    if (!pressed.entries) return;
    const role = badgeFor(pressed.entries, this.role);
    // An entry stays where it was if it comes to nothing; a card that cannot be is keyed anew.
    const kept = before.mode.at !== "entry" || isLine(before.typed) ? before : NOTHING;
    if (role) this.badge = { role, entries: pressed.entries, before: kept };
    else await this.tell(pressed.entries, kept, pressed.note);
  }

  /** Waits until the page shows the table as it is, with everything that may be done. */
  private async current(): Promise<boolean> {
    const until = performance.now() + PATIENCE;
    while (performance.now() < until) {
      const next = this.live.table?.next;
      if (next !== undefined && this.view.value?.next === next) return true;
      if (next !== undefined && this.view.value && this.view.value.next > next) await pause(10);
      else await this.view.ask(() => floor.console(this.live.name));
    }
    return false;
  }

  /** Somebody else shows a badge, or does not: then what was keyed stays where it was. */
  async show(badge: { name: string; password: string } | undefined): Promise<void> {
    const asked = this.badge;
    if (!asked) return;
    if (badge) {
      const done = await this.tell(asked.entries, asked.before, undefined, badge);
      if (done) this.badge = undefined;
    } else {
      this.badge = undefined;
      this.keyed = asked.before;
      this.buffer = [];
    }
    void this.run();
  }

  private async tell(entries: ConsoleEntry[], before: Keyed, echo?: string, badge?: { name: string; password: string }): Promise<boolean> {
    const table = this.live.table;
    if (!table) return false;
    this.busy = true;
    try {
      const answer = await floor.tellConsole(this.live.name, table.next - 1, entries, badge);
      if (answer.refused) {
        const { line, refused } = answer.refused;
        this.keyed = before;
        this.fail(`${line}: ${refused.text} [${refused.cite}]: nothing was told`);
        return false;
      }
      [this.note, this.failed] = [echo ?? answer.lines.join(" · "), false];
      if (answer.receipt) await this.reach(answer.receipt.seq, entries);
      return true;
    } catch (error) {
      this.keyed = before;
      this.fail(inWords(error));
      if (error instanceof Trouble && error.code === "stale") await this.live.refresh();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Waits until the page has heard of a line. */
  private async reach(seq: number, entries: ConsoleEntry[]): Promise<void> {
    const until = performance.now() + PATIENCE;
    while ((this.live.table?.next ?? 0) <= seq && performance.now() < until) await pause(5);
    // Who is here, and what a corrected round left on the layout, no line says.
    if ((this.live.table?.next ?? 0) <= seq || entries.some((entry) => entry.do !== "tell")) await this.live.refresh();
    this.look();
  }

  private fail(note: string): void {
    [this.note, this.failed] = [note, true];
    this.buffer = [];
  }
}
