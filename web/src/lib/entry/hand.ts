// A hand of chemin de fer. Nobody but the one who plays it may see the cards before they are turned up, so the dealer keys the
// whole hand then: `7ckh s 4c5h`, `2c3h c 9s 4c3h +5d`. What was said in between stands between the cards.
import { tell, type Desk, type Read } from "./line";

const CARD = "(?:10|[a2-9tjqk01])[shdc]";
const HAND = new RegExp(`^(${CARD})(${CARD})(s|n|cn?u?)(${CARD})?(${CARD})(${CARD})([+.])?(${CARD})?$`);

const card = (text: string): string => text.replace(/^10/, "T").replace(/^0/, "T").replace(/^1(?!0)/, "A").replace(/^./, (rank) => rank.toUpperCase());

/** Whether what was keyed is the beginning of a hand. */
export const isHand = (text: string): boolean => new RegExp(`^${CARD}`).test(text.replaceAll(" ", ""));

/** Reads a whole hand: the Player's cards, what was said, the Player's third card, the Banker's cards, and his third. */
export function hand(text: string, desk: Desk): Read {
  const { awaited: player, banker } = desk;
  if (!player || !banker) return { wrong: "no hand is dealt" };
  const found = HAND.exec(text.replaceAll(" ", "").toLowerCase());
  const [, one, two, says, third, first, second, choice, last] = found ?? [];
  const draws = says?.startsWith("c") && says !== "cn";
  if (!one || !two || !says || !first || !second || draws !== (third !== undefined)) {
    return { wrong: "the Player's two cards, c, s or n, the Player's third card after c, the Banker's two, and his third: 7ckh s 4c5h" };
  }
  const lines = [`${player} looks`, card(one), card(two)];
  if (says === "s") lines.push(`${player} calls stay`, `${banker} turns the cards up`, card(first), card(second));
  else if (says === "n") lines.push(`${player} calls natural`, card(first), card(second));
  else {
    lines.push(`${player} calls card`, `${banker} looks`, card(first), card(second));
    if (third) lines.push(`${banker} calls under eight`, card(third), `${banker} turns the cards up`);
    else lines.push(`${banker} calls natural`);
  }
  if (choice) lines.push(`${banker} ${choice === "+" ? "draws" : "stays"}`);
  if (last) lines.push(card(last));
  return { entries: lines.map(tell), echo: lines.join(" · ") };
}
