// What a click or a key means, in the notation.
import { plain } from "./money";
import { read, sellsTickets } from "./ticket";
import type { BetView, Offer } from "./types";

/** The chips of the tray, in cents. */
export const CHIPS = [100, 500, 2_500, 10_000, 50_000, 100_000] as const;

/** Whether it needs nothing but chips, if it needs anything. */
export const isPlain = ({ tender }: Offer): boolean => tender == null || tender === "chips";

/** The offer of an act at a place: in chips if possible, otherwise in another tender. */
export function offerFor(offers: readonly Offer[], act: string, seat: number): Offer | undefined {
  const fits = offers.filter((offer) => offer.act === act && offer.seat === seat);
  return fits.find(isPlain) ?? fits[0];
}

/** Whether a wager depends on those at its place: it has a fixed amount, or may not exceed what lies there. */
export function follows({ kind, seat, least, most }: Offer, mine: readonly BetView[]): boolean {
  const stake = mine.filter((bet) => bet.seat === seat).reduce((sum, bet) => sum + bet.stake, 0);
  return kind === "wager" && stake > 0 && (least === most || most <= stake);
}

/** The offer to take a wager back, if there is one. */
export function wayBack(offers: readonly Offer[], { wager, seat }: BetView): Offer | undefined {
  return offers.find((offer) => offer.kind === "take-back" && offer.wager === wager && offer.seat === seat);
}

/** The amount nearest to the chosen one that the offer accepts: within its limits, in its unit. */
export function fit(offer: Offer, amount: number): number {
  const step = Math.max(1, offer.step);
  const up = Math.ceil(Math.max(amount, offer.least) / step) * step;
  return up <= offer.most ? up : Math.max(offer.least, Math.floor(offer.most / step) * step);
}

/** The act as it is sent: `red 5.00`, `stands`. */
export function spoken(offer: Offer, amount: number): string {
  if (offer.step === 0) return offer.act;
  const tender = isPlain(offer) ? "" : ` ${offer.tender}`;
  return `${offer.act} ${plain(fit(offer, amount))}${tender}`;
}

export interface Act {
  act: string;
  seat: number;
}

/** Puts these wagers down again, as far as they are offered. */
export function again(offers: readonly Offer[], bets: readonly BetView[]): Act[] {
  const sums = new Map<string, { bet: BetView; stake: number }>();
  for (const bet of bets) {
    const name = `${bet.wager}@${bet.seat}`;
    sums.set(name, { bet, stake: (sums.get(name)?.stake ?? 0) + bet.stake });
  }
  return [...sums.values()].flatMap(({ bet, stake }) => {
    const offer = offerFor(offers, bet.wager, bet.seat);
    if (offer?.kind === "wager") return [{ act: spoken(offer, stake), seat: bet.seat }];
    // Of tickets only examples are offered; one that is begun is not sold again.
    return isSold(offers, bet) ? [{ act: `${bet.wager} ${plain(stake)}`, seat: bet.seat }] : [];
  });
}

/** Whether it is a ticket that can be bought again. */
const isSold = (offers: readonly Offer[], { wager }: BetView): boolean => read(wager)?.game === 1 && sellsTickets(offers);

/** Takes the last chip off: everything there is taken back, and what was there before is put down again. */
export function undo(offers: readonly Offer[], placed: readonly BetView[]): Act[] {
  const last = placed.at(-1);
  if (!last) return [];
  const back = wayBack(offers, last);
  if (!back) return [];
  const rest = placed.slice(0, -1).filter((bet) => bet.wager === last.wager && bet.seat === last.seat);
  const sum = rest.reduce((total, bet) => total + bet.stake, 0);
  const acts = [{ act: back.act, seat: back.seat }];
  if (sum > 0) acts.push({ act: `${last.wager} ${plain(sum)}`, seat: last.seat });
  return acts;
}

/** Everything that may be taken back, each once. */
export function clear(offers: readonly Offer[]): Act[] {
  return offers.filter((offer) => offer.kind === "take-back").map(({ act, seat }) => ({ act, seat }));
}

/** What it costs to put these wagers down again, as far as they are offered. */
export function price(offers: readonly Offer[], bets: readonly BetView[]): number {
  return bets.filter((bet) => offerFor(offers, bet.wager, bet.seat)?.kind === "wager" || isSold(offers, bet)).reduce((sum, bet) => sum + bet.stake, 0);
}

/** Whether the player chooses the amount of a wager. */
export const isOpenEnded = ({ kind, least, most }: Offer): boolean => kind === "wager" && least < most;
