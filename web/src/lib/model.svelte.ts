// The table as this person knows it: frames in, a picture out. Nothing here reads a clock, a wire or a key.
import { baccaratCount, Hands, provision, type Face, type Shown } from "./hands";
import { lay, pay, won } from "./ledger";
import { money } from "./money";
import type { Outcome, Winner } from "./roads";
import type {
  Commitment, FromClient, FromServer, LoadedView, Lying, Offer, PresenceView, Problem, Receipt, Refused, Seated, StepView, TableSummary,
  TableView, Told,
} from "./types";

/** How many lines the log keeps, and how many of them are asked for on coming to a table. */
const KEPT = 600;
const HISTORY = 400;

export type Tone = "call" | "chance" | "wager" | "won" | "lost" | "refused" | "trouble" | "note";

export interface Line {
  seq: number;
  cite: string;
  held: boolean;
  text: string;
  tone: Tone;
  /** What a call puts in writing. */
  paper?: string;
}

/** Something that was said and not answered yet. */
export interface Pending {
  key: string;
  said: string;
  request: FromClient;
  /** When to send it again, if the server asked for that. */
  again?: number;
}

/** What the model would like to be asked of the server: something said, or the table read anew. */
export type Wish = FromClient | "refresh";

/** How one's wager ended. */
export interface Result {
  round: number;
  told: Told & { kind: "settled" };
}

const RESULTS = ["3.10(a)", "7.10(a)"];
const SHUFFLES = ["3.5(a)", "7.5(a)"];
const NOBODY: PresenceView = { present: 0, away: [], ready: false };
/** Lines that tell all they change; after any other the table is read anew. */
const BY_LINES = ["input", "refused", "anchored", "committed", "locked", "mixed", "failed", "turned", "abandoned", "taken-over"];

export class Table {
  summary = $state.raw<TableSummary>() as TableSummary;
  you = $state.raw<string | undefined>(undefined);
  people = $state.raw<Seated[]>([]);
  seats = $state.raw<Record<string, number>>({});
  bets = $state.raw<Lying[]>([]);
  awaits = $state("");
  /** Until when it waits, on the clock that `hear` is given. */
  until = $state.raw<number | undefined>(undefined);
  offers = $state.raw<Offer[]>([]);
  commitment = $state.raw<Commitment | undefined>(undefined);
  /** Who is at the table at this moment, and whether it knows that you are ready: only the server can say. */
  presence = $state.raw<PresenceView>(NOBODY);
  piles = $state.raw<Record<string, Face[]>>({});
  shown = $state.raw<Shown>({ lights: [] });
  outcomes = $state.raw<Outcome[]>([]);
  /** The loaded shoes, as anyone can count them. */
  shoes = $state.raw<LoadedView[]>([]);
  /** What wheel or dice showed, the last one last. */
  numbers = $state.raw<string[]>([]);
  log = $state.raw<Line[]>([]);
  receipts = $state.raw<Receipt[]>([]);
  pending = $state.raw<Pending[]>([]);
  results = $state.raw<Result[]>([]);
  /** The law's last No to oneself, or what went wrong. */
  refusal = $state.raw<(Refused & { said: string }) | undefined>(undefined);
  /** What one put down in the round before, to be repeated. */
  last = $state.raw<Lying[]>([]);
  /** What one put down in this round, chip by chip, to be undone. */
  placed = $state.raw<Lying[]>([]);
  standing = $state(0);
  /** Owed vigorish that a marker stands for, by patron. */
  owed = $state.raw<Record<string, number>>({});

  next = 0;
  private toldTo = 0;
  private epoch = 0;
  private askedFrom: number | undefined;
  private hands: Hands;
  private heard: Partial<Pick<Table, "log" | "numbers" | "outcomes" | "results">> = {};
  private seenTo = 0;
  private round = 0;

  constructor(view: TableView, now: number) {
    this.toldTo = Math.max(0, view.next - HISTORY);
    this.seenTo = view.next;
    this.hands = this.stand(view);
    this.see(view, now);
    this.showHands();
    // What is told again from here on begins with a table without cards.
    this.hands = this.stand(view);
  }

  /** What stays from round to round: whatever is told again, the table ends as it stands. */
  private stand(view: TableView): Hands {
    const hands = new Hands(view.summary.game);
    for (const { what, at, patron } of view.standing ?? []) {
      if (what === "seat" && patron) this.seats = { ...this.seats, [patron]: at };
      if (what === "puck") hands.shown = { ...hands.shown, point: at };
    }
    return hands;
  }

  get purse(): number {
    return this.people.find((one) => one.patron === this.you)?.purse ?? 0;
  }
  get onLayout(): number {
    return this.mine.reduce((sum, bet) => sum + bet.stake, 0);
  }
  get mine(): Lying[] {
    return this.bets.filter((bet) => bet.patron === this.you);
  }
  get seat(): number {
    const you = this.you;
    if (!you) return 0;
    return this.seats[you] ?? this.mine[0]?.seat ?? 0;
  }
  /** Whether the server counts you in for this betting window. */
  get ready(): boolean {
    return this.presence.ready;
  }
  name(patron: string): string {
    return this.people.find((one) => one.patron === patron)?.name ?? patron;
  }
  /** The text with the names of patrons in it; one's own is `you`. */
  named(text: string): string {
    return text.replace(/\b(p\d+)('s)?\b/g, (_, who: string, own?: string) => {
      if (who === this.you) return own ? "your" : "you";
      return this.name(who) + (own ?? "");
    });
  }
  /** A fact in words. */
  private words(told: Told): string {
    if (told.kind !== "placed" && told.kind !== "returned" && told.kind !== "settled") return this.named(told.text);
    const { patron, wager, stake, seat } = told.bet;
    const own = patron === this.you;
    const what = `${wager.replaceAll("-", " ")}${seat > 0 ? ` at ${seat}` : ""}`;
    if (told.kind === "placed") return `${own ? "you put" : `${this.name(patron)} puts`} ${money(stake)} on ${what}`;
    const whose = own ? "your" : `${this.name(patron)}'s`;
    if (told.kind === "returned") return `${whose} ${money(stake)} on ${what} comes back`;
    const fate = { won: `wins ${money(told.paid)}`, lost: "loses", void: "neither wins nor loses", halved: `loses ${money(told.taken)}` }[told.fate];
    return `${whose} ${money(stake)} on ${what} ${fate ?? told.fate}`;
  }
  isOffered(act: string, seat: number): boolean {
    return this.offers.some((offer) => offer.act === act && offer.seat === seat);
  }
  get caughtUp(): boolean {
    return this.toldTo >= this.next;
  }

  /** What to say when a connection is there again: everything missed, then everything unanswered with the keys it had. */
  onConnection(): FromClient[] {
    this.askedFrom = this.toldTo;
    this.offers = [];
    this.pending = this.pending.map(({ again: _, ...rest }) => rest);
    return [{ do: "resume", from: this.toldTo }, ...this.pending.map((one) => one.request), { do: "offers" }];
  }

  /** What is due to be sent again by now. */
  due(now: number): FromClient[] {
    const due = this.pending.filter((one) => one.again !== undefined && one.again <= now);
    if (due.length > 0) this.pending = this.pending.map((one) => (due.includes(one) ? { key: one.key, said: one.said, request: one.request } : one));
    return due.map((one) => one.request);
  }

  /** An act, to be sent and kept until it is answered. */
  act(key: string, act: string, seat: number): FromClient {
    const request: FromClient = { do: "act", key, act };
    if (this.next > 0) request.seen = this.next - 1;
    if (seat > 0) request.seat = seat;
    this.pending = [...this.pending, { key, said: act, request }];
    this.refusal = undefined;
    return request;
  }

  /** Hears a frame, and says what to ask for. */
  hear(frame: FromServer, now: number): Wish[] {
    switch (frame.type) {
      case "table": {
        if (frame.next >= this.next) this.see(frame, now);
        const wishes: Wish[] = [{ do: "offers" }];
        if (this.toldTo < this.next && this.askedFrom !== this.toldTo) {
          this.askedFrom = this.toldTo;
          wishes.unshift({ do: "resume", from: this.toldTo });
        }
        return wishes;
      }
      case "step":
        return this.step(frame, now);
      case "receipt":
        this.receipt(frame);
        return [];
      case "offers":
        this.offers = frame.offers;
        return [];
      case "presence":
        this.presence = frame;
        return [];
      case "problem":
        this.problem(frame, now);
        return [];
      case "lock":
      case "heard":
        return [];
      case "resync":
        // The server no longer has what came before: the log has a hole, and the table is read anew.
        this.toldTo = Math.max(this.toldTo, frame.from);
        this.note("trouble", "some lines were left out: the table is read anew");
        return ["refresh"];
    }
  }

  /** Sees the table as it is now: everything but the log is replaced. */
  see(view: TableView, now: number): void {
    this.summary = view.summary;
    this.next = view.next;
    this.awaits = view.awaits;
    this.until = view.patience == null ? undefined : now + view.patience;
    this.bets = view.bets;
    this.people = view.people;
    this.you = view.you ?? undefined;
    this.commitment = view.commitment ?? undefined;
    this.presence = view.presence ?? NOBODY;
    this.shoes = view.shoes ?? [];
    if (this.log.length === 0 && this.toldTo < view.next) {
      for (const told of view.told) {
        this.hands.hear(told);
        this.seatBy(told);
      }
    }
  }

  /** Lines already known change nothing, a gap is asked for, and what an owner says that was deposed does not count. */
  private step(step: StepView, now: number): Wish[] {
    if (step.epoch < this.epoch || step.seq < this.toldTo) return [];
    if (step.seq > this.toldTo) {
      if (this.askedFrom === this.toldTo) return [];
      this.askedFrom = this.toldTo;
      return [{ do: "resume", from: this.toldTo }];
    }
    this.toldTo = step.seq + 1;
    this.epoch = step.epoch;
    this.askedFrom = undefined;
    this.tell(step);
    if (step.seq < this.next) {
      if (this.caughtUp) this.publish();
      return [];
    }
    this.publish();
    if (step.seq > this.next) return ["refresh"];
    this.next = step.seq + 1;
    this.apply(step, now);
    const wishes: Wish[] = [{ do: "offers" }];
    if (!BY_LINES.includes(step.entry)) wishes.push("refresh");
    return wishes;
  }

  /** What a line does to wagers and purses. */
  private apply(step: StepView, now: number): void {
    for (const told of step.told) {
      this.bets = lay(this.bets, told);
      this.people = pay(this.people, told);
    }
    this.summary = { ...this.summary, round: step.round };
    this.awaits = step.awaits;
    this.shoes = step.shoes ?? [];
    this.until = step.patience == null ? undefined : now + step.patience;
  }

  /** What a line says to the log, the hands and the roads. Lines of the past are shown all at once. */
  private tell(step: StepView): void {
    if (step.round > this.round) this.endRound();
    this.round = step.round;
    if (step.line && !step.refused) this.hands.hearLine(step.line);
    if (step.refused) {
      const text = `${this.named(step.line ?? "something")}: ${step.refused.why}`;
      this.write({ seq: step.seq, cite: step.refused.cite, held: true, text, tone: "refused" });
    }
    for (const told of step.told) {
      this.hands.hear(told);
      this.seatBy(told);
      this.keepResult(told, step.round);
      this.remember(told);
      if (this.you && step.seq >= this.seenTo) this.standing += won(told, this.you);
      const paper = told.kind === "called" && told.paper ? { paper: told.paper } : {};
      this.write({ seq: step.seq, cite: told.cite, held: told.held, text: this.words(told), tone: tone(told), ...paper });
    }
    const text = other(step);
    if (text) this.write({ seq: step.seq, cite: "", held: true, text, tone: "note" });
  }

  private endRound(): void {
    this.hands.endRound();
    if (this.placed.length > 0) this.last = this.placed;
    this.placed = [];
  }

  /** What one has put down, to be undone or repeated. */
  private remember(told: Told): void {
    if (told.kind === "placed" && told.bet.patron === this.you) this.placed = [...this.placed, told.bet];
    if (told.kind === "returned" && told.bet.patron === this.you) {
      this.placed = this.placed.filter((bet) => bet.wager !== told.bet.wager || bet.seat !== told.bet.seat);
    }
    if (told.kind === "marked") this.owe(told.patron, told.vigorish);
    if (told.kind === "collected" || told.kind === "waived") this.owe(told.patron, -told.vigorish);
  }

  private owe(patron: string, cents: number): void {
    this.owed = { ...this.owed, [patron]: Math.max(0, (this.owed[patron] ?? 0) + cents) };
  }

  /** The dealer shows people to their seats. */
  private seatBy(told: Told): void {
    if (told.kind !== "called") return;
    const sits = /(?:shows|seats|sees|makes room for) (p\d+) (?:to|at|sit down at|take|moves to) ?(?:seat|box|area|place) (\d+)/.exec(told.call);
    if (sits?.[1]) this.seats = { ...this.seats, [sits[1]]: Number(sits[2]) };
    const left = /(p\d+) leave (?:seat|box|area|place)|free, (p\d+) having left/.exec(told.call);
    const who = left?.[1] ?? left?.[2];
    if (who) this.seats = Object.fromEntries(Object.entries(this.seats).filter(([one]) => one !== who));
  }

  private keepResult(told: Told, round: number): void {
    const cite = provision(told.cite);
    const heard = this.heard;
    if (told.kind === "called" && SHUFFLES.includes(cite) && told.call.includes("shuffle")) heard.outcomes = [];
    if (told.kind === "called" && RESULTS.includes(cite)) {
      const winner = /(Player's|Banker's) Hand wins/.exec(told.call)?.[1];
      const which: Winner | undefined = winner === "Player's" ? "player" : winner === "Banker's" ? "banker" : told.call.includes("Tie Hand") ? "tie" : undefined;
      if (which) heard.outcomes = [...(heard.outcomes ?? this.outcomes), outcome(this.hands.piles, which)];
    }
    if (told.kind === "shown" && !cite.startsWith("5.2(d)2")) {
      const number = /^(?:ball|stop|dice) (.+)$/.exec(told.chance)?.[1];
      if (number) heard.numbers = [...(heard.numbers ?? this.numbers), number].slice(-200);
    }
    if (told.kind === "settled" && told.bet.patron === this.you) {
      const before = heard.results ?? this.results;
      heard.results = [...before.filter((one) => one.round === round), { round, told }];
    }
  }

  /** Shows all that was heard. */
  private publish(): void {
    Object.assign(this, this.heard);
    this.heard = {};
    this.showHands();
  }

  private showHands(): void {
    this.piles = this.hands.piles;
    this.shown = this.hands.shown;
  }

  private receipt(receipt: Receipt): void {
    const said = this.pending.find((one) => one.key === receipt.key)?.said ?? "";
    this.pending = this.pending.filter((one) => one.key !== receipt.key);
    if (this.receipts.some((known) => known.key === receipt.key)) return;
    if (receipt.refused) this.refusal = { ...receipt.refused, said };
    this.answered(receipt);
  }

  /** A request was answered over HTTP. */
  answered(receipt: Receipt): void {
    const { key, leaf, seq, table, refused } = receipt;
    this.receipts = [...this.receipts, { key, leaf, seq, table, refused: refused ?? null }];
  }

  private problem(problem: Problem, now: number): void {
    const found = this.pending.find((one) => one.key === problem.key);
    if (problem.retry && found) {
      this.pending = this.pending.map((one) => (one === found ? { ...one, again: now + 1000 } : one));
      this.note("trouble", `${found.said}: ${problem.message}; it is tried again`);
      return;
    }
    this.pending = this.pending.filter((one) => one !== found);
    const said = found ? `${found.said}: ` : "";
    if (found) this.refusal = { cite: "", why: problem.message, said: found.said };
    this.note("trouble", `${said}${problem.message}`);
  }

  note(tone: Tone, text: string): void {
    this.write({ seq: this.toldTo, cite: "", held: true, text, tone });
    if (this.caughtUp) this.publish();
  }

  private write(line: Line): void {
    this.heard.log = [...(this.heard.log ?? this.log), line].slice(-KEPT);
  }
}

function tone(told: Told): Tone {
  switch (told.kind) {
    case "called":
      return "call";
    case "shown":
    case "privately":
    case "hidden":
      return "chance";
    case "settled":
      return told.fate === "won" ? "won" : told.fate === "void" ? "wager" : "lost";
    case "redeemed":
      return "won";
    case "charged":
    case "collected":
    case "marked":
      return "lost";
    default:
      return "wager";
  }
}

/** What lines other than the game's say. */
function other(step: StepView): string | undefined {
  const words: Record<string, string> = {
    joined: `${step.by} comes to the table`,
    "bought-in": `${step.by} buys chips`,
    "taken-away": `${step.by} takes chips away`,
    failed: "a part of the chance did not arrive in time: the draw starts over",
    abandoned: "the floor was restarted: the next draw has a new secret",
    closed: "the table closes",
    opened: "the table opens",
    approved: "something is put right, as two people agreed",
    scheduled: "other options are announced",
    "taken-over": "another node runs the table now",
  };
  return words[step.entry];
}

/** A result for the roads: the winner as announced, naturals and pairs as the cards show them. */
function outcome(piles: Record<string, Face[]>, winner: Winner): Outcome {
  const of = (side: "player" | "banker") => piles[side] ?? [];
  const pair = (pile: Face[]) => pile[0]?.card !== undefined && pile[0].card[0] === pile[1]?.card?.[0];
  const natural = (pile: Face[]) => pile.length === 2 && (baccaratCount(pile) ?? 0) >= 8;
  const has = { player: natural(of("player")), banker: natural(of("banker")) };
  return {
    winner,
    natural: winner === "tie" ? has.player || has.banker : has[winner],
    playerPair: pair(of("player")),
    bankerPair: pair(of("banker")),
  };
}
