// Dealing a whole shoe: what the keys mean, and what is asked, in words. The floor asks and judges.
import { hotKeys } from "./console";
import { tone, type Line } from "./model.svelte";
import { money } from "./money";
import type { DealAsks, DealSaid, StoryLine } from "./shapes";
import { calledTo, factName, toPeople, wagerName, type Naming } from "./words";

/** Everyone at the table by number: nobody there has a name. */
export const PATRONS: Naming = { name: (actor) => (/^p\d+$/.test(actor) ? `Patron ${actor.slice(1)}` : actor) };

/** A step, and the key that does it. */
export interface Step {
  key: string;
  said: DealSaid;
  name: string;
}

const SHOWS: Record<string, string> = {
  roulette: "The ball comes to rest", "big-six": "The wheel stops", "sic-bo": "The dice come to rest", keno: "A ball is drawn", craps: "The dice come to rest", "pai-gow": "The next tile",
};

/** What Space does: cards, dice or wheel show what comes. */
export const showName = (game: string): string => SHOWS[game] ?? "The next card";

/** What is done, without who of the staff does it. */
const deed = (line: string): string => line.slice(line.indexOf(" ") + 1);

/** All steps of the game with their keys, which stay the same all the time. */
export function steps(game: string, lines: string[]): Step[] {
  // A deed that both a dealer and a floorperson may do is shown with the person who does it.
  const name = (line: string): string => (lines.filter((other) => deed(other) === deed(line)).length > 1 ? line : deed(line));
  const keys = hotKeys(lines.map(name), new Set());
  const step = (line: string): Step => ({ key: keys.get(name(line)) ?? "", said: { do: "step", line }, name: toPeople(line, PATRONS) });
  return [{ key: " ", said: { do: "show" }, name: showName(game) }, ...lines.map(step)];
}

/** What is asked. */
export function question(asks: DealAsks): string {
  switch (asks.kind) {
    case "next":
      return "What do you do?";
    case "attempt":
      return `${attempt(asks)}. Do you allow it?`;
    case "wrong":
      return `${toPeople(asks.what, PATRONS)}. What do you do?`;
    case "payout": {
      const { patron, wager, stake, seat } = asks.bet;
      return `What does the bank pay ${PATRONS.name(patron)} on ${wagerName(wager)}${seat > 0 ? ` at ${seat}` : ""}, ${money(stake)}?`;
    }
  }
}

function attempt({ patron, seat, act, what, stake, tender }: DealAsks & { kind: "attempt" }): string {
  const who = PATRONS.name(patron);
  const place = `${wagerName(what)}${seat > 0 ? ` at ${seat}` : ""}`;
  if (act === "take-back") return `${who} reaches for the wager on ${place} and wants it back`;
  if (act === "deed") return `${who} ${what}`;
  return `${who} ${tender === "cash" ? `calls out a wager of ${money(stake)} in cash` : `puts down ${money(stake)}`} on ${place}`;
}

/** An answer in words. */
export function saidName(said: DealSaid, game: string): string {
  switch (said.do) {
    case "step":
      return toPeople(said.line, PATRONS);
    case "show":
      return showName(game);
    case "allow":
      return "Allow it";
    case "refuse":
      return "Refuse it";
    case "demand":
      return said.choice;
    case "pay":
      return money(said.cents);
  }
}

/** What happened, as lines of the log; what one line decided has the same number. */
export function heard(news: StoryLine[], after: number, round: number): Line[] {
  return news.flatMap(({ facts }, at) => facts.map((fact): Line => {
    const { cite, held } = fact;
    return { seq: after + at + 1, round, cite, held, text: toPeople(factName(fact, PATRONS), PATRONS), tone: tone(fact), who: calledTo(fact, PATRONS) };
  }));
}
