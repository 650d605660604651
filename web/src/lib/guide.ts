// The next thing to do, in the words of the table.
import type { Table } from "./model.svelte";
import { inWords } from "./headline";
import { money } from "./money";
import { isSetting } from "./setting";
import { readyWord, verbOf } from "./verbs";

/** While wheel or dice move, nothing is said that gives their result away. */
const MOVING: Record<string, string> = { roulette: "The ball is rolling", "big-six": "The wheel is turning", "sic-bo": "The dice are being shaken", keno: "The balls are being drawn" };
export const caption = (table: Table, rested: boolean, holds = true): string => (rested ? guide(table, holds) : (MOVING[table.summary.game] ?? "The dice are out"));

/** `holds` is whether the player handles shoe, dice and cut: otherwise the house does, and nobody is asked. */
export function guide(table: Table, holds = true): string {
  const { awaits } = table;
  if (!table.summary.open || !awaits) return "The table is closed";
  if (!table.you) return "Take a seat to play";
  if (table.yours) return table.isOutdated || (!holds && table.offers.some(({ act }) => verbOf(act).house)) ? busy(table) : asked(table);
  if (awaits.for === "wagers") return inWindow(table);
  if (awaits.for === "equipment") return "No more bets";
  if (table.presence.away.includes(awaits.by)) return `${table.name(awaits.by)} is away`;
  if (table.people.some((one) => one.patron === awaits.by)) return `Waiting for ${table.name(awaits.by)}`;
  return table.offers.some((offer) => offer.kind === "wager") ? "Last bets" : busy(table);
}

/** What the player is asked on their turn, if it is worth a sentence. */
function asked({ offers, look }: Table): string {
  const has = (act: string) => offers.some((offer) => offer.act === act);
  if (has("pass") && !has("throws")) return "Bet on the Pass Line to roll";
  if (has("passes the shoe") && !has("keeps the shoe")) return "Banker lost: the shoe moves on";
  if (has("keeps the shoe")) return "Keep the shoe, or pass it on?";
  if (has("bank")) return "How much is your bank?";
  if (has("calls card") && has("calls stay")) return "Card or stay?";
  if (has("raise") && look.spread != null) return `Spread ${look.spread}: will the third card fall between?`;
  if (has("bet") && has("folds")) return "Raise or fold?";
  if (has("double") && has("stands") && !has("draws")) return "Double, or stand?";
  if (offers.some(isSetting)) return "Set your two hands";
  if (has("takes the bank")) return "Will you bank?";
  if (has("lets it ride")) return "Let it ride, or take it back?";
  return "Your turn";
}

/** While the dealer does what needs nobody else. */
const busy = ({ summary }: Table): string => (readyWord(summary.game) === "Deal" ? "Dealing" : "One moment");

/** Whoever is alone waits for the dealer only. */
const waiting = (table: Table): string => (table.people.length > 1 ? "Waiting for the others" : busy(table));

/** While wagers are open. At physical tables there is no button to speed things up. */
function inWindow(table: Table): string {
  const physical = table.summary.chance === "physical";
  const wagers = table.offers.filter(({ kind }) => kind === "wager");
  const none = table.onLayout === 0;
  if (wagers.some(({ act }) => act === "bid")) return table.ready ? waiting(table) : "Who holds the bank? Highest bid deals";
  if (wagers.some(({ act }) => act === "banco")) return "Play against the bank?";
  if (table.balance === 0 && none) return "You are out of chips";
  if (wagers.length === 0 && table.seat === 0 && table.offers.length > 0) return "Choose a place";
  if (table.ready) return waiting(table);
  if (wagers.length === 0) return none || physical ? busy(table) : `Press ${readyWord(table.summary.game)}`;
  const question = wagers.find((offer) => verbOf(offer.act).question);
  if (question && wagers.every((offer) => verbOf(offer.act).question)) return `${verbOf(question.act).word} for ${money(question.most)}?`;
  const point = table.look.puck?.on;
  if (point && !none && !physical) return `The point is ${inWords(Number(point))}: ${readyWord(table.summary.game)}`;
  return none || physical ? "Place your bets" : `Place your bets, then ${readyWord(table.summary.game)}`;
}
