// Tables at which everyone shares some cards and nobody plays against the dealer: the shared cards above, one's own wagers and cards below.
import type { FeltView } from "../lib/types";
import { TRAY, empty, named, others, panel } from "./cards";
import { areasOf, chooser, slots, text, type Box, type HandSpot, type Sheet, type Sight } from "./sheet";

/** How many cards all share, how many one has, and what one's wagers are called, from left to right. */
interface Plan {
  shared: number;
  own: number;
  wagers: Record<string, string>;
}

const ride: Plan = { shared: 2, own: 3, wagers: { first: "FIRST BET", second: "SECOND BET", third: "THIRD BET" } };

function sharing({ shared, own: dealt, wagers }: Plan, felt: FeltView, sight: Sight): Sheet {
  const { tall, seat, height } = sight;
  const sheet: Sheet = { ...empty(tall, height), banner: { x: 0, y: 0, w: 0, h: 0 }, caption: [0, 0] };
  const near = others(felt, sight, true, false);
  // Upright, the faces of others stand above the shared cards.
  const top = tall && near.seats.length > 0 ? 34 : 0;
  near.seats.forEach((one) => tall && (one.y = 20));
  const middle: HandSpot = tall ? { x: 195, y: 76 + top, h: 108, w: 362, total: [0, 0] } : { x: 640, y: 112, h: 134, w: 480, total: [0, 0] };
  sheet.hands = { ...near.hands, dealer: middle, middle };
  sheet.ghosts = [{ hand: "middle", boxes: slots(middle.x, middle.y, middle.h, shared, tall ? 5 : 7) }];
  if (!tall) [sheet.chips, sheet.pays] = [TRAY, panel(felt, "EACH BET PAYS")];
  sheet.seats = near.seats;
  sheet.zones = near.zones;
  sheet.banner = tall ? { x: 10, y: 146 + top, w: 370, h: 76 } : { x: 398, y: 204, w: 484, h: 62 };
  sheet.caption = tall ? [195, 184 + top] : [640, 234];
  const names = Object.keys(wagers);
  if (seat === 0) {
    const box: Box = tall ? { x: 8, y: 380, w: 374, h: 120 } : { x: 372, y: 420, w: 536, h: 120 };
    sheet.zones = [...sheet.zones, ...chooser(felt, box)];
    sheet.texts.push(text(box.x + box.w / 2, box.y - 26, tall ? 18 : 22, "Choose a place", { tone: "gold" }));
  } else {
    const y = tall ? Math.min(292, height - 330) + top : 336;
    const [step, r] = tall ? [110, 36] : [124, 42];
    for (const area of areasOf(felt, seat)) {
      const at = names.indexOf(area.act);
      const x = (tall ? 195 : 640) + (at - (names.length - 1) / 2) * step;
      if (at >= 0) sheet.zones.push(named(area, wagers[area.act] ?? "", x, y, r, { r: tall ? 22 : 26 }));
    }
    const room = tall ? height - y - 50 : 0;
    const hand: HandSpot = tall ? { x: 195, y: y + 52 + (room - 50) / 2, h: Math.min(170, room - 60), w: 366, total: [0, 0] } : { x: 640, y: 474, h: 158, w: 600, total: [0, 0], lock: [640, 573] };
    sheet.hands[`${seat} 1`] = hand;
    sheet.ghosts.push({ hand: "own", boxes: slots(hand.x, hand.y, tall ? 96 : hand.h, dealt, tall ? 5 : 7) });
  }
  sheet.chipOf = ({ seat: at, wager }) => {
    const spot = near.chips.get(at);
    return spot && { at: [spot.at[0] + (names.indexOf(wager) - (names.length - 1) / 2) * 30, spot.at[1]], r: 13 };
  };
  return sheet;
}

const double: Plan = { shared: 4, own: 1, wagers: { original: "YOUR WAGER", double: "DOUBLE" } };

export const doubleDown = (felt: FeltView, sight: Sight): Sheet => sharing(double, felt, sight);
export const letItRide = (felt: FeltView, sight: Sight): Sheet => sharing(ride, felt, sight);
