// The table as this person knows it: frames in, a picture out. Nothing here reads a clock, uses the network or makes
// keys.
import { lay, pay, won } from "./ledger";
import { isFreshShoe, lastLook } from "./picture";
import { coupOf, type Coup } from "./roads";
import { calledTo, entryName, factName } from "./words";
import type {
  Awaits, BetView, Commitment, EntryKind, Fact, FromClient, FromServer, Offer, Outcome, Picture, PresenceView, Problem, Receipt, Refused,
  Seated, Settled, StepView, TableSummary, TableView,
} from "./types";

/** How many lines the log keeps, and how many of them are requested on joining a table. */
const KEPT = 600;
const HISTORY = 400;
/** How long cards that are taken away in the middle of a round stay visible, in milliseconds. */
const LOOK = 1000;

/** After how long an answer counts as lost, in milliseconds. */
const UNANSWERED = 6000;

export type Tone = "call" | "chance" | "wager" | "won" | "lost" | "refused" | "trouble" | "note";

export interface Line {
  seq: number;
  round: number;
  cite: string;
  held: boolean;
  text: string;
  tone: Tone;
  /** Whom it is about, if the text does not say so. */
  who?: string | undefined;
  /** What a call puts in writing. */
  paper?: string | undefined;
}

/** A request that has not been answered yet. */
export interface Pending {
  key: string;
  said: string;
  request: FromClient;
  /** When to send it again, unless it is answered. */
  again?: number;
}

/** What the model wants from the server: to send a message, or to read the table again. */
export type Wish = FromClient | "refresh";

/** How one of the user's wagers ended. */
export interface Result {
  /** The line that decided it. */
  seq: number;
  round: number;
  fact: Settled;
}

/** The user's net result of a round. */
export interface Net {
  round: number;
  net: number;
}

/** A bid for the bank. */
export interface Bid {
  patron: string;
  cents: number;
}

/** What the dealer finds two hands to be: at a seat, or at 0 the dealer's own. */
export interface Found {
  round: number;
  position: number;
  high: string;
  low: string;
}

/** What a line decided. */
export interface Decided {
  seq: number;
  facts: Settled[];
}

/** A refusal by the law, or something that went wrong, and what the user had sent. */
export interface Refusal extends Pick<Refused, "cite" | "held" | "text"> {
  said: string;
  /** The line in the journal; none if it never came there. */
  line?: number;
}

/** Whether a wheel or dice show something: they move before the result is shown. */
const isPlay = (fact: Fact): fact is Fact & { kind: "shown" } => fact.kind === "shown" && ["dice", "ball", "stop", "drawn"].includes(fact.outcome.outcome);

const NOBODY: PresenceView = { present: 0, away: [], ready: false };
/** The call that declares void what was shown. */
const VOID = "voids-spin";
/** Kinds of lines that contain everything they change; after any other kind the table is read again. */
const BY_LINES: EntryKind[] = ["input", "refused", "anchored", "committed", "locked", "mixed", "failed", "turned", "abandoned", "taken-over"];

export class Table {
  summary = $state.raw<TableSummary>() as TableSummary;
  you = $state.raw<string | undefined>(undefined);
  people = $state.raw<Seated[]>([]);
  bets = $state.raw<BetView[]>([]);
  /** Whom or what the table waits for; undefined while it is closed. */
  awaits = $state.raw<Awaits | undefined>(undefined);
  /** Until when it waits, by the clock that is passed to `hear`. */
  until = $state.raw<number | undefined>(undefined);
  offers = $state.raw<Offer[]>([]);
  /** How many requests for offers are unanswered: until then the offers shown may be outdated. */
  private unanswered = $state(0);
  /** What the table waited for when the offers were told. */
  private offeredFor = $state.raw("");
  commitment = $state.raw<Commitment | undefined>(undefined);
  /** Who is at the table at the moment, and whether the table knows that the user is ready: only the server can say. */
  presence = $state.raw<PresenceView>(NOBODY);
  /** How many times the server has sent this unasked. */
  presences = 0;
  /** Everything on the table besides the wagers, as it is now. */
  picture = $state.raw<Picture>({});
  /** The cards that the last line took away, as long as they are still visible. */
  private cleared = $state.raw<Picture | undefined>(undefined);
  /** The coups of a baccarat shoe. */
  coups = $state.raw<Coup[]>([]);
  /** What the wheel or dice showed, latest last. */
  numbers = $state.raw<Outcome[]>([]);
  /** How many times they have shown something since the user came: earlier results are history and do not move. */
  plays = $state.raw(0);
  log = $state.raw<Line[]>([]);
  receipts = $state.raw<Receipt[]>([]);
  pending = $state.raw<Pending[]>([]);
  results = $state.raw<Result[]>([]);
  /** The user's net results of recent rounds, vigorish included, latest last. */
  nets = $state.raw<Net[]>([]);
  /** Whether the last result is still visible on the table: the next chip clears it. */
  fresh = $state.raw(false);
  /** What the last line decided for everybody, or the last result of the wheel or dice: chips move accordingly. */
  decided = $state.raw<Decided>({ seq: -1, facts: [] });
  /** The law's last refusal to the user, or what went wrong. */
  refusal = $state.raw<Refusal | undefined>(undefined);
  /** The bids for the open bank, the last one of each person. */
  bids = $state.raw<Bid[]>([]);
  /** What the dealer has found in the last round of a game of two hands. */
  found = $state.raw<Found[]>([]);
  /** What the user put down in the previous round, to be repeated. */
  last = $state.raw<BetView[]>([]);
  /** What the user put down in this round, chip by chip, to be undone. */
  placed = $state.raw<BetView[]>([]);
  standing = $state(0);

  next = 0;
  private toldTo = 0;
  private epoch = 0;
  private askedFrom: number | undefined;
  private clearedUntil: number | undefined;
  private lastPicture: Picture | undefined;
  private heard: Partial<Pick<Table, "log" | "numbers" | "plays" | "coups" | "results" | "nets" | "fresh" | "bids" | "found">> = {};
  private seenTo = 0;
  private round = 0;
  /** The user's money other than the chips here. */
  private elsewhere = $state(0);

  constructor(view: TableView, now: number) {
    this.toldTo = Math.max(0, view.next - HISTORY);
    this.seenTo = view.next;
    this.see(view, now);
  }

  /** What to draw: the table as it is, or with the cards that were just taken away. */
  get look(): Picture {
    return this.cleared ? lastLook(this.picture, this.cleared) : this.picture;
  }
  /** Whether the cards to be seen are those of a round in which the user held the bank, even if it has changed hands since. */
  get banks(): boolean {
    const { banker } = this.cleared && (this.picture.cards ?? []).length === 0 ? this.cleared : this.picture;
    return this.you !== undefined && banker === this.you;
  }
  get purse(): number {
    return this.people.find((one) => one.patron === this.you)?.purse ?? 0;
  }
  /** All the user's money. Chips are bought when a wager needs them, so buying them does not change it. */
  get balance(): number {
    return this.elsewhere + this.purse;
  }
  get onLayout(): number {
    return this.mine.reduce((sum, bet) => sum + bet.stake, 0);
  }
  get mine(): BetView[] {
    return this.bets.filter((bet) => bet.patron === this.you);
  }
  seatOf(patron: string): number | undefined {
    return this.picture.seats?.find((place) => place.patron === patron)?.seat;
  }
  get seat(): number {
    return (this.you && this.seatOf(this.you)) || (this.mine[0]?.seat ?? 0);
  }
  /** The user's net result in the round of the last result. */
  get net(): number {
    const round = this.results[0]?.round;
    return this.nets.find((one) => one.round === round)?.net ?? 0;
  }
  /** Whether the user can still put down this amount. */
  canAfford(cents: number): boolean {
    return cents <= this.balance;
  }
  /** Whether the offers are up to date. */
  get isCurrent(): boolean {
    return this.unanswered === 0 && this.offers.length > 0;
  }
  /** What the table waits for, in which round and at whose place. */
  private get moment(): string {
    return JSON.stringify([this.awaits, this.picture.turn ?? null, this.summary.round]);
  }
  /** Whether the table has come to wait for something else, and what the user can do then is not told yet. */
  get isOutdated(): boolean {
    return this.unanswered > 0 && this.offeredFor !== this.moment;
  }
  /** Notes that offers were requested. */
  asks(): void {
    this.unanswered += 1;
  }
  /** Whether the table waits for the user's decision. */
  get yours(): boolean {
    return this.awaits?.for === "decision" && this.awaits.by === this.you;
  }
  /** Whether the server counts the user in for this betting window. */
  get ready(): boolean {
    return this.presence.ready;
  }
  name(actor: string): string {
    return this.people.find((one) => one.patron === actor)?.name ?? actor;
  }
  get caughtUp(): boolean {
    return this.toldTo >= this.next;
  }

  /** What to send after reconnecting: a request for everything missed, then everything unanswered with its original keys. */
  onConnection(): FromClient[] {
    this.askedFrom = this.toldTo;
    this.offers = [];
    this.unanswered = 0;
    this.pending = this.pending.map(({ again: _, ...rest }) => rest);
    return [{ do: "resume", from: this.toldTo }, ...this.pending.map((one) => one.request), { do: "offers" }];
  }

  /**
   * What has to be sent again by now, because the server asked for it or no answer came; its key ensures that it is
   * done only once. Also ends whatever was to be visible only for a moment.
   */
  due(now: number): FromClient[] {
    this.expire(now);
    const due = this.pending.filter((one) => one.again !== undefined && one.again <= now);
    const next = (one: Pending) => ({ ...one, again: now + UNANSWERED });
    if (this.pending.some((one) => one.again === undefined || due.includes(one))) this.pending = this.pending.map((one) => (one.again === undefined || due.includes(one) ? next(one) : one));
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

  /** Takes in a frame, and returns what to request. */
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
        this.unanswered = Math.max(0, this.unanswered - 1);
        if (this.unanswered === 0) this.offeredFor = this.moment;
        return [];
      case "presence":
        this.presence = frame;
        this.presences++;
        return [];
      case "problem":
        this.problem(frame, now);
        return [];
      case "lock":
      case "heard":
        return [];
      case "resync":
        // The server no longer has the earlier lines: the log has a gap, and the table is read again.
        this.toldTo = Math.max(this.toldTo, frame.from);
        this.note("trouble", "some lines were left out: the table is read again");
        return ["refresh"];
    }
  }

  /** Takes in the current table: everything except the log is replaced. */
  see(view: TableView, now: number): void {
    this.summary = view.summary;
    this.next = view.next;
    this.awaits = view.awaits ?? undefined;
    this.until = view.patience == null ? undefined : now + view.patience;
    this.bets = view.bets;
    this.people = view.people;
    this.you = view.you ?? undefined;
    this.commitment = view.commitment ?? undefined;
    this.presence = view.presence ?? NOBODY;
    this.elsewhere = (view.money?.balance ?? this.purse) - this.purse;
    this.draw(view, now);
  }

  /**
   * Updates what is on the table. Cards with which a round ends stay visible until there are others or the user wagers;
   * those taken away earlier stay for a moment.
   */
  private draw({ picture, cleared, facts }: Pick<StepView, "picture" | "cleared" | "facts">, now: number): void {
    // A line that does not change the picture does not repeat it.
    this.picture = picture ?? this.picture;
    this.expire(now);
    const hasCards = (this.picture.cards ?? []).length > 0;
    if (cleared) {
      this.cleared = cleared;
      this.clearedUntil = hasCards ? now + LOOK : undefined;
    } else if (this.clearedUntil === undefined && (hasCards || facts.some((fact) => fact.kind === "placed" && (!this.you || fact.bet.patron === this.you)))) {
      this.cleared = undefined;
    }
  }

  private expire(now: number): void {
    if (this.clearedUntil !== undefined && this.clearedUntil <= now) this.cleared = this.clearedUntil = undefined;
  }

  /** Lines already known change nothing, a gap is requested, and lines of a node that no longer owns the table are ignored. */
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

  /** Applies a line to wagers and purses. */
  private apply(step: StepView, now: number): void {
    for (const fact of step.facts) {
      this.bets = lay(this.bets, fact);
      this.people = pay(this.people, fact);
    }
    this.summary = { ...this.summary, round: step.round };
    this.awaits = step.awaits ?? undefined;
    this.draw(step, now);
    this.until = step.patience == null ? undefined : now + step.patience;
  }

  /** Adds a line to the log, the history and the roads. Past lines are shown all at once. */
  private tell(step: StepView): void {
    if (step.round > this.round) this.endRound();
    this.round = step.round;
    if (step.picture && isFreshShoe(this.lastPicture, step.picture)) this.heard.coups = [];
    this.lastPicture = step.picture ?? this.lastPicture;
    const { seq, refused } = step;
    if (refused) {
      const text = `${step.line ?? "something"}: ${refused.text}`;
      this.write({ seq, cite: refused.cite, held: refused.held, text, tone: "refused", who: step.by });
    }
    const counts = !step.facts.some((fact) => fact.kind === "called" && fact.call === VOID);
    for (const fact of step.facts) {
      this.keepResult(fact, step, counts);
      this.remember(fact);
      if (this.you && seq >= this.seenTo) this.standing += won(fact, this.you);
      const { cite, held, paper } = fact;
      this.write({ seq, cite, held, text: factName(fact, this), tone: tone(fact), who: calledTo(fact, this), paper: paper ?? undefined });
    }
    this.refresh(step);
    const text = entryName(step);
    if (text) this.write({ seq, cite: "", held: true, text, tone: "note" });
  }

  private endRound(): void {
    if (this.placed.length > 0) this.last = this.placed;
    this.placed = [];
  }

  /** Remembers what the user has put down, to be undone or repeated. */
  private remember(fact: Fact): void {
    if (fact.kind === "placed" && fact.bet.patron === this.you) this.placed = [...this.placed, fact.bet];
    if (fact.kind === "returned" && fact.bet.patron === this.you) {
      this.placed = this.placed.filter((bet) => bet.wager !== fact.bet.wager || bet.seat !== fact.bet.seat);
    }
  }

  /** A result stays visible from the line that decides it until the user wagers again, or something else is under way. */
  private refresh(step: StepView): void {
    const own = step.facts.some((fact) => fact.kind === "settled" && fact.bet.patron === this.you);
    const placed = step.facts.some((fact) => fact.kind === "placed" && fact.bet.patron === this.you);
    const round = (this.heard.results ?? this.results)[0]?.round ?? 0;
    const { moving, cards = [] } = this.lastPicture ?? {};
    const asked = step.awaits?.for === "decision" && step.awaits.by === this.you;
    const next = moving || (cards.length > 0 && (asked || step.round > round));
    if (own) this.heard.fresh = true;
    else if (placed || next) this.heard.fresh = false;
    if (step.seq < this.seenTo) return;
    const facts = step.facts.filter((fact) => fact.kind === "settled");
    if (facts.length > 0 || step.facts.some(isPlay)) this.decided = { seq: step.seq, facts };
  }

  private keepResult(fact: Fact, { seq, round }: StepView, counts: boolean): void {
    const heard = this.heard;
    const change = this.you ? won(fact, this.you) : 0;
    if (change !== 0 || (fact.kind === "settled" && fact.bet.patron === this.you)) {
      const nets = heard.nets ?? this.nets;
      const before = nets.find((one) => one.round === round)?.net ?? 0;
      heard.nets = [...nets.filter((one) => one.round !== round), { round, net: before + change }].slice(-30);
    }
    if (fact.kind === "called") {
      this.hearBid(fact.call, fact.args ?? {});
      this.hearHands(fact.call, fact.args ?? {}, round);
    }
    const coup = coupOf(fact);
    if (coup) heard.coups = [...(heard.coups ?? this.coups), coup];
    if (counts && isPlay(fact)) {
      heard.numbers = [...(heard.numbers ?? this.numbers), fact.outcome].slice(-200);
      if (seq >= this.seenTo) heard.plays = (heard.plays ?? this.plays) + 1;
    }
    if (fact.kind === "settled" && fact.bet.patron === this.you) {
      const before = heard.results ?? this.results;
      heard.results = [...before.filter((one) => one.round === round), { seq, round, fact }];
    }
  }

  private hearBid(call: string, args: Record<string, unknown>): void {
    if (call === "invites-bids") this.heard.bids = [];
    if (call !== "hears-bid") return;
    const [patron, cents] = [String(args["patron"]), Number(args["amount"])];
    this.heard.bids = [...(this.heard.bids ?? this.bids).filter((bid) => bid.patron !== patron), { patron, cents }];
  }

  private hearHands(call: string, { position, high, low, pair }: Record<string, unknown>, round: number): void {
    if (call !== "finds-hands") return;
    const before = (this.heard.found ?? this.found).filter((one) => one.round === round && one.position !== position);
    const of = (kind: unknown): string => (typeof kind === "string" ? kind.replaceAll("-", " ") : Object.entries(kind ?? {}).map(([name, count]) => `${count} ${count === 1 ? name.replace(/s$/, "") : name}`).join());
    this.heard.found = [...before, { round, position: Number(position), high: of(high), low: low === undefined ? (pair ? "a pair" : "no pair") : of(low) }];
  }

  /** Shows everything received so far. */
  private publish(): void {
    Object.assign(this, this.heard);
    this.heard = {};
  }

  private receipt(receipt: Receipt): void {
    const said = this.pending.find((one) => one.key === receipt.key)?.said ?? "";
    this.pending = this.pending.filter((one) => one.key !== receipt.key);
    if (this.receipts.some((known) => known.key === receipt.key)) return;
    if (receipt.refused) {
      const { cite, held, text } = receipt.refused;
      this.refusal = { cite, held, text, said, line: receipt.seq };
    }
    this.answered(receipt);
  }

  /** A request was answered over HTTP. */
  answered(receipt: Receipt): void {
    const { key, leaf, seq, table, refused } = receipt;
    this.receipts = [...this.receipts, { key, leaf, seq, table, refused: refused ?? null }];
  }

  private problem(problem: Problem, now: number): void {
    // Without a key it was a read request, which will not be answered any more.
    if (!problem.key) this.unanswered = 0;
    const found = this.pending.find((one) => one.key === problem.key);
    if (problem.retry && found) {
      this.pending = this.pending.map((one) => (one === found ? { ...one, again: now + 1000 } : one));
      this.note("trouble", `${found.said}: ${problem.message}; it is tried again`);
      return;
    }
    this.pending = this.pending.filter((one) => one !== found);
    const said = found ? `${found.said}: ` : "";
    const text = problem.code === "stale" ? "the table has gone on to another round since: look, and do it again if you still want to" : problem.message;
    if (found) this.refusal = { cite: "", held: true, text, said: found.said };
    this.note("trouble", `${said}${problem.message}`);
  }

  note(tone: Tone, text: string): void {
    this.write({ seq: this.toldTo, cite: "", held: true, text, tone });
    if (this.caughtUp) this.publish();
  }

  private write(line: Omit<Line, "round">): void {
    this.heard.log = [...(this.heard.log ?? this.log), { ...line, round: this.round }].slice(-KEPT);
  }
}

export function tone(fact: Fact): Tone {
  switch (fact.kind) {
    case "called":
      return "call";
    case "shown":
    case "privately":
    case "hidden":
      return "chance";
    case "settled":
      return fact.fate === "won" ? "won" : fact.fate === "void" ? "wager" : "lost";
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

/** What lies on a table: all that is needed to draw it. */
export type Lying = Pick<Table, "picture" | "look" | "bets" | "offers" | "mine" | "you" | "yours" | "name">;

/** A table at one moment, which nobody here may touch. */
export const atRest = (bets: BetView[], picture: Picture): Lying => ({
  picture, look: picture, bets, offers: [], mine: [], you: undefined, yours: false, name: (actor) => actor,
});
