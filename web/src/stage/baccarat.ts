// The three baccarats: two hands that face each other, one's own zones below, the others as faces with what they put where.
import type { Area, FeltView } from "../lib/types";
import { areasOf, around, chooser, circle, place, seatsOf, slots, text, type Box, type HandSpot, type Sheet, type Sight, type Zone } from "./sheet";

const TONES: Record<string, string> = { player: "blue", banker: "red", tie: "green" };

function base({ tall, height }: Sight): Sheet {
  const hand = (x: number, y: number, h: number, w: number, tx: number, ty: number, outer?: -1 | 1): HandSpot => ({ x, y, h, w, total: [tx, ty], ...(outer ? { outer } : {}) });
  return {
    w: tall ? 390 : 1280, h: tall ? height : 532, zones: [], lines: [], arcs: [], seats: [],
    texts: tall
      ? [text(97, 22, 17, "PLAYER", { tone: "blue", spacing: 0.16 }), text(293, 22, 17, "BANKER", { tone: "red", spacing: 0.16 })]
      : [text(409, 24, 24, "PLAYER", { tone: "blue", spacing: 0.2 }), text(871, 24, 24, "BANKER", { tone: "red", spacing: 0.2 })],
    hands: tall
      ? { player: hand(97, 106, 112, 174, 97, 196), banker: hand(293, 106, 112, 174, 293, 196) }
      : { player: hand(399, 128, 140, 398, 594, 128, -1), banker: hand(881, 128, 140, 398, 686, 128, 1) },
    ghosts: tall
      ? [{ hand: "player", boxes: slots(97, 106, 112, 2) }, { hand: "banker", boxes: slots(293, 106, 112, 2) }]
      : [{ hand: "player", boxes: [{ x: 348, y: 58, w: 100, h: 140 }, { x: 454, y: 58, w: 100, h: 140 }] }, { hand: "banker", boxes: [{ x: 726, y: 58, w: 100, h: 140 }, { x: 832, y: 58, w: 100, h: 140 }] }],
    ...(tall ? {} : { frames: [{ x: 186, y: 44, w: 446, h: 168, tone: "blue" }, { x: 648, y: 44, w: 446, h: 168, tone: "red" }], discard: { x: 58, y: 30, w: 106, h: 64 } }),
    banner: tall ? { x: 8, y: 232, w: 374, h: 84 } : { x: 330, y: 222, w: 620, h: 78 },
    caption: tall ? [195, 272] : [640, 262],
    tray: tall ? [195, 0] : [640, 0], rail: tall ? [195, height] : [640, 550],
    shoe: tall ? { x: 167, y: 178, scale: 0.42 } : { x: 1112, y: 16, scale: 1 },
  };
}

function sides(felt: FeltView, { seat, taken, tall }: Sight, sheet: Sheet): void {
  if (tall) return;
  const { left, right } = around(taken, seat, seatsOf(felt));
  left.slice(0, 4).forEach((one, at) => sheet.seats.push({ seat: one, x: 34, y: 256 + at * 64, mini: false }));
  right.slice(0, 4).forEach((one, at) => sheet.seats.push({ seat: one, x: 1112, y: 256 + at * 64, mini: false }));
}

function free(felt: FeltView, { tall, height }: Sight, sheet: Sheet): void {
  const box: Box = tall ? { x: 8, y: 380, w: 374, h: height - 400 } : { x: 320, y: 390, w: 640, h: 130 };
  sheet.zones.push(...chooser(felt, box));
  sheet.texts.push(text(box.x + box.w / 2, box.y - 22, tall ? 18 : 22, "Choose a place", { tone: "gold" }));
}

/** Minibaccarat and punto banco. */
export function baccarat(felt: FeltView, sight: Sight): Sheet {
  const { tall, seat, height } = sight;
  const sheet = base(sight);
  sides(felt, sight, sheet);
  if (seat === 0) {
    free(felt, sight, sheet);
    return sheet;
  }
  const own = areasOf(felt, seat);
  const pays = ({ pays: printed, vigorish }: Area) => (vigorish ? `${printed} less ${vigorish}` : printed);
  const main = ["player", "tie", "banker"].flatMap((act) => own.filter((area) => area.act === act));
  const beside = own.filter((area) => !main.includes(area));
  const extra = beside.length > 0 ? (tall ? 54 : 62) : 0;
  const box: Box = tall ? { x: 8, y: 330, w: 374, h: height - 340 - extra } : { x: 212, y: 330, w: 856, h: 190 - extra };
  const widths = tall ? [1, 1, 1] : [340, 156, 340];
  const gap = tall ? 6 : 10;
  const unit = (box.w - gap * (main.length - 1)) / widths.slice(0, main.length).reduce((sum, w) => sum + w, 0);
  let x = box.x;
  main.forEach((area, at): void => {
    const w = (widths[at] ?? 1) * unit;
    const zone = { x, y: box.y, w, h: box.h };
    sheet.zones.push(arc(place(area, zone, {
      fill: "deep", chip: [x + w / 2, box.y + box.h * (tall ? 0.66 : 0.72)], r: tall ? 22 : 25,
      texts: [text(x + w / 2, box.y + (tall ? 30 : box.h * 0.24), tall ? 19 : 30, area.label, { tone: TONES[area.act] ?? "ink", spacing: 0.1 }), text(x + w / 2, box.y + (tall ? 54 : box.h * 0.44), tall ? 13 : 16, pays(area))],
    }), tall ? 0 : at - (main.length - 1) / 2));
    x += w + gap;
  });
  const w = (box.w - gap * (beside.length - 1)) / Math.max(1, beside.length);
  beside.forEach((area, at) => {
    const zone = { x: box.x + at * (w + gap), y: box.y + box.h + 6, w, h: extra - 6 };
    sheet.zones.push(place(area, zone, { fill: "deep", r: tall ? 16 : 18, chip: [zone.x + w - 22, zone.y + zone.h / 2], texts: [text(zone.x + w * 0.42, zone.y + zone.h / 2, tall ? 12 : 15, (area.label || area.act).replaceAll("\n", " "))] }));
  });
  return sheet;
}

/** The outer zones lean upward, as on an arc. */
function arc(zone: Zone, side: number): Zone {
  if (side === 0) return zone;
  const { x, y, w, h } = zone.box;
  const lift = 34;
  const d = side < 0
    ? `M${x + 24} ${y - lift}Q${x + w * 0.55} ${y + 4} ${x + w} ${y}V${y + h}Q${x + w * 0.45} ${y + h + 2} ${x} ${y + h - lift}Z`
    : `M${x} ${y}Q${x + w * 0.45} ${y + 4} ${x + w - 24} ${y - lift}L${x + w} ${y + h - lift}Q${x + w * 0.55} ${y + h + 2} ${x} ${y + h}Z`;
  return { ...zone, d, chip: [zone.chip[0], zone.chip[1] - 8], texts: zone.texts.map((one) => ({ ...one, y: one.y - 6 })) };
}

/** Chemin de fer: the bank in the middle, one's own hand below, the other one above. */
export function chemin(felt: FeltView, sight: Sight): Sheet {
  const { tall, seat, taken, height, banks } = sight;
  const [mine, theirs] = banks ? ["banker", "player"] : ["player", "banker"];
  const low = tall ? Math.min(190, (height - 350) * 0.72) : 140;
  const y = tall ? 346 + low / 2 : 462;
  const above: HandSpot = tall ? { x: 290, y: 56, h: 92, w: 184, total: [176, 56], lock: [104, 116] } : { x: 640, y: 84, h: 118, w: 330, total: [640, 84], beside: true, lock: [372, 84] };
  const below: HandSpot = tall ? { x: 208, y, h: low, w: 290, total: [40, y], beside: true } : { x: 640, y, h: low, w: 420, total: [640, y], beside: true };
  const name = (who: string) => `${who.toUpperCase()}’S HAND`;
  const sheet: Sheet = {
    w: tall ? 390 : 1280, h: tall ? height : 592, zones: [], arcs: [], seats: [],
    lines: tall ? [] : ["M354 186Q286 330 384 548M926 186Q994 330 896 548"],
    texts: tall
      ? [text(290, 116, 13, name(theirs ?? ""), { spacing: 0.12 }), text(208, y + low / 2 + 18, 13, name(mine ?? ""), { spacing: 0.12 })]
      : [text(640, 160, 16, name(theirs ?? ""), { spacing: 0.14 }), text(640, y + low / 2 + 22, 16, name(mine ?? ""), { spacing: 0.14 })],
    hands: { [theirs ?? ""]: above, [mine ?? ""]: below },
    ghosts: [{ hand: theirs ?? "", boxes: slots(above.x, above.y, above.h, 2) }, { hand: mine ?? "", boxes: slots(below.x, below.y, below.h, 2) }],
    bank: tall ? { x: 10, y: 134, w: 370, h: 92 } : { x: 420, y: 182, w: 440, h: 104 },
    banner: tall ? { x: 8, y: 240, w: 374, h: 84 } : { x: 350, y: 298, w: 580, h: 82 },
    caption: tall ? [195, 282] : [640, 339],
    tray: tall ? [195, 0] : [640, 0], rail: tall ? [195, height] : [640, 610],
    shoe: tall ? { x: 84, y: 8, scale: 0.42 } : { x: 900, y: 26, scale: 1 },
  };
  if (tall) {
    taken.filter((one) => one !== seat).slice(0, 3).forEach((one, at) => sheet.seats.push({ seat: one, x: 28, y: 24 + at * 40, mini: true }));
  } else {
    const { left, right } = around(taken, seat, seatsOf(felt));
    const spots: [number, number][] = [[86, 190], [60, 300], [86, 410]];
    left.slice(0, 3).forEach((one, at) => sheet.seats.push({ seat: one, x: spots[at]?.[0] ?? 0, y: spots[at]?.[1] ?? 0, mini: false }));
    right.slice(0, 3).forEach((one, at) => sheet.seats.push({ seat: one, x: 1120 - (spots[at]?.[0] ?? 0) + 20, y: spots[at]?.[1] ?? 0, mini: false }));
  }
  if (seat === 0) {
    const box: Box = tall ? { x: 8, y: 380, w: 374, h: height - 390 } : { x: 320, y: 430, w: 640, h: 140 };
    sheet.zones.push(...chooser(felt, box));
    sheet.texts = [text(box.x + box.w / 2, box.y - 20, tall ? 18 : 22, "Choose a place", { tone: "gold" })];
    sheet.ghosts = [];
    return sheet;
  }
  if (!tall) {
    sheet.lines.push(circle(852, y + 20, 36));
    sheet.texts.push(text(852, y + 72, 15, "YOUR BET", { spacing: 0.1 }));
  }
  const seats = new Map(sheet.seats.map((one) => [one.seat, one]));
  sheet.chipOf = ({ seat: at, wager }) => {
    if (at === seat) return { at: tall ? [358, y + low / 2 + 38] : [852, y + 20], r: tall ? 20 : 26 };
    const other = seats.get(at);
    if (!other || tall) return wager === "bank" && !tall ? { at: [820, 212], r: 18 } : undefined;
    return { at: [other.x + 40, other.y + 44], r: 18 };
  };
  return sheet;
}
