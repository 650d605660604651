// The one next thing to do, for somebody who has read nothing.
import type { Table } from "./model.svelte";

export function guide(table: Table): string {
  if (!table.summary.open) return "The table is closed.";
  if (!table.you) return "Buy chips to come to this table.";
  if (table.awaits === table.you) return "It is your turn: choose below.";
  const stakes = table.offers.filter((offer) => offer.step > 0);
  const wagers = stakes.length > 0;
  // Where people deal, nobody can be hurried by a button.
  const real = table.summary.chance === "physical";
  if (table.awaits === "wagers") {
    if (table.purse === 0 && table.onLayout === 0) return "Buy chips first.";
    if (!wagers && table.seat === 0 && table.offers.some((offer) => /^(sits|stands) at /.test(offer.act))) return "Choose a place at the table.";
    if (table.offers.some((offer) => offer.act === "bid")) return "Bid for the bank: the highest bidder holds it.";
    if (table.onLayout === 0 && !wagers) return "Wait: wagers are not open to you now.";
    if (table.onLayout === 0) return real ? "Place your chips; the dealer goes on when everyone has." : "Place your chips, then Deal me in.";
    if (table.ready) return "You are in. Waiting for the others.";
    if (real && !wagers) return "Wait: the dealer goes on.";
    if (wagers && stakes.every((offer) => offer.act.startsWith("insurance"))) {
      return `Insurance is open: put chips on its line, or ${real ? "wait for the dealer" : "Deal me in"}.`;
    }
    if (real) return "Place more chips, or wait for the dealer.";
    return wagers ? "Place more chips, or Deal me in." : "Deal me in when you are ready.";
  }
  if (table.awaits === "the equipment") return "Watch: cards, wheel or dice are in play.";
  if (table.presence.away.includes(table.awaits)) return `${table.name(table.awaits)} is away: the table goes on without them.`;
  if (/^p\d+$/.test(table.awaits)) return `Waiting for ${table.name(table.awaits)}.`;
  return wagers ? "You may still wager." : "Wait: the dealer goes on.";
}
