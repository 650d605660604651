// The result of a round, in the words of the table.
import type { Table } from "./model.svelte";
import { money } from "./money";
import { hands } from "./picture";
import { pokerHand } from "./poker";
import { read as ticketOf } from "./ticket";
import { betName } from "./verbs";
import { hue } from "../stage/hues";
import type { Outcome, Picture } from "./types";

const ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A number up to 39 in words. */
export function inWords(number: number): string {
  if (number < 20) return ONES[number] ?? String(number);
  const tens = number < 30 ? "twenty" : "thirty";
  return number % 10 === 0 ? tens : `${tens}-${ONES[number % 10]}`;
}

const HARD = new Set([4, 6, 8, 10]);

/** What the equipment showed, as it is called out. */
export function calledOut(outcome: Outcome): string {
  switch (outcome.outcome) {
    case "ball":
      return outcome.pocket === "00" ? "Double zero" : outcome.pocket === "0" ? "Zero" : `${capital(inWords(Number(outcome.pocket)))}, ${hue(outcome.pocket)}`;
    case "dice": {
      const [one = 0, other = 0] = outcome.dice;
      if (outcome.dice.length > 2) return shaken(outcome.dice);
      return `${capital(inWords(one + other))}${one === other && HARD.has(one + other) ? ", the hard way" : ""}`;
    }
    case "stop":
      return `Stops on ${outcome.symbol.startsWith("$") ? outcome.symbol : `the ${outcome.symbol}`}`;
    default:
      return "";
  }
}

/** Three dice, for sic bo. */
function shaken(dice: number[]): string {
  const sum = dice.reduce((one, other) => one + other, 0);
  if (new Set(dice).size === 1) return `Three ${inWords(dice[0] ?? 0)}${dice[0] === 6 ? "es" : "s"}`;
  return `${[...dice].sort((one, other) => one - other).join("-")}: ${inWords(sum)}, ${sum > 10 ? "big" : "small"}`;
}

const points = ({ totals = [] }: Picture, spot: string): number | undefined => totals.find((one) => one.spot === spot)?.points;

const fateOf = (table: Table, wager: string): string | undefined => table.results.find(({ fact }) => fact.bet.wager === wager)?.fact.fate;
const own = (table: Table) => hands(table.look).filter(({ at }) => at.spot === "hand" && at.seat === table.seat);

/** The headline of the last result. */
export function headline(table: Table): string {
  const { game } = table.summary;
  const shown = table.numbers.at(-1);
  if (shown && ["roulette", "big-six", "sic-bo"].includes(game)) return calledOut(shown);
  if (game === "keno") return drawn(table);
  if (shown && game === "craps") return rolled(table, shown);
  if (game === "blackjack") return blackjack(table);
  if (game === "caribbean-stud") return stud(table);
  if (game === "double-down-stud" || game === "let-it-ride") return shared(table);
  if (game === "pai-gow" || game === "pai-gow-poker") return paiGow(table);
  if (game === "red-dog") return redDog(table);
  const [player, banker] = [points(table.look, "player"), points(table.look, "banker")];
  const coup = table.coups.at(-1);
  if (player !== undefined && banker !== undefined) {
    const winner = coup?.winner ?? (player > banker ? "player" : player < banker ? "banker" : "tie");
    if (winner === "tie") return `Tie, ${player} all`;
    const [high, low] = winner === "player" ? [player, banker] : [banker, player];
    return `${capital(winner)} wins, ${high} to ${low}`;
  }
  return coup && table.results.length > 0 ? (coup.winner === "tie" ? "Tie" : `${capital(coup.winner)} wins`) : simply(table);
}

const simply = ({ net }: Table): string => (net > 0 ? "You win" : net < 0 ? "House wins" : "Push");

/** The most that a ticket of one's own caught. */
function drawn(table: Table): string {
  const lit = new Set(table.look.drawn ?? []);
  if (table.results.every(({ fact }) => fact.fate === "void")) return "The game is void";
  const counts = table.results.map(({ fact }) => {
    const marked = ticketOf(fact.bet.wager)?.groups.flat() ?? [];
    return { all: marked.length, caught: marked.filter((number) => lit.has(number)).length };
  });
  const best = counts.sort((one, other) => other.caught - one.caught)[0];
  return best && lit.size > 0 ? `${counts.length > 1 ? "Best ticket: " : ""}${best.caught} of ${best.all} caught` : simply(table);
}

function rolled(table: Table, shown: Outcome): string {
  const words = calledOut(shown);
  const short = words.replace(", the hard way", "");
  const sum = shown.outcome === "dice" ? shown.dice.reduce((one, other) => one + other, 0) : 0;
  const [pass, dont] = [fateOf(table, "pass"), fateOf(table, "dont-pass")];
  if (sum === 7 && (pass === "lost" || dont === "won")) return "Seven out";
  if (pass === "won" || dont === "lost") return `${short}. ${sum === 7 || sum === 11 ? "Pass wins!" : "Point made!"}`;
  if (pass === "lost") return `${words}. Craps!`;
  return words;
}

/** What came of the hand itself: insurance, the progressive wager and other bets beside it are left out. */
const ofHand = (table: Table, ...wagers: string[]): number =>
  table.results.filter(({ fact }) => wagers.includes(fact.bet.wager.split(" ")[0] ?? "")).reduce((sum, { fact }) => sum + fact.paid - fact.taken, 0);

function blackjack(table: Table): string {
  const dealer = points(table.look, "dealer");
  const natural = dealer === 21 && hands(table.look).some(({ at, cards }) => at.spot === "dealer" && cards.length === 2);
  const won = ofHand(table, "hand", "double", "split");
  const mine = own(table).map(({ total, cards }) => ({ points: total?.points ?? 0, cards: cards.length }));
  const [only] = mine;
  if (fateOf(table, "hand") === "halved") return "You surrendered";
  if (mine.length === 1 && only) {
    if (only.points > 21) return `Bust with ${only.points}`;
    if (only.points === 21 && only.cards === 2 && won > 0) return "Blackjack!";
    if (natural && won < 0) return "Dealer has blackjack";
    if (dealer !== undefined && dealer > 21) return `Dealer busts with ${dealer}`;
    if (won === 0) return `Push at ${only.points}`;
    if (dealer !== undefined && dealer !== only.points) return won > 0 === only.points > dealer ? `${won > 0 ? "You win" : "Dealer wins"}, ${Math.max(dealer, only.points)} to ${Math.min(dealer, only.points)}` : `Dealer has ${dealer}`;
  }
  if (dealer === undefined) return simply(table);
  // A hand that goes over is taken away at once, before the dealer draws.
  if (mine.length === 0 && won < 0 && dealer < 12) return "Bust";
  if (natural) return "Dealer has blackjack";
  return dealer > 21 ? `Dealer busts with ${dealer}` : `Dealer has ${dealer}`;
}

function stud(table: Table): string {
  const dealer = pokerHand(hands(table.look).find(({ at }) => at.spot === "dealer")?.cards.map(({ card }) => card) ?? []);
  const mine = pokerHand(own(table)[0]?.cards.map(({ card }) => card) ?? []);
  if (fateOf(table, "bet") === undefined && fateOf(table, "ante") === "lost") return "You folded";
  if (fateOf(table, "ante") === "won" && fateOf(table, "bet") === "void") return "Dealer does not qualify";
  const won = ofHand(table, "ante", "bet");
  if (won > 0 && mine) return `You win: ${mine.name}`;
  if (won < 0 && dealer) return `Dealer wins: ${dealer.name}`;
  return simply(table);
}

/** What the user's hands were, and those they played against, as the dealer found them. */
function twoHands(table: Table): string[] {
  const bank = (table.look.banker != null && table.seatOf(table.look.banker)) || 0;
  const of = (position: number, who: string) => table.found.filter((one) => one.position === position && one.round === table.results[0]?.round).map(({ high, low }) => `${who}: ${high}, ${low}`);
  return [...of(table.seat, "You"), ...(bank === table.seat ? [] : of(bank, bank ? "Bank" : "Dealer"))];
}

/** Both hands, one of them, or none. */
function paiGow(table: Table): string {
  const fate = fateOf(table, "main");
  if (fate === "won") return "Both hands win";
  if (fate === "lost") return table.look.banker == null ? "The dealer wins both" : "The bank wins both";
  return fate === "void" ? "Push: one hand each" : simply(table);
}

/** The hand made of the player's own cards and the shared ones. */
function shared(table: Table): string {
  const middle = hands(table.look).find(({ at }) => at.spot === "middle")?.cards ?? [];
  const mine = pokerHand([...(own(table)[0]?.cards ?? []), ...middle].map(({ card }) => card));
  if (mine && table.net < 0) return `${capital(mine.name)}: no payout`;
  return mine ? `${simply(table)}: ${mine.name}` : simply(table);
}

function redDog(table: Table): string {
  const cards = (table.look.cards ?? []).map(({ card }) => card?.charAt(0));
  const { spread } = table.look;
  if (spread != null && spread > 0) return `${table.net > 0 ? "Inside!" : "Outside."} Spread ${spread}`;
  // The third card lies between the first two.
  if (cards.length > 0 && cards[0] === cards.at(-1)) return table.net > 0 ? "Three of a kind!" : "A pair: push";
  return table.net === 0 ? "Next to each other: push" : simply(table);
}

/** An amount with its sign. */
export const signed = (cents: number): string => (cents > 0 ? `+${money(cents)}` : money(cents));
export const netWord = (cents: number): string => (cents === 0 ? "$0" : signed(cents));

/** The result of each of the user's wagers, best first, and what else was paid: as many as there is room for, and the rest together. */
export function parts(table: Table, room = 5): string {
  const sums = new Map<string, number>();
  for (const { fact } of table.results) sums.set(betName(fact.bet.wager), (sums.get(betName(fact.bet.wager)) ?? 0) + fact.paid - fact.taken);
  const sum = (all: [string, number][]) => all.reduce((total, [, cents]) => total + cents, 0);
  const all = [...sums].sort(([, one], [, other]) => other - one);
  const rest = table.net - sum(all);
  const shown = all.length > room ? all.slice(0, room - 1) : all;
  const words = shown.map(([name, cents]) => `${name} ${cents === 0 ? "push" : signed(cents)}`);
  if (shown.length < all.length) words.push(`${all.length - shown.length}\u00a0more\u00a0${netWord(sum(all.slice(shown.length)))}`);
  // Of one wager alone the sum says enough.
  const found = twoHands(table);
  if (found.length > 0) words.splice(0, all.length > 1 ? 0 : 1, ...found);
  if (rest !== 0) words.push(`${rest < 0 ? "vigorish" : "coupon"} ${signed(rest)}`);
  return words.join(" · ");
}
