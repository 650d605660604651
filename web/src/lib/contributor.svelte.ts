// The user's part of the chance at a table: a hash chain made by this browser, one value of which goes into each draw.
// The house learns a value only after wagers are closed and all contributors are written down, so it can no longer
// choose anything; docs/fairness.md describes the protocol. Nothing here reads a clock or uses the network.
import { hex, unhex } from "./bytes";
import { newKey } from "./keys";
import { LENGTH, commitment, link } from "./mix";
import { UNCHECKED, wrongHead } from "./proof";
import type { ChanceView, CheckpointView, FromClient, HeardView, LockView, StepView, TableView } from "./types";

/** A new chain is offered when only this many values are left. */
const LEFT = 8;
/** The most people in a panel. */
const PANEL = 32;
const KEPT = 100;

/** Something that should not happen. A single one may be an accident of the network; many are not. */
export type Mark = "left out" | "not asked" | "unheard" | "given up";

interface Chain {
  seed: string;
  anchor: string;
  length: number;
  /** The first window it serves; unknown until the house has written it down. */
  since?: number;
}

/** What is stored beside the seed, because a value must never be opened twice. */
interface Kept {
  chains: Chain[];
  /** The depth that was opened last, in the newest chain that was used, and the lock it was opened for. */
  opened?: { anchor: string; depth: number; lock: string; seq: number; window: number };
  head?: Pick<CheckpointView, "key" | "size" | "root">;
  marks: { mark: Mark; window: number }[];
}

/** Where it is stored. */
export interface Keep {
  read(): string | undefined;
  write(text: string): void;
}

export class Contributor {
  /** What the table says about the user's part. */
  state = $state<"none" | "offered" | "ready" | "in" | "elsewhere">("none");
  /** How many people opened a part in the last locked window. */
  contributors = $state.raw<number | undefined>(undefined);
  /** What is clearly wrong. It stays visible. */
  alarm = $state("");
  marks = $state.raw<Kept["marks"]>([]);
  /** The window that is over and can be dealt again. */
  turned = $state.raw<number | undefined>(undefined);

  private kept: Kept = { chains: [], marks: [] };
  private patron: number | undefined;
  private readonly commitments = new Map<number, string>();
  private readonly locks = new Map<number, { leaf: string; panel: number[] }>();
  private readonly heard = new Set<number>();
  private waiting: LockView | undefined;
  /** Whether the user's part was missing when it was needed: then the user is left out for a while. */
  struck = $state(false);

  constructor(
    private readonly table: string,
    private readonly keep: Keep,
    private readonly random: () => Uint8Array = () => crypto.getRandomValues(new Uint8Array(32)),
  ) {
    this.load();
  }

  private load(): void {
    try {
      const kept = JSON.parse(this.keep.read() ?? "") as Kept;
      if (Array.isArray(kept.chains) && Array.isArray(kept.marks)) this.kept = kept;
    } catch {
      // Nothing was stored: the next chain is the first.
    }
    this.marks = this.kept.marks;
  }

  private save(): void {
    this.keep.write(JSON.stringify(this.kept));
    this.marks = this.kept.marks;
  }

  private mark(mark: Mark, window: number): void {
    this.kept.marks = [...this.kept.marks, { mark, window }].slice(-KEPT);
    this.save();
  }

  private get newest(): Chain | undefined {
    return this.kept.chains.at(-1);
  }

  /** The line of the last lock that was answered: it must still be there after reconnecting. */
  get last(): { seq: number; leaf: string } | undefined {
    const opened = this.kept.opened;
    return opened && { seq: opened.seq, leaf: opened.lock };
  }

  /** Takes in the table; returns what to send. */
  see(view: TableView): FromClient[] {
    if (view.summary.chance !== "digital" || !view.you) return [];
    this.patron = Number(view.you.slice(1));
    this.contributors = view.contributors ?? undefined;
    if (view.commitment) this.commitments.set(view.commitment.window, view.commitment.hash);
    const chain = view.chain ?? undefined;
    const mine = this.kept.chains.find((one) => one.anchor === chain?.anchor);
    if (mine && chain) {
      mine.since = chain.since;
      this.save();
      if (this.state !== "in") this.state = "ready";
      return [];
    }
    return this.state === "offered" ? [] : this.offer();
  }

  /** The connection is new: what was offered over the old one may be lost. */
  reconnect(): void {
    if (this.state === "offered") this.state = "none";
  }

  private offer(): FromClient[] {
    // A chain that nobody has seen is as good as a new one.
    let chain = this.newest;
    if (!chain || chain.since !== undefined || this.kept.opened?.anchor === chain.anchor) {
      const seed = this.random();
      chain = { seed: hex(seed), anchor: hex(link(seed, LENGTH)), length: LENGTH };
      this.kept.chains = [...this.kept.chains, chain].slice(-2);
      this.save();
    }
    this.state = "offered";
    return [{ do: "anchor", key: newKey(), anchor: chain.anchor, length: chain.length }];
  }

  /** Takes in a line of the journal; returns what to send. `live` is whether it has just happened. */
  step(step: StepView, live: boolean): FromClient[] {
    const chance = step.chance;
    if (!chance) return [];
    switch (chance.kind) {
      case "anchored":
        return this.anchored(chance);
      case "committed":
        this.commitments.set(chance.window, chance.commitment);
        return [];
      case "locked":
        this.locked(chance, step.leaf ?? "", live);
        return [];
      case "mixed":
        this.mixed(chance);
        return [];
      case "failed":
        if (this.patron !== undefined && chance.withheld.includes(this.patron)) {
          this.struck = true;
          if (this.heard.has(chance.window)) this.mark("left out", chance.window);
          else if (this.kept.opened?.window === chance.window) this.mark("unheard", chance.window);
          // The other device is gone.
          else if (this.state === "elsewhere") return this.offer();
        }
        return [];
      case "turned":
        return this.over(chance);
      case "abandoned": {
        const window = this.kept.opened?.window ?? 0;
        if (chance.after !== "committed" && chance.first <= window && window <= chance.last) this.mark("given up", window);
        return [];
      }
    }
  }

  private anchored(line: ChanceView & { kind: "anchored" }): FromClient[] {
    if (line.patron !== this.patron) return [];
    const mine = this.kept.chains.find((one) => one.anchor === line.anchor);
    this.state = mine ? "ready" : "elsewhere";
    if (mine) {
      mine.since = line.since;
      this.save();
    }
    return [];
  }

  private locked(line: ChanceView & { kind: "locked" }, leaf: string, live: boolean): void {
    this.commitments.set(line.window + 1, line.next);
    this.locks.set(line.window, { leaf, panel: line.panel });
    this.contributors = line.panel.length;
    const since = this.newest?.since ?? Infinity;
    const left = this.patron !== undefined && since <= line.window && !line.panel.includes(this.patron);
    if (live && left && this.state === "ready" && !this.struck && line.panel.length < PANEL) this.mark("not asked", line.window);
  }

  private mixed(line: ChanceView & { kind: "mixed" }): void {
    const opened = this.kept.opened;
    if (opened?.window !== line.window) return;
    const value = this.value(opened.anchor, opened.depth);
    if (line.parts.some(([patron, part]) => patron === this.patron && part === value)) this.state = "in";
    else this.mark("left out", line.window);
  }

  private over(line: ChanceView & { kind: "turned" }): FromClient[] {
    const bound = this.commitments.get(line.window);
    if (bound && commitment(this.table, line.window, unhex(line.secret)) !== bound)
      this.alarm = `the secret of window ${line.window} does not match the house's commitment`;
    if (this.kept.opened?.window === line.window) this.turned = line.window;
    if (this.state === "in") this.state = "ready";
    for (const old of [...this.commitments.keys()].filter((window) => window < line.window)) this.commitments.delete(old);
    for (const old of [...this.locks.keys()].filter((window) => window < line.window)) this.locks.delete(old);
    const chain = this.newest;
    const used = chain?.since === undefined ? 0 : line.window - chain.since + 1;
    return chain && this.state === "ready" && used > chain.length - LEFT ? this.offer() : [];
  }

  private value(anchor: string, depth: number): string | undefined {
    const chain = this.kept.chains.find((one) => one.anchor === anchor);
    return chain && depth <= chain.length ? hex(link(unhex(chain.seed), chain.length - depth)) : undefined;
  }

  /** Wagers are closed: opens the user's part, if everything is in order. */
  async lock(lock: LockView): Promise<FromClient[]> {
    // Another page of the same person may have opened something in between.
    this.load();
    const refused = this.refuses(lock);
    if (refused === "wait") {
      this.waiting = lock;
      return [];
    }
    const wrong = refused ?? (await this.wrongHead(lock.head));
    if (wrong) {
      this.alarm = `your part was not opened: ${wrong}`;
      return lock.depth <= (this.kept.opened?.depth ?? 0) ? this.offer() : [];
    }
    const chain = this.serving(lock.window);
    const value = chain && this.value(chain.anchor, lock.depth);
    if (!chain || !value) return [];
    const { key, size, root } = lock.head;
    this.kept.head = { key, size, root };
    this.kept.opened = { anchor: chain.anchor, depth: lock.depth, lock: lock.leaf, seq: lock.seq, window: lock.window };
    this.save();
    return [{ do: "open", window: lock.window, lock: lock.leaf, value }];
  }

  /** A lock that arrived before the lines it depends on. */
  async overdue(): Promise<FromClient[]> {
    const lock = this.waiting;
    this.waiting = undefined;
    return lock ? this.lock(lock) : [];
  }

  private serving(window: number): Chain | undefined {
    return this.kept.chains.filter((one) => (one.since ?? Infinity) <= window).at(-1);
  }

  /** Why this lock is not answered; "wait" if the lines before it have not arrived yet. */
  private refuses(lock: LockView): string | undefined {
    const bound = this.commitments.get(lock.window);
    if (!bound) return "wait";
    if (bound !== lock.commitment) return "the house has changed its commitment";
    const known = this.locks.get(lock.window);
    if (known && (known.leaf !== lock.leaf || known.panel.join() !== lock.panel.join())) return "the journal has another list of contributors";
    if (this.patron === undefined || !lock.panel.includes(this.patron)) return "you are not on the list of contributors";
    const chain = this.serving(lock.window);
    if (!chain || lock.depth !== lock.window - (chain.since ?? 0) + 1) return "it was asked for the wrong value";
    const { opened, head } = this.kept;
    if (opened?.anchor === chain.anchor && (lock.depth < opened.depth || (lock.depth === opened.depth && lock.leaf !== opened.lock)))
      return "it was asked for a second time: the floor may have gone back in time";
    if (lock.head.size <= lock.seq) return "the signed head does not cover the list of contributors";
    if (head && head.key !== lock.head.key) return "the floor signs with another key than before";
    if (head && (lock.head.size < head.size || (lock.head.size === head.size && lock.head.root !== head.root)))
      return "the journal is shorter than, or not the same as, the one signed before";
    return undefined;
  }

  /** A browser that cannot check signatures still contributes: that does no harm. */
  private async wrongHead(head: CheckpointView): Promise<string | undefined> {
    if (head.text.split("\n")[0] !== `ch47/${this.table}`) return "the signed head is another table's";
    const wrong = await wrongHead(head);
    return wrong === UNCHECKED ? undefined : wrong;
  }

  hear(heard: HeardView): void {
    this.heard.add(heard.window);
    this.state = "in";
  }
}

/** Stored in this browser for a person and a table; in memory only if nothing can be stored. */
export function browserKeep(whose: string): Keep {
  const name = `ch47-chain/${whose}`;
  let memory: string | undefined;
  return {
    read: () => {
      try {
        return localStorage.getItem(name) ?? undefined;
      } catch {
        return memory;
      }
    },
    write: (text) => {
      memory = text;
      try {
        localStorage.setItem(name, text);
      } catch {
        // Then it lasts as long as the page.
      }
    },
  };
}
