// The entry line of the console: what a dealer keys, read into entries that the floor is told. The journal keeps sentences and
// never this shorthand, and what is lawful is the floor's to say.
import { plain } from "../money";
import type { ConsoleEntry } from "../shapes";
import type { BetView } from "../types";
import { hand } from "./hand";
import { papers } from "./papers";
import { people } from "./people";
import { isNamed, wagerAt } from "./places";

/** A patron as the console knows one. */
export interface Guest {
  /** The number in the notation: `p3`. */
  patron: string;
  /** The place at the table; 0 where there is none. */
  seat: number;
  name: string;
  purse: number;
  walkIn: boolean;
  color?: string | undefined;
  /** What a chip of the color is worth, in cents. */
  chip?: number | undefined;
}

/** The table as far as reading an entry needs it. */
export interface Desk {
  game: string;
  /** Whether people sit at numbered places. */
  places: boolean;
  guests: Guest[];
  bets: BetView[];
  /** What lay there when wagers were closed last. */
  last: BetView[];
  point?: number | undefined;
  /** Whose wager the table waits for: at chemin de fer an amount alone is the Banker's. */
  awaited?: string | undefined;
  /** Who has the bank. */
  banker?: string | undefined;
  /** How many cards of chemin de fer lie face down, where nobody has told what they are and the Dominant Player is to announce. */
  down?: { player: number; banker: number } | undefined;
  /** The number of the next patron who comes. */
  next: number;
}

/** What an entry comes to: what is told, and a sentence for the eye; or what is wrong with it. */
export type Read = { entries: ConsoleEntry[]; echo: string } | { wrong: string };

export const tell = (line: string): ConsoleEntry => ({ do: "tell", line });
const wrong = (text: string): Read => ({ wrong: text });

/** How one names a patron here: by the place, or by the number where places have none. */
export const placeOf = (guest: Guest): number => guest.seat || Number(guest.patron.slice(1));

/** The patron at a place. */
export const guestAt = (desk: Desk, place: number): Guest | undefined => desk.guests.find((guest) => placeOf(guest) === place);

/** Reads an entry line. */
export function read(text: string, desk: Desk): Read {
  const line = text.trim();
  if (line === "") return wrong("nothing is keyed");
  if (line.startsWith("@")) return people(line.slice(1), desk);
  if (line.startsWith("'")) return remark(line.slice(1).trim());
  if (line.startsWith("#")) return papers(line.slice(1), desk);
  // Whole lines of the notation are always read.
  if (/^(p\d+[@ ]|dealer |floorperson |supervisor |irregularity )/.test(line)) return { entries: [tell(line)], echo: line };
  if (line === "=") return again(desk);
  if (desk.down) return hand(line, desk);
  return wagers(line.toLowerCase(), desk);
}

/** Something worth keeping that no rule asks about. */
function remark(text: string): Read {
  return text === "" ? wrong("a remark is keyed behind the sign: 'cards changed at the patron's request") : { entries: [{ do: "remark", text }], echo: `remark: ${text}` };
}

/** Everybody wagers the same again: what lay there when wagers were closed last. */
export function again(desk: Desk): Read {
  const all = desk.last.filter((bet) => isNamed(desk.game, bet.wager) && desk.guests.some((guest) => guest.walkIn && guest.patron === bet.patron));
  const entries = all.flatMap((bet) => toLie(desk, bet.patron, bet.seat, bet.wager, bet.stake, bet.tender));
  if (all.length === 0) return wrong("nothing lay there before: key the wagers");
  return entries.length === 0 ? wrong("the same wagers lie there already") : { entries, echo: `the same wagers again: ${all.length}` };
}

/** The lines after which so much lies there: an amount says what lies there, not what was added. */
function toLie(desk: Desk, patron: string, seat: number, wager: string, cents: number, tender: string): ConsoleEntry[] {
  const who = seat > 0 ? `${patron}@${seat}` : patron;
  const is = (bet: BetView) => bet.patron === patron && bet.seat === seat && bet.wager === wager;
  const lies = desk.bets.filter(is).reduce((sum, bet) => sum + bet.stake, 0);
  const put = (amount: number) => tell(`${who} ${wager} ${plain(amount)}${tender === "chips" ? "" : ` ${tender}`}`);
  if (cents === lies) return [];
  if (cents > lies) return [put(cents - lies)];
  const back = tell(`${who} takes back ${wager}`);
  return cents === 0 ? [back] : [back, put(cents)];
}

const AMOUNT = /^(\d+(?:\.\d{1,2})?)(k)?([$%v])?$/;
const TENDERS: Record<string, string> = { $: "cash", "%": "coupon", v: "chips" };

/** What one token says: the place, and perhaps an amount and what it is made in. */
interface Item {
  wager: string;
  amount?: number | undefined;
  tender?: string | undefined;
}

function amountOf(text: string): { amount: number; tender?: string | undefined } | undefined {
  const found = AMOUNT.exec(text);
  if (!found?.[1]) return undefined;
  const amount = Math.round(Number(found[1]) * 100) * (found[2] ? 1000 : 1);
  return { amount, tender: found[3] && TENDERS[found[3]] };
}

/** Reads a token without its seat: first with an amount of its own, the longest place first; else a place alone. */
function item(token: string, desk: Desk, guest: Guest): Item | undefined {
  const lying = { point: desk.point, wagers: desk.bets.filter((bet) => bet.patron === guest.patron).map((bet) => bet.wager) };
  const at = (keyed: string) => (keyed === "" ? plainWager(desk, guest) : wagerAt(desk.game, keyed, lying));
  const star = token.indexOf("*");
  if (star >= 0) {
    const wager = at(token.slice(0, star));
    const said = amountOf(token.slice(star + 1));
    return wager && said ? { wager, ...said } : undefined;
  }
  // A number is a place of its own at roulette and Big Six: there an amount behind a digit needs its `*`.
  for (let end = token.length - 1; end >= 0; end--) {
    const [place, rest] = [token.slice(0, end), token.slice(end)];
    if (/\d$/.test(place) || (place === "" && wagerAt(desk.game, token, lying) !== undefined)) continue;
    const [wager, said] = [at(place), amountOf(rest)];
    if (wager && said) return { wager, ...said };
  }
  const alone = /^(.*?)([$%v])?$/.exec(token);
  const wager = at(alone?.[1] ?? "") ?? at(token);
  return wager && token !== "" ? { wager, tender: alone?.[2] && TENDERS[alone[2]] } : undefined;
}

/** The wager that an amount alone means. */
function plainWager(desk: Desk, guest: Guest): string | undefined {
  if (desk.game === "chemin-de-fer" && desk.awaited === guest.patron) return "bank";
  return wagerAt(desk.game, "", { wagers: [] });
}

/** Whom a token names in front of a wager, and whether somebody is there; nothing if it names nobody. */
function seatIn(token: string, desk: Desk, next: boolean): { at: string; guest: Guest | undefined; rest: string } | undefined {
  const dotted = /^\.(\d+)(.*)$/.exec(token);
  if (dotted?.[1]) return { at: dotted[1], guest: guestAt(desk, Number(dotted[1])), rest: dotted[2] ?? "" };
  const colored = /^\.([a-z])(?![a-z])(.*)$/.exec(token);
  if (colored?.[1]) return { at: colored[1], guest: desk.guests.find((one) => one.color?.startsWith(colored[1] ?? "")), rest: colored[2] ?? "" };
  if (!desk.places || desk.game === "craps" || (AMOUNT.test(token) && !next)) return undefined;
  const led = /^(\d+)([-=a-z].*)$/.exec(token) ?? (next ? /^(\d+)()$/.exec(token) : null);
  return led?.[1] ? { at: led[1], guest: guestAt(desk, Number(led[1])), rest: led[2] ?? "" } : undefined;
}

const order = (one: Guest, other: Guest) => placeOf(one) - placeOf(other);

/** Reads wagers: `3p100`, `2 50 4 25`, `b50,p25,b`, `.1 17*3 20 r*5`, `b50@135`, `3-`. */
function wagers(line: string, desk: Desk): Read {
  const guests = [...desk.guests].filter((guest) => guest.walkIn).sort(order);
  // An amount alone is the wager of whoever the table waits for, as the Banker's is.
  let guest = guests.find((one) => one.patron === desk.awaited) ?? guests[0];
  if (!guest) return wrong("nobody without an account is here: seat somebody with @ and the place, such as @3");
  const entries: ConsoleEntry[] = [];
  const echo: string[] = [];
  const amounts = new Map<string, number>();
  const segments = line.split(",");
  for (const [nth, segment] of segments.entries()) {
    if (nth > 0) guest = guests.find((one) => order(one, guest as Guest) > 0) ?? guests[0] ?? guest;
    const tokens = segment.split(" ").filter(Boolean);
    // After a seat alone comes an amount, and never another seat.
    let seated = false;
    for (const [at, whole] of tokens.entries()) {
      const led = seatIn(whole, desk, !seated && /^[\d.]/.test(tokens[at + 1] ?? ""));
      if (led && !led.guest) return wrong(`nobody is at ${led.at}: seat somebody with @${led.at}`);
      guest = led?.guest ?? guest;
      const token = led ? led.rest : whole;
      seated = token === "";
      if (seated) continue;
      const shared = /^(.*)@([\d ]+)$/.exec(token);
      const several = shared ? [...(shared[2] ?? "")].map(Number) : [placeOf(guest)];
      for (const place of several) {
        const one = shared ? guestAt(desk, place) : guest;
        if (!one) return wrong(`nobody is at ${place}: seat somebody with @${place}`);
        const done = one.walkIn ? wager(shared?.[1] ?? token, desk, one, amounts) : { wrong: `${one.name} wagers with an own device` };
        if ("wrong" in done) return done;
        entries.push(...done.entries);
        echo.push(done.echo);
      }
    }
  }
  return { entries, echo: entries.length > 0 ? echo.join(" · ") : "that lies there already" };
}

/** One wager of one patron. */
function wager(token: string, desk: Desk, guest: Guest, amounts: Map<string, number>): Read {
  const called = `${desk.places ? "seat " : ""}${placeOf(guest)}`;
  if (token.startsWith("-")) return back(token.slice(1), desk, guest, called);
  const found = item(token, desk, guest);
  if (!found) return wrong(`no place \`${token}\` at this game: ? shows what can be keyed`);
  const { wager, tender = guest.color ? "color" : "chips" } = found;
  // At a color an amount is a number of chips.
  const chip = tender === "color" ? guest.chip : undefined;
  if (tender === "color" && chip === undefined) {
    return wrong(`what is a chip of ${guest.color ?? "that color"} worth? Key it once: @${placeOf(guest)} ${guest.color ?? "blue"} 5`);
  }
  const said = found.amount === undefined ? undefined : chip ? (found.amount / 100) * chip : found.amount;
  const cents = said ?? half(wager, desk, guest) ?? amounts.get(wager) ?? moved(wager, desk, guest) ?? chip ?? standing(desk, guest, wager);
  if (cents === undefined) return wrong(`${called}: how much on ${wager}?`);
  amounts.set(wager, cents);
  const seat = guest.seat && desk.game !== "craps" ? guest.seat : 0;
  const entries = toLie(desk, guest.patron, seat, wager, cents, tender);
  const only = desk.bets.filter((bet) => bet.patron === guest.patron);
  // A place alone at a seat with one wager moves it there.
  if (found.amount === undefined && moved(wager, desk, guest) !== undefined && only[0]) {
    entries.unshift(tell(`${guest.patron}${seat > 0 ? `@${seat}` : ""} takes back ${only[0].wager}`));
  }
  return { entries, echo: `${called}: ${wager} ${plain(cents)}${tender === "chips" ? "" : ` ${tender}`}` };
}

/** Insurance without an amount is half the hand, the law's most. */
function half(wager: string, desk: Desk, guest: Guest): number | undefined {
  if (!wager.startsWith("insurance")) return undefined;
  const spot = wager.slice("insurance".length);
  const hand = desk.bets.find((bet) => bet.patron === guest.patron && bet.wager === `hand${spot}`);
  return hand && Math.floor(hand.stake / 2);
}

/** What a patron's only wager is, if it lies elsewhere. */
function moved(wager: string, desk: Desk, guest: Guest): number | undefined {
  const own = desk.bets.filter((bet) => bet.patron === guest.patron);
  return own.length === 1 && own[0] && own[0].wager !== wager && desk.game.includes("ba") ? own[0].stake : undefined;
}

/** What lay there when wagers were closed last. */
function standing(desk: Desk, guest: Guest, wager: string): number | undefined {
  return desk.last.find((bet) => bet.patron === guest.patron && bet.wager === wager)?.stake;
}

function back(place: string, desk: Desk, guest: Guest, called: string): Read {
  const own = desk.bets.filter((bet) => bet.patron === guest.patron);
  const lying = { point: desk.point, wagers: own.map((bet) => bet.wager) };
  const wager = place === "" ? undefined : wagerAt(desk.game, place, lying);
  if (place !== "" && !wager) return wrong(`no place \`${place}\` at this game: ? shows what can be keyed`);
  const all = own.filter((bet) => (wager ? bet.wager === wager : isNamed(desk.game, bet.wager)));
  if (all.length === 0) return wrong(`nothing of ${called} lies there`);
  const entries = all.map((bet) => tell(`${guest.patron}${bet.seat > 0 ? `@${bet.seat}` : ""} takes back ${bet.wager}`));
  return { entries, echo: `${called} takes back ${all.map((bet) => bet.wager).join(", ")}` };
}
