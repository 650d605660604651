// The table as this person knows it: frames in, a picture out. Nothing here reads a clock, a wire or a key.
import { lay, pay, won } from "./ledger";
import { isFreshShoe, lastLook } from "./picture";
import { coupOf, type Coup } from "./roads";
import { calledTo, entryName, factName } from "./words";
import type {
  Awaits, BetView, Commitment, EntryKind, Fact, FromClient, FromServer, Offer, Outcome, Picture, PresenceView, Problem, Receipt, Refused,
  Seated, Settled, StepView, TableSummary, TableView,
} from "./types";

/** How many lines the log keeps, and how many of them are asked for on coming to a table. */
const KEPT = 600;
const HISTORY = 400;
/** How long cards that are taken away in the middle of a round stay in sight, in milliseconds. */
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
  /** Whom it is about, where the text does not say it. */
  who?: string | undefined;
  /** What a call puts in writing. */
  paper?: string | undefined;
}

/** Something that was said and not answered yet. */
export interface Pending {
  key: string;
  said: string;
  request: FromClient;
  /** When to send it again, unless it is answered. */
  again?: number;
}

/** What the model would like to be asked of the server: something said, or the table read anew. */
export type Wish = FromClient | "refresh";

/** How one's wager ended. */
export interface Result {
  round: number;
  fact: Settled;
}

/** What a round came to for oneself. */
export interface Net {
  round: number;
  net: number;
}

/** A bid for the bank. */
export interface Bid {
  patron: string;
  cents: number;
}

/** What a line decided. */
export interface Decided {
  seq: number;
  facts: Settled[];
}

/** The law's No to oneself, or what went wrong, and what one had said. */
export interface Refusal extends Pick<Refused, "cite" | "held" | "text"> {
  said: string;
}

/** Whether wheel or dice show something: it moves before it is to be seen. */
const isPlay = (fact: Fact): fact is Fact & { kind: "shown" } => fact.kind === "shown" && ["dice", "ball", "stop"].includes(fact.outcome.outcome);

const NOBODY: PresenceView = { present: 0, away: [], ready: false };
/** The call by which what was shown does not count. */
const VOID = "voids-spin";
/** Lines that tell all they change; after any other the table is read anew. */
const BY_LINES: EntryKind[] = ["input", "refused", "anchored", "committed", "locked", "mixed", "failed", "turned", "abandoned", "taken-over"];

export class Table {
  summary = $state.raw<TableSummary>() as TableSummary;
  you = $state.raw<string | undefined>(undefined);
  people = $state.raw<Seated[]>([]);
  bets = $state.raw<BetView[]>([]);
  /** Whom or what the table waits for; nothing while it is closed. */
  awaits = $state.raw<Awaits | undefined>(undefined);
  /** Until when it waits, on the clock that `hear` is given. */
  until = $state.raw<number | undefined>(undefined);
  offers = $state.raw<Offer[]>([]);
  /** How often offers were asked for without an answer: until then those shown may be of a moment that is over. */
  private unanswered = $state(0);
  commitment = $state.raw<Commitment | undefined>(undefined);
  /** Who is at the table at this moment, and whether it knows that you are ready: only the server can say. */
  presence = $state.raw<PresenceView>(NOBODY);
  /** How often it said so unasked. */
  presences = 0;
  /** Everything on the table beside the wagers, as it is now. */
  picture = $state.raw<Picture>({});
  /** The cards that the last line took away, as long as they are to be seen. */
  private cleared = $state.raw<Picture | undefined>(undefined);
  /** The coups of a shoe of baccarat. */
  coups = $state.raw<Coup[]>([]);
  /** What wheel or dice showed, the last one last. */
  numbers = $state.raw<Outcome[]>([]);
  /** How often they showed something since one came: what was shown before is history and does not move. */
  plays = $state.raw(0);
  log = $state.raw<Line[]>([]);
  receipts = $state.raw<Receipt[]>([]);
  pending = $state.raw<Pending[]>([]);
  results = $state.raw<Result[]>([]);
  /** What one's last rounds came to, vigorish included, the last one last. */
  nets = $state.raw<Net[]>([]);
  /** Whether the last result is still to be seen on the table: the next chip clears it. */
  fresh = $state.raw(false);
  /** What the last line decided, or the last result of wheel or dice, of everybody: chips go to and fro. */
  decided = $state.raw<Decided>({ seq: -1, facts: [] });
  /** The law's last No to oneself, or what went wrong. */
  refusal = $state.raw<Refusal | undefined>(undefined);
  /** What was bid for the bank that is open, the last bid of each person. */
  bids = $state.raw<Bid[]>([]);
  /** What one put down in the round before, to be repeated. */
  last = $state.raw<BetView[]>([]);
  /** What one put down in this round, chip by chip, to be undone. */
  placed = $state.raw<BetView[]>([]);
  standing = $state(0);

  next = 0;
  private toldTo = 0;
  private epoch = 0;
  private askedFrom: number | undefined;
  private clearedUntil: number | undefined;
  private lastPicture: Picture | undefined;
  private heard: Partial<Pick<Table, "log" | "numbers" | "plays" | "coups" | "results" | "nets" | "fresh" | "bids">> = {};
  private seenTo = 0;
  private round = 0;
  /** What one has beside the chips here. */
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
  get purse(): number {
    return this.people.find((one) => one.patron === this.you)?.purse ?? 0;
  }
  /** All one has. Chips are bought when a wager needs them, so lines that buy some change nothing of it. */
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
  /** What the round of the last result came to. */
  get net(): number {
    const round = this.results[0]?.round;
    return this.nets.find((one) => one.round === round)?.net ?? 0;
  }
  /** What one may still put down. */
  canAfford(cents: number): boolean {
    return cents <= this.balance;
  }
  /** Whether the offers are those of this moment. */
  get isCurrent(): boolean {
    return this.unanswered === 0 && this.offers.length > 0;
  }
  /** Offers were asked for. */
  asks(): void {
    this.unanswered += 1;
  }
  /** Whether the table waits for one's own decision. */
  get yours(): boolean {
    return this.awaits?.for === "decision" && this.awaits.by === this.you;
  }
  /** Whether the server counts you in for this betting window. */
  get ready(): boolean {
    return this.presence.ready;
  }
  name(actor: string): string {
    return this.people.find((one) => one.patron === actor)?.name ?? actor;
  }
  get caughtUp(): boolean {
    return this.toldTo >= this.next;
  }

  /** What to say when a connection is there again: everything missed, then everything unanswered with the keys it had. */
  onConnection(): FromClient[] {
    this.askedFrom = this.toldTo;
    this.offers = [];
    this.unanswered = 0;
    this.pending = this.pending.map(({ again: _, ...rest }) => rest);
    return [{ do: "resume", from: this.toldTo }, ...this.pending.map((one) => one.request), { do: "offers" }];
  }

  /**
   * What is due to be sent again by now, because the server asked for that or no answer came; its key makes sure that it is done
   * once. What was to be seen for a moment is gone.
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
        this.unanswered = Math.max(0, this.unanswered - 1);
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
   * What is on the table now. Cards that a round ends with stay in sight until others lie there or one wagers, those that are
   * taken away before for a moment.
   */
  private draw({ picture, cleared, facts }: Pick<StepView, "picture" | "cleared" | "facts">, now: number): void {
    // A line that changes nothing of the picture does not repeat it.
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
    for (const fact of step.facts) {
      this.bets = lay(this.bets, fact);
      this.people = pay(this.people, fact);
    }
    this.summary = { ...this.summary, round: step.round };
    this.awaits = step.awaits ?? undefined;
    this.draw(step, now);
    this.until = step.patience == null ? undefined : now + step.patience;
  }

  /** What a line says to the log, the history and the roads. Lines of the past are shown all at once. */
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

  /** What one has put down, to be undone or repeated. */
  private remember(fact: Fact): void {
    if (fact.kind === "placed" && fact.bet.patron === this.you) this.placed = [...this.placed, fact.bet];
    if (fact.kind === "returned" && fact.bet.patron === this.you) {
      this.placed = this.placed.filter((bet) => bet.wager !== fact.bet.wager || bet.seat !== fact.bet.seat);
    }
  }

  /** A result is to be seen from the line that decides it until one wagers again, or something else is under way. */
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
    if (fact.kind === "called") this.hearBid(fact.call, fact.args ?? {});
    const coup = coupOf(fact);
    if (coup) heard.coups = [...(heard.coups ?? this.coups), coup];
    if (counts && isPlay(fact)) {
      heard.numbers = [...(heard.numbers ?? this.numbers), fact.outcome].slice(-200);
      if (seq >= this.seenTo) heard.plays = (heard.plays ?? this.plays) + 1;
    }
    if (fact.kind === "settled" && fact.bet.patron === this.you) {
      const before = heard.results ?? this.results;
      heard.results = [...before.filter((one) => one.round === round), { round, fact }];
    }
  }

  private hearBid(call: string, args: Record<string, unknown>): void {
    if (call === "invites-bids") this.heard.bids = [];
    if (call !== "hears-bid") return;
    const [patron, cents] = [String(args["patron"]), Number(args["amount"])];
    this.heard.bids = [...(this.heard.bids ?? this.bids).filter((bid) => bid.patron !== patron), { patron, cents }];
  }

  /** Shows all that was heard. */
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
      this.refusal = { cite, held, text, said };
    }
    this.answered(receipt);
  }

  /** A request was answered over HTTP. */
  answered(receipt: Receipt): void {
    const { key, leaf, seq, table, refused } = receipt;
    this.receipts = [...this.receipts, { key, leaf, seq, table, refused: refused ?? null }];
  }

  private problem(problem: Problem, now: number): void {
    // What has no key was a question: it is not answered any more.
    if (!problem.key) this.unanswered = 0;
    const found = this.pending.find((one) => one.key === problem.key);
    if (problem.retry && found) {
      this.pending = this.pending.map((one) => (one === found ? { ...one, again: now + 1000 } : one));
      this.note("trouble", `${found.said}: ${problem.message}; it is tried again`);
      return;
    }
    this.pending = this.pending.filter((one) => one !== found);
    const said = found ? `${found.said}: ` : "";
    if (found) this.refusal = { cite: "", held: true, text: problem.message, said: found.said };
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

function tone(fact: Fact): Tone {
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
