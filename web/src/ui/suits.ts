/** The outlines of the four suits in a box of 100 by 100. */
export const SUITS: Record<string, string> = {
  h: "M50 92C20 66 8 50 8 32 8 18 18 8 30 8c9 0 16 5 20 13C54 13 61 8 70 8c12 0 22 10 22 24 0 18-12 34-42 60Z",
  d: "M50 4 86 50 50 96 14 50Z",
  s: "M50 6C76 32 92 46 92 62c0 12-9 20-20 20-7 0-13-3-17-8 1 9 4 15 10 20H35c6-5 9-11 10-20-4 5-10 8-17 8C17 82 8 74 8 62 8 46 24 32 50 6Z",
  c: "M50 6c12 0 21 9 21 20 0 6-3 11-7 15 3-1 6-2 9-2 12 0 20 9 20 20s-9 20-20 20c-8 0-14-4-18-10 1 12 5 19 11 25H34c6-6 10-13 11-25-4 6-10 10-18 10C16 79 7 70 7 59s8-20 20-20c3 0 6 1 9 2-4-4-7-9-7-15C29 15 38 6 50 6Z",
};
export const SUIT_NAMES: Record<string, string> = { h: "hearts", d: "diamonds", s: "spades", c: "clubs" };
const RANK_NAMES: Record<string, string> = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" };

/** A card in words: `ace of spades`. */
export function cardName(card: string | undefined): string {
  if (!card) return "a card face down";
  if (card === "joker") return "joker";
  const [rank = "", suit = ""] = card;
  return `${RANK_NAMES[rank] ?? rank} of ${SUIT_NAMES[suit] ?? suit}`;
}
