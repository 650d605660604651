// A hand of chemin de fer. Nobody but the one who plays it may see the cards before they are turned up, so what is said and what
// is turned up is keyed as it happens, and told when the hand is over: `s 4c5h 7ckh`, `c u 9s 4c3h + 5d 2c3h`. The page says
// what comes next, and the rules judge the whole.
import { tell, type Desk, type Read } from "./line";

const CARD = /^(?:10|[a2-9tjqk01])[shdc]/;

/** What comes next in the hand, and the provision that says so. */
export interface Due {
  text: string;
  cite: string;
}

const card = (text: string): string => text.replace(/^10/, "T").replace(/^0/, "T").replace(/^1(?!0)/, "A").replace(/^./, (rank) => rank.toUpperCase());

/** What was keyed, taken from the front. */
class Keys {
  constructor(private rest: string) {}
  take(what: RegExp): string | undefined {
    const found = what.exec(this.rest)?.[0];
    this.rest = this.rest.slice(found?.length ?? 0);
    return found;
  }
  cards(many: number): string[] {
    const found: string[] = [];
    for (let next = many > 0 ? this.take(CARD) : undefined; next !== undefined; next = found.length < many ? this.take(CARD) : undefined) found.push(card(next));
    return found;
  }
  /** How many whole cards are still to come. */
  get left(): number {
    return new Keys(this.rest).cards(Number.POSITIVE_INFINITY).length;
  }
  get isDone(): boolean {
    return this.rest === "";
  }
}

/** A hand as far as it was keyed: the lines of all of it, or what comes next. */
type Told = { lines: string[] } | { due: Due };
const due = (text: string, cite: string): Told => ({ due: { text, cite } });

function read(keys: Keys, player: string, banker: string, down: { player: number; banker: number }): Told {
  const lines: string[] = [];
  const looks = (cards: string[]) => [`${player} looks`, ...cards];
  const says = keys.take(/^[csn]/);
  if (!says) return due("What does the Dominant Player announce? c Card, s Stay, n Natural", "4.9(a)");
  const turned = (whose: "player" | "banker", cite: string) => {
    const cards = keys.cards(down[whose]);
    const missing = down[whose] - cards.length;
    const hand = whose === "player" ? "Player's Hand" : "Banker's Hand";
    return missing > 0 ? due(`The ${hand} is turned up: key its ${missing === 1 ? "other card" : `${missing} cards`}`, cite) : { lines: cards };
  };
  if (says === "n") {
    const [own, other] = [turned("player", "4.9(a)4"), turned("banker", "4.9(a)4")];
    if ("due" in own) return own;
    if ("due" in other) return other;
    return { lines: [...looks(own.lines), `${player} calls natural`, ...other.lines] };
  }
  let after: string[] = [];
  let natural = false;
  if (says === "s") {
    // 4.12(e), (f): a card is dealt although nobody asked for one; the dealer may have said "Card".
    const astray = keys.take(/^![sc]/);
    const drawn = astray ? keys.cards(1)[0] : undefined;
    if (astray && !drawn) return due("Key the card that was dealt", astray === "!s" ? "4.12(e)" : "4.12(f)");
    if (drawn) lines.push(`irregularity card dealt after stay, ${astray === "!c" ? "dealer having said card, " : ""}${drawn}`);
  } else {
    // 4.12(i): the Banker draws for himself, and the card is the Player's third.
    const called = keys.take(/^(?:[un]|!b)/);
    if (!called) return due("The Banker looks. What does he announce? u Under Eight, n Natural", "4.9(b)");
    natural = called === "n";
    const third = natural ? undefined : keys.cards(1)[0];
    if (!natural && !third) return due("Key the Player's third card", called === "u" ? "4.9(b)" : "4.12(i)");
    if (third) after = [called === "u" ? `${banker} calls under eight` : "irregularity banker draws for himself after card", third];
  }
  const hand = turned("banker", natural ? "4.9(b)" : "4.9(c)");
  if ("due" in hand) return hand;
  const draws: string[] = [];
  if (!natural) {
    // 4.9(f): only where there is a choice does the Banker say that he draws or stays.
    const choice = keys.take(/^[+.]/);
    if (choice) draws.push(`${banker} ${choice === "+" ? "draws" : "stays"}`);
    // 4.12(d): two cards where one was due.
    const two = keys.take(/^!2/);
    if (two) draws.push("irregularity banker takes two cards for one");
    const many = two ? 2 : choice === "+" || (choice === undefined && keys.left > down.player) ? 1 : 0;
    const cards = keys.cards(many);
    if (cards.length < many) return due("Key the Banker's third card", two ? "4.12(d)" : "4.9(c)");
    draws.push(...cards);
  }
  const own = turned("player", "4.10(a)");
  if ("due" in own) {
    const third = natural || draws.length > 0 ? "" : "; before it the Banker's third card, with + or . where he has the choice";
    return due(`${own.due.text}${third}`, own.due.cite);
  }
  if (!keys.isDone) return due("That is more than a hand: Backspace deletes", "4.9");
  const turns = `${banker} turns the cards up`;
  if (says === "s") return { lines: [...looks(own.lines), `${player} calls stay`, ...lines, turns, ...hand.lines, ...draws] };
  const card = [...looks(own.lines), `${player} calls card`];
  // Cards that the Banker did not look at are turned up after the third card.
  if (after[0]?.startsWith("irregularity")) return { lines: [...card, ...after, turns, ...hand.lines, ...draws] };
  return { lines: [...card, `${banker} looks`, ...hand.lines, ...(natural ? [`${banker} calls natural`] : [...after, turns, ...draws])] };
}

function told(text: string, desk: Desk): Told | undefined {
  const { awaited: player, banker, down } = desk;
  if (!player || !banker || !down) return undefined;
  return read(new Keys(text.replaceAll(" ", "").toLowerCase()), player, banker, down);
}

/** What comes next in a hand of which so much was keyed; nothing once it is whole. */
export function dueIn(text: string, desk: Desk): Due {
  const found = told(text, desk);
  return found && "due" in found ? found.due : { text: "The hand is over: Enter tells it", cite: "4.10(a)" };
}

/** Reads a hand that is over. */
export function hand(text: string, desk: Desk): Read {
  const found = told(text, desk);
  if (!found) return { wrong: "no hand is dealt" };
  if ("due" in found) return { wrong: `${found.due.text} [${found.due.cite}]` };
  return { entries: found.lines.map(tell), echo: found.lines.join(" · ") };
}
