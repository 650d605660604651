// The next thing to do, in the words of the table.
import type { Table } from "./model.svelte";
import { money } from "./money";
import { readyWord, verbOf } from "./verbs";

export function guide(table: Table): string {
  const { awaits } = table;
  if (!table.summary.open || !awaits) return "The table is closed";
  if (!table.you) return "Buy chips to play";
  if (table.yours) return asked(table);
  if (awaits.for === "wagers") return inWindow(table);
  if (awaits.for === "equipment") return "No more bets";
  if (table.presence.away.includes(awaits.by)) return `${table.name(awaits.by)} is away`;
  if (table.people.some((one) => one.patron === awaits.by)) return `Waiting for ${table.name(awaits.by)}`;
  return table.offers.some((offer) => offer.kind === "wager") ? "Last bets" : "The dealer goes on";
}

/** What the player is asked on their turn, if it is worth a sentence. */
function asked({ offers, look }: Table): string {
  const has = (act: string) => offers.some((offer) => offer.act === act);
  if (has("pass") && !has("throws")) return "The shooter bets on the Pass Line first";
  if (has("bank")) return "How much is your bank?";
  if (has("calls card") && has("calls stay")) return "Card or stay?";
  if (has("raise") && look.spread != null) return `Spread ${look.spread}: will the third card fall between?`;
  if (has("bet") && has("folds")) return "Raise or fold?";
  if (has("double") && has("stands") && !has("draws")) return "Double, or stand?";
  if (has("lets it ride")) return "Let it ride, or take it back?";
  return "Your turn";
}

/** While wagers are open. At physical tables there is no button to speed things up. */
function inWindow(table: Table): string {
  const physical = table.summary.chance === "physical";
  const wagers = table.offers.filter(({ kind }) => kind === "wager");
  const none = table.onLayout === 0;
  if (wagers.some(({ act }) => act === "bid")) return table.ready ? "Waiting for the others" : "Who holds the bank? Highest bid deals";
  if (wagers.some(({ act }) => act === "banco")) return "Play against the bank?";
  if (table.balance === 0 && none) return "You are out of chips";
  if (wagers.length === 0 && table.seat === 0 && table.offers.length > 0) return "Choose a place";
  if (table.ready) return "Waiting for the others";
  if (wagers.length === 0) return none || physical ? "The dealer goes on" : `Press ${readyWord(table.summary.game)}`;
  const question = wagers.find((offer) => verbOf(offer.act).question);
  if (question && wagers.every((offer) => verbOf(offer.act).question)) return `${verbOf(question.act).word} for ${money(question.most)}?`;
  return none || physical ? "Place your bets" : `Place your bets, then ${readyWord(table.summary.game)}`;
}
