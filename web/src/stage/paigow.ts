// Pai gow poker and pai gow: everybody, the dealer too, has a high hand and a low hand, of five cards and two or of two tiles each.
import type { FeltView } from "../lib/types";
import { TRAY, empty, named, others } from "./cards";
import { areasOf, chooser, slots, text, type Box, type HandSpot, type Sheet, type Sight } from "./sheet";

const NAMES: Record<string, string> = { main: "YOUR WAGER", bank: "BANK", dealer: "DEALER" };

export const paiGowPoker = (felt: FeltView, sight: Sight): Sheet => twoHands(felt, sight, false);
export const paiGow = (felt: FeltView, sight: Sight): Sheet => twoHands(felt, sight, true);

function twoHands(felt: FeltView, sight: Sight, tiles: boolean): Sheet {
  const { tall, seat, hands, height } = sight;
  const sheet: Sheet = { ...empty(tall, height), banner: { x: 0, y: 0, w: 0, h: 0 }, caption: [0, 0] };
  const near = others(felt, sight, true, false);
  const top = tall && near.seats.length > 0 ? 34 : 0;
  near.seats.forEach((one) => tall && (one.y = 20));
  // The low hand of somebody else lies above the high one.
  for (const [one, spot] of Object.entries(near.hands)) {
    near.hands[`${one} 1`] = { ...spot, y: spot.y + 6, h: 54, w: 124, apart: true };
    near.hands[`${one} 2`] = { ...spot, y: spot.y - 54, h: 54, w: 80, apart: true };
  }
  // Where tiles lie, both hands are of two, and take as much room.
  const [dx, lx] = tiles ? (tall ? [112, 278] : [520, 760]) : tall ? [139, 330] : [540, 912];
  const wide = tiles ? (tall ? 200 : 300) : tall ? 258 : 486;
  const dealer: HandSpot = { x: dx, y: tall ? 74 + top : 108, h: tall ? 84 : 126, w: wide, total: [0, 0] };
  const low: HandSpot = { ...dealer, x: lx, w: tiles ? wide : tall ? 108 : 196 };
  sheet.hands = { ...near.hands, dealer, "dealer-low": low };
  const outline = ({ x, y, h }: HandSpot): Box[] => [-1, 1].map((side) => ({ x: x + side * (h * 0.2 + 5) - h * 0.2, y: y - h / 2, w: h * 0.4, h }));
  sheet.ghosts = tiles
    ? [{ hand: "dealer", boxes: outline(dealer) }, { hand: "dealer-low", boxes: outline(low) }]
    : [
        { hand: "dealer", boxes: slots(dealer.x, dealer.y, tall ? 70 : 126, 5, tall ? 3 : 7) },
        { hand: "dealer-low", boxes: slots(low.x, low.y, tall ? 70 : 126, 2, tall ? 3 : 7) },
      ];
  const under = tall ? 131 + top : 184;
  sheet.texts = [text(dealer.x, under, tall ? 13 : 16, "HIGH", { tone: "gold", spacing: 0.14 }), text(low.x, under, tall ? 13 : 16, "LOW", { tone: "gold", spacing: 0.14 })];
  if (!tall) sheet.chips = TRAY;
  sheet.seats = near.seats;
  sheet.zones = near.zones;
  sheet.banner = tall ? { x: 10, y: 141 + top, w: 370, h: 72 } : { x: 398, y: 197, w: 484, h: 74 };
  sheet.caption = tall ? [195, 168 + top] : [640, 234];
  if (seat === 0) {
    const box: Box = tall ? { x: 8, y: 380, w: 374, h: 120 } : { x: 372, y: 420, w: 536, h: 120 };
    sheet.zones = [...sheet.zones, ...chooser(felt, box)];
    sheet.texts.push(text(box.x + box.w / 2, box.y - 26, tall ? 18 : 22, "Choose a place", { tone: "gold" }));
  } else {
    const y = tall ? Math.min(298, height - 318) + top : 334;
    const [cx, step, r] = tall ? [195, 112, 36] : [640, 132, 42];
    const own = areasOf(felt, seat).filter(({ act }) => act in NAMES);
    for (const area of own) {
      const side = area.act === "bank" ? -1 : area.act === "dealer" ? 1 : 0;
      sheet.zones.push(named(area, NAMES[area.act] ?? "", cx + side * step, y, side === 0 ? r : r * 0.72, { r: tall ? 20 : 25 }));
    }
    const room = tall ? height - y - 56 : 0;
    const h = !tall ? 134 : tiles ? Math.min(150, room * 0.5) : Math.min(102, room * 0.41);
    // Seven cards lie in a row until they are set; then five, and two beside them or, upright, below them.
    const at = tall ? y + 58 + h / 2 : 486;
    if (tiles) {
      const [left, right] = hands > 1 ? (tall ? [105, 285] : [520, 760]) : [cx, cx];
      sheet.hands[`${seat} 1`] = { x: left, y: at, h, w: tall ? 366 : 420, total: [0, 0], lock: [cx, at + h / 2 + (tall ? 24 : 20)] };
      sheet.hands[`${seat} 2`] = { x: right, y: at, h, w: 180, total: [0, 0] };
      if (hands > 1) sheet.texts.push(...[left, right].map((x, nth) => text(x, at - h / 2 - 17, 15, nth === 0 ? "HIGH" : "LOW", { tone: "gold", spacing: 0.14 })));
      return withChips(sheet, near);
    }
    const high: HandSpot = tall ? { x: 195, y: at, h, w: 366, total: [0, 0], lock: [195, at + h * (hands > 1 ? 1.5 : 0.5) + 26] } : { x: hands > 1 ? 524 : 640, y: at, h, w: hands > 1 ? 520 : 690, total: [0, 0], lock: [640, at + h / 2 + 20] };
    sheet.hands[`${seat} 1`] = high;
    sheet.hands[`${seat} 2`] = tall ? { x: 195, y: at + h + 12, h, w: 180, total: [0, 0] } : { x: 908, y: at, h, w: 210, total: [0, 0] };
    if (hands > 1 && tall) sheet.texts.push(text(44, at + h + 12, 15, "LOW", { tone: "gold", spacing: 0.14 }));
    if (hands > 1 && !tall) sheet.texts.push(text(524, at - h / 2 - 17, 15, "HIGH", { tone: "gold", spacing: 0.14 }), text(908, at - h / 2 - 17, 15, "LOW", { tone: "gold", spacing: 0.14 }));
  }
  return withChips(sheet, near);
}

/** The chips of others lie before them; those of a bank beside its wager. */
function withChips(sheet: Sheet, near: ReturnType<typeof others>): Sheet {
  sheet.chipOf = ({ seat: at, wager }) => {
    const spot = near.chips.get(at);
    return spot && { at: [spot.at[0] + (wager === "bank" ? -30 : wager === "dealer" ? 30 : 0), spot.at[1]], r: 14 };
  };
  return sheet;
}
