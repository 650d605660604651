// People and chips: `@3`, `@3 500`, `@3 blue 1 300`, `@3 Lee *41822`, `@3+500`, `@3 340-`, `@3-`, `@3>5`, `@4&3`, `@3~`.
import { money } from "../money";
import type { ConsoleEntry } from "../shapes";
import { guestAt, tell, type Desk, type Guest, type Read } from "./line";

const wrong = (text: string): Read => ({ wrong: text });
const COLORS = [
  "white", "pink", "red", "green", "black", "purple", "orange", "gray", "blue", "brown", "yellow", "lavender", "peach", "turquoise", "tan", "gold",
];
const cents = (text: string): number => Math.round(Number(text) * 100);

/** Reads an entry about a person, without its `@`. */
export function people(text: string, desk: Desk): Read {
  const found = /^(\d*)\s*(.*)$/.exec(text.trim());
  const place = found?.[1] ? Number(found[1]) : desk.places ? 0 : desk.next;
  const rest = found?.[2] ?? "";
  if (place === 0) return wrong("at which place? Such as @3");
  const guest = guestAt(desk, place);
  if (guest) return guest.walkIn ? known(guest, place, rest, desk) : wrong(`${guest.name} has an account, and acts with an own device`);
  if (rest === "~") return { entries: [tell(`supervisor reserves box ${place}`)], echo: `box ${place} is reserved` };
  if (/^[-+>]|-$/.test(rest)) return wrong(`nobody is at ${place}: seat somebody with @${place}`);
  const shares = /^&(\d+)$/.exec(rest);
  return comes(place, shares ? "" : rest, desk, shares?.[1]);
}

/** Somebody new: a seat, and perhaps a name, a card, a color and chips. */
function comes(place: number, rest: string, desk: Desk, shares?: string): Read {
  if (!desk.places && place !== desk.next) return wrong(`the next patron is number ${desk.next}: @${desk.next}`);
  const patron = desk.next;
  const said = details(rest);
  if (!said) return wrong(`\`${rest}\` is no name, card, color or amount`);
  const entries: ConsoleEntry[] = [seated(patron, said)];
  if (shares) entries.push(tell(`p${patron} shares box ${shares}`));
  else if (desk.places) entries.push(tell(`p${patron} sits at ${place}`));
  entries.push(...bought(patron, said));
  const where = shares ? `shares box ${shares}` : desk.places ? `sits at ${place}` : `is number ${place}`;
  return { entries, echo: `${said.name ?? "somebody"} ${where}${said.echo}` };
}

interface Details {
  name?: string | undefined;
  card?: string | undefined;
  color?: string | undefined;
  chip?: number | undefined;
  cash?: number | undefined;
  echo: string;
}

/** Words beside a place: a color with the value of its chips, an amount of cash, a name, a card number behind a star. */
function details(text: string): Details | undefined {
  const said: Details = { echo: "" };
  const names: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (/^\*\S+$/.test(word)) said.card = word.slice(1);
    else if (COLORS.includes(word.toLowerCase())) said.color = word.toLowerCase();
    else if (/^\+?\d+(\.\d{1,2})?\$?$/.test(word)) {
      const amount = cents(word.replace(/[+$]/g, ""));
      if (said.color && said.chip === undefined) said.chip = amount;
      else if (said.cash === undefined) said.cash = amount;
      else return undefined;
    } else if (/^\p{L}[\p{L}\p{M}'.-]*$/u.test(word)) names.push(word);
    else return undefined;
  }
  if (names.length > 0) said.name = names.join(" ");
  const parts = [said.card && `card ${said.card}`, said.color && `${said.color} at ${money(said.chip ?? 100)}`, said.cash && `buys in for ${money(said.cash)}`];
  said.echo = parts.filter(Boolean).map((part) => `, ${String(part)}`).join("");
  return said;
}

function bought(patron: number, said: Details): ConsoleEntry[] {
  const entries: ConsoleEntry[] = [];
  if (said.cash) entries.push({ do: "buy-in", patron, cents: said.cash });
  if (said.color) entries.push(tell(`p${patron} asks for ${said.color}`));
  return entries;
}

/** What staff know about somebody: the journal keeps the value of colored chips, for every console and every day. */
const seated = (patron: number, { name, card, color, chip }: Details): ConsoleEntry => ({
  do: "seat", patron, ...(name ? { name } : {}), ...(card ? { card } : {}), ...(color ? { chip: chip ?? 100 } : {}),
});

/** Somebody who is here: more chips, fewer, another place, a name, or away. */
function known(guest: Guest, place: number, rest: string, desk: Desk): Read {
  const patron = Number(guest.patron.slice(1));
  if (rest === "-") return leaves(guest, place, desk);
  const moves = /^>(\d+)$/.exec(rest);
  if (moves) return { entries: [tell(`${guest.patron} sits at ${moves[1]}`)], echo: `${guest.name} moves to ${moves[1]}` };
  const shares = /^&(\d+)$/.exec(rest);
  if (shares) return { entries: [tell(`${guest.patron} shares box ${shares[1]}`)], echo: `${guest.name} shares box ${shares[1]}` };
  const away = /^(\d+(?:\.\d{1,2})?)-$/.exec(rest);
  if (away?.[1]) return { entries: [{ do: "take-away", patron, cents: cents(away[1]) }], echo: `${guest.name} takes ${money(cents(away[1]))} away` };
  const said = details(rest);
  if (!said || rest === "") return wrong(rest === "" ? `${guest.name} is at ${place} already` : `\`${rest}\` is no name, card, color or amount`);
  const entries: ConsoleEntry[] = [];
  if (said.name || said.card || said.color) entries.push(seated(patron, said));
  entries.push(...bought(patron, said));
  return { entries, echo: `${said.name ?? guest.name}${said.echo}` };
}

/** Somebody goes, with all the chips. What is owed or lies there yet is the law's to say. */
function leaves(guest: Guest, place: number, desk: Desk): Read {
  const entries: ConsoleEntry[] = [];
  if (guest.color) entries.push(tell(`${guest.patron} hands back ${guest.color}`));
  if (desk.places && guest.seat > 0) entries.push(tell(`${guest.patron} leaves`));
  if (guest.purse > 0) entries.push({ do: "take-away", patron: Number(guest.patron.slice(1)), cents: guest.purse });
  if (entries.length === 0) return wrong(`${guest.name} at ${place} has nothing here any more`);
  return { entries, echo: `${guest.name} leaves with ${money(guest.purse)}` };
}
