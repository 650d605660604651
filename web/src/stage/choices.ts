// What lies on or around a number: splits, corners and streets of roulette, buying and laying at craps. A finger is too wide for lines,
// so a number that is held down opens them as a list.
import type { Area, FeltView, Offer } from "../lib/types";
import { betName } from "../lib/verbs";
import { isPlain } from "../lib/wagers";
import { numberOf } from "./craps";

export interface Choice {
  act: string;
  seat: number;
  name: string;
  pays: string;
}

/** More numbers than these are a place of their own, wide enough for any finger. */
const INSIDE = 6;

/** The wagers on a number that are offered now, those on the fewest numbers first; none for any other place. */
export function choices(area: Area, felt: FeltView, offers: readonly Offer[]): Choice[] {
  const open = offers.filter((offer) => offer.kind === "wager" && isPlain(offer));
  const areaOf = ({ act, seat }: Offer) => felt.areas.find((one) => one.act === act && one.seat === seat);
  const choice = (offer: Offer): Choice => ({ act: offer.act, seat: offer.seat, name: betName(offer.act), pays: areaOf(offer)?.pays ?? "" });
  if (felt.game === "craps") {
    const number = numberOf(area.act);
    return number === undefined ? [] : open.filter(({ act }) => numberOf(act) === number).map(choice);
  }
  const [number, ...others] = area.covers;
  if (number === undefined || others.length > 0) return [];
  const around = (offer: Offer): number => {
    const covers = areaOf(offer)?.covers ?? [];
    return covers.includes(number) && covers.length <= INSIDE ? covers.length : 0;
  };
  return open.filter(around).sort((one, other) => around(one) - around(other)).map(choice);
}
