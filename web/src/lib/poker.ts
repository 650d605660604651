// The names of poker hands. The floor decides who wins: this only names the cards.

const RANKS = "23456789TJQKA";
const NAMES: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const one = (rank: string): string => NAMES[rank] ?? rank;
const many = (rank: string): string => (rank === "6" ? "sixes" : `${one(rank)}s`);

export interface PokerHand {
  /** As in a pay table: `three-of-a-kind`. */
  kind: string;
  /** In words: `three kings`. */
  name: string;
  /** Which of the cards form it. */
  of: number[];
}

/** The hand of five known cards; undefined otherwise. */
export function pokerHand(cards: readonly (string | null | undefined)[]): PokerHand | undefined {
  if (cards.length !== 5 || cards.some((card) => !card)) return undefined;
  const all = cards.map((card) => card ?? "");
  const ranks = all.map((card) => card.charAt(0));
  const groups = [...new Set(ranks)]
    .map((rank) => ({ rank, at: ranks.flatMap((other, at) => (other === rank ? [at] : [])) }))
    .sort((a, b) => b.at.length - a.at.length || RANKS.indexOf(b.rank) - RANKS.indexOf(a.rank));
  const [first, second] = groups;
  if (!first) return undefined;
  const sorted = ranks.map((rank) => RANKS.indexOf(rank)).sort((a, b) => a - b);
  const wheel = sorted.join() === "0,1,2,3,12";
  const straight = groups.length === 5 && (wheel || (sorted[4] ?? 0) - (sorted[0] ?? 0) === 4);
  const flush = new Set(all.map((card) => card.charAt(1))).size === 1;
  const top = wheel ? "five" : one(first.rank);
  const every = [0, 1, 2, 3, 4];
  if (straight && flush) return first.rank === "A" && !wheel ? { kind: "royal flush", name: "royal flush", of: every } : { kind: "straight flush", name: `straight flush, ${top} high`, of: every };
  if (first.at.length === 4) return { kind: "four-of-a-kind", name: `four ${many(first.rank)}`, of: first.at };
  if (first.at.length === 3 && second?.at.length === 2) return { kind: "full house", name: `full house, ${many(first.rank)} over ${many(second.rank)}`, of: every };
  if (flush) return { kind: "flush", name: `flush, ${top} high`, of: every };
  if (straight) return { kind: "straight", name: `straight, ${top} high`, of: every };
  if (first.at.length === 3) return { kind: "three-of-a-kind", name: `three ${many(first.rank)}`, of: first.at };
  if (first.at.length === 2 && second?.at.length === 2) return { kind: "two pairs", name: `${many(first.rank)} and ${many(second.rank)}`, of: [...first.at, ...second.at] };
  if (first.at.length === 2) return { kind: "one pair or less", name: `pair of ${many(first.rank)}`, of: first.at };
  const next = second ? `-${one(second.rank)}` : "";
  return { kind: "one pair or less", name: first.rank === "A" ? `ace${next} high` : `${top} high`, of: first.at };
}
