// Card tables: the dealer above, one's own place below in the middle, the others small around it.
import type { Area, FeltView } from "../lib/types";
import { areasOf, around, chooser, find, place, round, seatsOf, slots, text, type Box, type HandSpot, type Point, type SeatSpot, type Sheet, type Sight, type Zone } from "./sheet";

/** Places for others on a lying table, nearest to oneself first. */
const LEFT: Point[] = [[236, 330], [110, 268], [110, 470]];
const RIGHT: Point[] = LEFT.map(([x, y]) => [1280 - x, y]);

interface Others {
  seats: SeatSpot[];
  hands: Record<string, HandSpot>;
  chips: Map<number, { at: Point; r: number }>;
  zones: Zone[];
}

/** Everybody else, with cards and chips where there is room, or as faces in a row. */
export function others(felt: FeltView, { seat, taken, tall }: Sight, cards: boolean, open: boolean): Others {
  const found: Others = { seats: [], hands: {}, chips: new Map(), zones: [] };
  const all = seatsOf(felt);
  const shown = open ? Array.from({ length: all }, (_, at) => at + 1) : taken;
  if (tall) {
    const list = taken.filter((one) => one !== seat);
    const step = Math.min(92, 374 / Math.max(1, list.length));
    list.forEach((one, at) => found.seats.push({ seat: one, x: 30 + at * step, y: 26, mini: true }));
    return found;
  }
  const { left, right } = around(shown, seat, all);
  const put = (list: number[], spots: Point[]) =>
    list.slice(0, spots.length).forEach((one, at) => {
      const [x, y] = spots[at] ?? [0, 0];
      if (taken.includes(one)) found.seats.push({ seat: one, x: x - (cards ? 48 : 24), y: y + (cards ? 104 : 62), mini: false });
      if (cards) found.hands[`${one}`] = { x, y: y - 34, h: 68, w: 120, total: [x + 62, y - 66], small: true };
      found.chips.set(one, { at: [x, y + (cards ? 44 : 0)], r: 18 });
      const area = areasOf(felt, one).find(({ kind }) => kind === "box");
      if (area) found.zones.push(round(area, x, y + (cards ? 44 : 0), 27, { r: 18, kind: taken.includes(one) ? "box" : "faint" }));
    });
  put(left, LEFT);
  put(right, RIGHT);
  return found;
}

/** A frame that is less wide has the total above the cards and the chips below them. */
const NARROW = 300;

/** Frames for hands that lie apart, the first on the right as the dealer goes. */
function frames(box: Box, n: number, tall: boolean): HandSpot[] {
  const count = Math.max(1, n);
  const columns = tall && count > 2 ? 2 : count;
  const rows = Math.ceil(count / columns);
  const gap = tall ? 8 : 14;
  const w = Math.min(tall && count === 1 ? box.w : count === 1 ? 400 : 300, (box.w - gap * (columns - 1)) / columns);
  const h = (box.h - gap * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, at): HandSpot => {
    const [column, line] = [columns - 1 - (at % columns), Math.floor(at / columns)];
    const x = box.x + box.w / 2 + (column - (columns - 1) / 2) * (w + gap) - w / 2;
    const y = box.y + line * (h + gap);
    const frame = { x, y, w, h };
    const narrow = w < NARROW;
    const card = narrow ? Math.min(146, h - 96, (w - 24) * 1.0) : Math.min(tall ? 190 : 168, h - 44);
    return narrow
      ? { x: x + w / 2, y: y + 44 + card / 2, h: card, w: w - 20, total: [x + w / 2, y + 22], frame }
      : { x: x + w * 0.64, y: y + h / 2, h: card, w: w * 0.6, total: [x + 56, y + 40], frame };
  });
}
/** Where the wager, its double and its insurance lie: below the cards in a narrow frame, beside them in a wide one. */
function chipIn({ frame }: HandSpot, nth = 0): { at: Point; r: number } {
  const { x, y, w, h } = frame ?? { x: 0, y: 0, w: 0, h: 0 };
  if (w >= NARROW) return { at: [x + (nth === 1 ? 98 : 45), y + h - (nth === 2 ? 112 : 46)], r: nth === 2 ? 20 : 26 };
  const step = Math.min(48, (w - 48) / 2);
  return { at: [x + w / 2 + (nth - 0.5) * step, y + h - 28], r: 20 };
}

/** A place with its name above it. */
export function named(area: Area, name: string, x: number, y: number, r: number, more: Partial<Zone> = {}): Zone {
  return round(area, x, y, r, { texts: [text(x, y - r - 12, r < 30 ? 13 : 15, name)], ...more });
}

export const empty = (tall: boolean, height: number): Omit<Sheet, "banner" | "caption"> => ({
  w: tall ? 390 : 1280, h: tall ? height : 592, zones: [], texts: [], lines: [], arcs: [], hands: {}, seats: [],
  tray: tall ? [195, 0] : [640, 0], rail: tall ? [195, height] : [640, 610],
});

/** The dealer's chips on a lying table. */
export const TRAY: Box = { x: 440, y: 4, w: 400, h: 30 };

/** The layout's printed pay table. */
const payments = (felt: FeltView): [string, string][] => felt.pays.map(({ name, odds }) => [name, odds]);

/** The table of payments on a lying table: in the corner above everybody's cards. */
export const panel = (felt: FeltView, title: string): NonNullable<Sheet["pays"]> => ({ x: 918, y: 10, w: 350, h: 166, title, rows: payments(felt) });

const SPOKEN: Record<string, string> = { "over-13": "Over 13", "under-13": "Under 13", "same-suit": "Same suit", "hand on spot 2": "2nd", "hand on spot 3": "3rd" };

export function blackjack(felt: FeltView, sight: Sight): Sheet {
  const { tall, seat, hands, height } = sight;
  const sheet: Sheet = { ...empty(tall, height), banner: { x: 0, y: 0, w: 0, h: 0 }, caption: [0, 0] };
  const near = others(felt, sight, true, seat > 0 && !tall);
  const hero: Box = tall ? { x: 8, y: 296, w: 374, h: height - 304 } : { x: 372, y: 352, w: 536, h: 232 };
  const pays = felt.marks.filter(({ text }) => text !== "").map(({ text }) => text);
  sheet.arcs = tall
    ? [{ d: "M20 190Q195 256 370 190", text: pays[0] ?? "", size: 16 }]
    : [{ d: "M236 118Q640 326 1044 118", text: pays[0] ?? "", size: 29 }, { d: "M236 158Q640 366 1044 158", text: pays.slice(1).join(" · "), size: 17 }];
  sheet.lines = tall ? ["M14 170Q195 238 376 170M14 204Q195 272 376 204"] : ["M226 92Q640 306 1054 92M214 138Q640 358 1066 138M204 174Q640 398 1076 174"];
  sheet.hands = { ...near.hands, dealer: tall ? { x: 200, y: 106, h: 112, w: 250, total: [40, 106], beside: true, least: 2 } : { x: 640, y: 102, h: 126, w: 440, total: [470, 102], beside: true, least: 2 } };
  sheet.ghosts = [{ hand: "dealer", boxes: slots(tall ? 200 : 640, tall ? 106 : 102, tall ? 112 : 126, 2), words: "Dealer’s card" }];
  if (!tall) [sheet.chips, sheet.discard] = [TRAY, { x: 72, y: 34, w: 106, h: 66 }];
  sheet.seats = near.seats;
  sheet.shoe = tall ? { x: 330, y: 40, scale: 0.4 } : { x: 1090, y: 22, scale: 1 };
  sheet.banner = tall ? { x: 10, y: 214, w: 370, h: 72 } : { x: 398, y: 236, w: 484, h: 104 };
  sheet.caption = tall ? [195, 256] : [640, 312];
  sheet.zones = near.zones;
  const chips = near.chips;
  if (seat === 0) {
    sheet.zones = [...sheet.zones, ...chooser(felt, { ...hero, y: hero.y + 40 })];
    sheet.texts.push(text(hero.x + hero.w / 2, hero.y + 14, tall ? 18 : 22, "Choose a place", { tone: "gold" }));
  } else {
    const own = areasOf(felt, seat);
    const spots = frames(hero, hands, tall);
    spots.forEach((spot, at) => (sheet.hands[`${seat} ${at + 1}`] = spot));
    const [first] = spots;
    const chip = first && hands > 0 ? chipIn(first) : { at: [hero.x + hero.w / 2, hero.y + hero.h * 0.52] as Point, r: 30 };
    chips.set(seat, chip);
    const hand = find(own, "hand");
    if (hand) sheet.zones.push(round(hand, chip.at[0], chip.at[1], hands > 0 ? chip.r + 9 : tall ? 62 : 72, { r: chip.r, texts: hands > 0 ? [] : [text(chip.at[0], chip.at[1] - (tall ? 82 : 92), 16, "YOUR BET", { spacing: 0.12 })] }));
    const beside = own.filter(({ act, kind }) => act !== "hand" && (kind === "box" || kind === "bonus"));
    beside.forEach((area, at) => {
      const [x, y] = tall
        ? [hero.x + 34 + (at % 3) * 44 + (at > 2 ? 210 : 0), hero.y + hero.h - 30]
        : hands > 0 ? [hero.x - 44, hero.y + 34 + at * 66] : [hero.x + (at > 1 ? 400 : 44) + (at % 2) * 90, hero.y + hero.h - 58];
      sheet.zones.push(named(area, SPOKEN[area.act] ?? area.label, x, y, tall ? 21 : 26, { r: tall ? 16 : 18 }));
    });
  }
  sheet.chipOf = ({ wager, seat: at }) => {
    if (at !== seat) return chips.get(at);
    const nth = Number(/^(?:double|split) (\d)$/.exec(wager)?.[1] ?? 1);
    const spot = sheet.hands[`${seat} ${nth}`];
    if (!spot) return chips.get(at);
    // Insurance has no zone: it is asked for on the rail.
    return chipIn(spot, wager.startsWith("insurance") ? 2 : wager.startsWith("double") ? 1 : 0);
  };
  return sheet;
}

export function stud(felt: FeltView, sight: Sight): Sheet {
  const { tall, seat, height } = sight;
  const sheet: Sheet = { ...empty(tall, height), banner: { x: 0, y: 0, w: 0, h: 0 }, caption: [0, 0] };
  const near = others(felt, sight, true, false);
  // Upright, the faces of others stand above the meter.
  const top = tall && near.seats.length > 0 ? 34 : 0;
  near.seats.forEach((one) => tall && (one.y = 20));
  sheet.hands = { ...near.hands, dealer: tall ? { x: 195, y: 104 + top, h: 96, w: 362, total: [0, 0] } : { x: 640, y: 108, h: 126, w: 480, total: [0, 0] } };
  sheet.ghosts = [{ hand: "dealer", boxes: tall ? slots(195, 104 + top, 96, 5, 5) : slots(640, 108, 126, 5, 7) }];
  if (!tall) sheet.chips = TRAY;
  sheet.seats = near.seats;
  sheet.zones = near.zones;
  sheet.meter = tall ? { x: 8, y: 6 + top, w: 374, h: 42 } : { x: 40, y: 28, w: 270, h: 92 };
  sheet.banner = tall ? { x: 10, y: 160 + top, w: 370, h: 76 } : { x: 398, y: 206, w: 484, h: 58 };
  sheet.caption = tall ? [195, 196 + top] : [640, 234];
  if (!tall) {
    sheet.pays = panel(felt, "THE RAISE PAYS");
    sheet.texts = [text(640, 187, 17, "DEALER QUALIFIES WITH ACE-KING OR BETTER", { tone: "gold", spacing: 0.06 })];
  }
  if (seat === 0) {
    const box: Box = tall ? { x: 8, y: 380, w: 374, h: 120 } : { x: 372, y: 420, w: 536, h: 120 };
    sheet.zones = [...sheet.zones, ...chooser(felt, box)];
    sheet.texts.push(text(box.x + box.w / 2, box.y - 26, tall ? 18 : 22, "Choose a place", { tone: "gold" }));
  } else {
    const own = areasOf(felt, seat);
    const y = tall ? Math.min(304, height - 330) + top : 340;
    const spots: Record<string, [number, number, string]> = tall
      ? { progressive: [56, 28, "Progressive"], ante: [160, 38, "ANTE"] }
      : { progressive: [444, 30, "Progressive"], ante: [568, 44, "ANTE"] };
    const raise = find(own, "bet");
    if (raise) {
      const box = tall ? { x: 222, y: y - 38, w: 150, h: 76 } : { x: 696, y: y - 44, w: 150, h: 88 };
      sheet.zones.push(place(raise, box, { kind: "dashed", priced: true, r: 26, texts: [text(box.x + box.w / 2, box.y - 13, 15, "RAISE")] }));
    }
    for (const area of own) {
      const [x, r, name] = spots[area.act] ?? [0, 0, ""];
      if (r > 0) sheet.zones.push(named(area, name, x, y, r, { r: Math.min(25, r * 0.62), ...(area.act === "progressive" ? { kind: "slot" } : {}) }));
    }
    const room = tall ? height - y - 50 : 0;
    const own1: HandSpot = tall ? { x: 195, y: y + 58 + (room - 50) / 2, h: Math.min(170, room - 60), w: 366, total: [0, 0] } : { x: 640, y: 468, h: 148, w: 600, total: [0, 0] };
    sheet.hands[`${seat} 1`] = own1;
    sheet.ghosts.push({ hand: "own", boxes: tall ? slots(195, own1.y, 96, 5, 5) : slots(640, own1.y, own1.h, 5, 7) });
    sheet.named = tall ? [195, height - 24] : [640, 570];
  }
  sheet.chipOf = ({ seat: at, wager }) => {
    const spot = near.chips.get(at);
    return spot && { at: [spot.at[0] + (wager === "bet" ? 26 : 0), spot.at[1]], r: 15 };
  };
  return sheet;
}

export function redDog(felt: FeltView, sight: Sight): Sheet {
  const { tall, seat, height } = sight;
  const sheet: Sheet = { ...empty(tall, height), banner: { x: 0, y: 0, w: 0, h: 0 }, caption: [0, 0] };
  const near = others(felt, sight, false, false);
  const middle: HandSpot = tall ? { x: 195, y: 140, h: 150, w: 366, total: [0, 0] } : { x: 640, y: 116, h: 146, w: 560, total: [0, 0] };
  sheet.hands = { dealer: middle, middle };
  sheet.seats = near.seats;
  sheet.zones = near.zones;
  sheet.shoe = tall ? { x: 322, y: 4, scale: 0.46 } : { x: 1100, y: 26, scale: 1 };
  sheet.banner = tall ? { x: 10, y: 226, w: 370, h: 64 } : { x: 400, y: 206, w: 480, h: 76 };
  sheet.caption = tall ? [195, 258] : [640, 244];
  sheet.scale = { ...(tall ? { x: 16, y: 306, w: 358, h: 44 } : { x: 282, y: 306, w: 716, h: 60 }), odds: felt.pays.map(({ odds }) => odds) };
  const step = Math.min(middle.h, middle.w / 2 - middle.h / 2.8);
  const slot = (side: number): Box[] => slots(middle.x + side * step, middle.y, middle.h, 1);
  // The third card is waited for between the two.
  sheet.ghosts = [{ hand: "middle", boxes: [...slot(-1), ...slot(1)] }, { hand: "third", boxes: slot(0) }];
  if (!tall) [sheet.chips, sheet.discard] = [TRAY, { x: 64, y: 32, w: 106, h: 64 }];
  const y = tall ? Math.min(height - 76, 470) : 490;
  if (seat === 0) {
    const box: Box = tall ? { x: 8, y: 410, w: 374, h: 120 } : { x: 372, y: 440, w: 536, h: 120 };
    sheet.zones = [...sheet.zones, ...chooser(felt, box)];
    sheet.texts.push(text(box.x + box.w / 2, box.y - 22, tall ? 18 : 22, "Choose a place", { tone: "gold" }));
  } else {
    const own = areasOf(felt, seat);
    const [original, raise] = [find(own, "original"), find(own, "raise")];
    const [cx, r] = tall ? [195, 50] : [640, 58];
    if (original) sheet.zones.push(named(original, "YOUR WAGER", cx - (tall ? 92 : 100), y, r, { r: 27 }));
    if (raise) {
      const box = tall ? { x: 209, y: y - 50, w: 160, h: 100 } : { x: 660, y: y - 58, w: 172, h: 116 };
      sheet.zones.push(place(raise, box, { kind: "dashed", priced: true, r: 27, texts: [text(box.x + box.w / 2, box.y - 13, 15, "RAISE")] }));
    }
  }
  sheet.chipOf = ({ seat: at, wager }) => {
    const spot = near.chips.get(at);
    return spot && { at: [spot.at[0] + (wager === "raise" ? 30 : 0), spot.at[1]], r: spot.r };
  };
  return sheet;
}
