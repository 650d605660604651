// Keno tickets as they are marked and as they are spelled. The rules decide what a ticket is; here it is only written and read.

export const NUMBERS = 80;
/** How many numbers are drawn in a game. */
export const DRAWN = 20;

export type Kind = "straight" | "split" | "way" | "king";

/** What somebody has marked. */
export interface Marked {
  /** Groups of numbers; a straight ticket has one. */
  groups: number[][];
  kind: Kind;
  /** By how many spots the groups are combined. */
  by: number[];
  games: number;
}

/** A ticket that was bought. */
export interface Ticket {
  kind: string;
  groups: number[][];
  by: number[];
  /** Which of its games comes next, and how many there are. */
  game: number;
  games: number;
}

const numbers = (text: string): number[] => text.split(",").map(Number);

/** Reads a ticket as the table spells it. */
export function read(wager: string): Ticket | undefined {
  const found = /^(straight|split|way|combination|king) ([\d,/]+)(?: by ([\d,]+))?(?: for (\d+) games| game (\d+) of (\d+))?$/.exec(wager);
  if (!found) return undefined;
  const [, kind = "", marked = "", by, games, game, of] = found;
  return { kind, groups: marked.split("/").map(numbers), by: by ? numbers(by) : [], game: Number(game ?? 1), games: Number(games ?? of ?? 1) };
}

/** How many ways have each number of spots: sets of groups, with a king in each of them. */
export function sums({ groups, kind }: Pick<Marked, "groups" | "kind">): Map<number, number> {
  const king = kind === "king";
  let all = new Map([[king ? (groups[0]?.length ?? 0) : 0, 1]]);
  for (const { length } of groups.slice(king ? 1 : 0)) {
    const next = new Map(all);
    for (const [spots, ways] of all) next.set(spots + length, (next.get(spots + length) ?? 0) + ways);
    all = next;
  }
  all.delete(0);
  return new Map([...all].sort(([one], [other]) => one - other));
}

/** How many wagers a ticket is. */
export function ways(marked: Marked): number {
  if (marked.kind === "straight" || marked.kind === "split") return marked.groups.length;
  const all = sums(marked);
  return marked.by.reduce((sum, spots) => sum + (all.get(spots) ?? 0), 0);
}

/** The ticket as it is written, or nothing while something is missing. */
export function spell({ groups: all, kind, by, games }: Marked): string | undefined {
  const groups = all.filter((group) => group.length > 0);
  if (groups.length === 0) return undefined;
  const marked = groups.map((group) => [...group].sort((one, other) => one - other).join(",")).join("/");
  const lasts = games > 1 ? ` for ${games} games` : "";
  if (groups.length === 1) return `straight ${marked}${lasts}`;
  if (kind === "split") return `split ${marked}${lasts}`;
  const spots = by.filter((one) => sums({ groups, kind }).has(one)).sort((one, other) => one - other);
  if (spots.length === 0) return undefined;
  if (kind === "king") return groups[0]?.length === 1 ? `king ${marked} by ${spots.join()}${lasts}` : undefined;
  const alike = groups.every((group) => group.length === groups[0]?.length) && spots.length === 1;
  return `${alike ? "way" : "combination"} ${marked} by ${spots.join()}${lasts}`;
}

/** So many different numbers by chance. They only mark a ticket; what is drawn comes from the table. */
export function quickPick(count: number, random: (below: number) => number = below): number[] {
  const all = Array.from({ length: NUMBERS }, (_, at) => at + 1);
  for (let at = 0; at < count; at++) {
    const other = at + random(NUMBERS - at);
    [all[at], all[other]] = [all[other] ?? 0, all[at] ?? 0];
  }
  return all.slice(0, count).sort((one, other) => one - other);
}

/** A number below another, each as likely. */
function below(n: number): number {
  const word = new Uint32Array(1);
  const fair = 2 ** 32 - (2 ** 32 % n);
  do crypto.getRandomValues(word);
  while ((word[0] ?? 0) >= fair);
  return (word[0] ?? 0) % n;
}

/** What players call a ticket: `4 spots`, `3 ways, 4 spots each`. */
export function ticketName(wager: string): string | undefined {
  const ticket = read(wager);
  if (!ticket) return undefined;
  const { kind, groups, by, game, games } = ticket;
  const spots = (n: number | string): string => `${n} spot${String(n) === "1" ? "" : "s"}`;
  const lasts = games > 1 ? (game > 1 ? `, game ${game} of ${games}` : `, ${games} games`) : "";
  if (kind === "straight") return spots(groups[0]?.length ?? 0) + lasts;
  if (kind === "split") return `Split ${groups.map(({ length }) => length).join("+")}${lasts}`;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  return `${name}, ${spots(by.join(" and "))}${lasts}`;
}

/** Whether a game sells tickets: its offers are only examples of them. */
export const sellsTickets = (acts: readonly { act: string }[]): boolean => acts.some(({ act }) => (read(act)?.groups[0]?.length ?? 0) > 1);
