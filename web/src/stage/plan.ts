import type { FeltView } from "../lib/types";
import { baccarat, chemin } from "./baccarat";
import { bigSix } from "./bigsix";
import { blackjack, redDog, stud } from "./cards";
import { craps } from "./craps";
import { keno } from "./keno";
import { paiGow, paiGowPoker } from "./paigow";
import { roulette } from "./roulette";
import { doubleDown, letItRide } from "./shared";
import type { Sheet, Sight } from "./sheet";
import { sicBo } from "./sicbo";

const PLANS: Record<string, (felt: FeltView, sight: Sight) => Sheet> = {
  "big-six": bigSix, blackjack, "caribbean-stud": stud, "chemin-de-fer": chemin, craps, "double-down-stud": doubleDown, keno, "let-it-ride": letItRide, minibaccarat: baccarat, "pai-gow": paiGow, "pai-gow-poker": paiGowPoker, "punto-banco": baccarat, "red-dog": redDog, roulette, "sic-bo": sicBo,
};

/** The drawing of a table for somebody. */
export function plan(felt: FeltView, sight: Sight): Sheet | undefined {
  return PLANS[felt.game]?.(felt, sight);
}
