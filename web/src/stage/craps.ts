// Craps: dice above, the numbers, the lines and the propositions. What has no place of its own on a number opens from it.
import type { FeltView } from "../lib/types";
import { find, place, text, type Box, type Point, type Sheet, type Sight, type Zone } from "./sheet";

const NUMBERS = [4, 5, 6, 8, 9, 10];
const WORDS: Record<number, string> = { 6: "SIX", 9: "NINE" };
/** The dice printed on a proposition. */
const DICE: Record<string, number[]> = {
  "hardway 4": [2, 2], "hardway 6": [3, 3], "hardway 8": [4, 4], "hardway 10": [5, 5],
  "craps-two": [1, 1], "craps-three": [1, 2], eleven: [5, 6], "craps-twelve": [6, 6],
};
const NAMES: Record<string, string> = {
  "hardway 4": "Hard 4", "hardway 6": "Hard 6", "hardway 8": "Hard 8", "hardway 10": "Hard 10",
  "craps-two": "Two", "craps-three": "Three", eleven: "Eleven", "craps-twelve": "Twelve",
  "any-seven": "Any Seven", "any-craps": "Any Craps", "c-and-e": "C and E", horn: "Horn",
};

/** Where there is little room: what stands in the first line, and in the second unless it is what it pays. */
const SHORT: Record<string, string[]> = { "any-seven": ["Any", "Seven"], "any-craps": ["Any", "Craps"], "c-and-e": ["C & E", "3 or 7"], horn: ["Horn", "4 in 1"] };

/** What the name of a wager on a number says of it. */
export const numberOf = (act: string): number | undefined => {
  const last = Number(act.split(" ").at(-1));
  return NUMBERS.includes(last) && !act.startsWith("hard") && !act.startsWith("horn") ? last : undefined;
};

export function craps(felt: FeltView, sight: Sight): Sheet {
  const { tall, height } = sight;
  const zones: Zone[] = [];
  const texts: Sheet["texts"] = [];
  const lines: string[] = [];
  const put = (act: string, box: Box, more: Partial<Zone> = {}): void => {
    const area = find(felt.areas, act);
    if (area) zones.push(place(area, box, more));
  };
  const puck: Record<string, Point> = {};
  const columns: Record<number, Box> = {};
  const prop = (act: string, box: Box): void => {
    const pips = DICE[act];
    const pays = { "c-and-e": "3 or 7 to 1", horn: "four in one" }[act] ?? find(felt.areas, act)?.pays ?? "";
    const { x, y, w, h } = box;
    const name = NAMES[act] ?? act;
    if (tall && pips && h >= 52) {
      put(act, box, { fill: "plain", r: 16, chip: [x + w - 20, y + 20], dice: { pips, x: x + 20, y: y + h * 0.36, size: 20 }, texts: [text(x + w / 2, y + h - 13, 13, name)] });
    } else if (tall) {
      // The label on the left in two lines, chips on the right.
      const [first = "", second] = SHORT[act] ?? [name, pays];
      const line = (at: number, words: string, tone: string) => text(x + 6, y + h * at, 12.5, words, { tone, anchor: "start" });
      put(act, box, { fill: "plain", r: 16, chip: [x + w - 18, y + h / 2], texts: [line(0.32, first, "ink"), line(0.7, second ?? pays, SHORT[act]?.[1] ? "ink" : "gold")] });
    } else if (pips) {
      put(act, box, { fill: "plain", dice: { pips, x: x + 20, y: y + h / 2, size: 25 }, chip: [x + w - 21, y + h / 2], r: 18,
        texts: [text(x + 101, y + h * 0.34, 15, name), text(x + 101, y + h * 0.7, 15, pays, { tone: "gold" })] });
    } else {
      const flat = w > 200;
      put(act, box, { fill: "plain", chip: flat ? [x + w - 28, y + h / 2] : [x + w / 2, y + h - 19],
        texts: flat ? [text(x + 100, y + h / 2, 22, name), text(x + 240, y + h / 2, 16, pays, { tone: "gold" })] : [text(x + w / 2, y + h * 0.16, 16, name), text(x + w / 2, y + h * 0.37, 15, pays, { tone: "gold" })] });
    }
  };
  if (tall) {
    const rest = height - 8;
    let y = 98;
    const numberH = 96;
    NUMBERS.forEach((n, at) => {
      const box = { x: 8 + at * 62.4, y, w: 62, h: numberH };
      columns[n] = box;
      put(`place ${n}`, box, { fill: "plain", chip: [box.x + 31, y + 77], r: 16, texts: [text(box.x + 31, y + 25, (WORDS[n]?.length ?? 0) > 3 ? 18 : WORDS[n] ? 20 : 26, WORDS[n] ?? String(n), { tone: "gold" })] });
      puck[n] = [box.x + 31, y - 7];
    });

    y += numberH + 6;
    const unit = (rest - y - 36) / 374;
    const row = (h: number): number => Math.max(42, h * unit);
    const come = row(50);
    put("dont-come", { x: 8, y, w: 158, h: come }, { fill: "plain", r: 15, chip: [110, y + come / 2], texts: [text(52, y + come * 0.32, 13, "Don’t Come"), text(52, y + come * 0.72, 12, "Bar 12", { tone: "gold" })] });
    puck["off"] = [143, y + come / 2];
    put("come", { x: 170, y, w: 212, h: come }, { fill: "plain", r: 16, chip: [196, y + come / 2], texts: [text(290, y + come / 2, 24, "COME", { tone: "gold", spacing: 0.2 })] });
    y += come + 5;
    const field = row(48);
    put("field", { x: 8, y, w: 374, h: field }, { fill: "plain", r: 16, chip: [106, y + field / 2], texts: [text(46, y + field / 2, 17, "FIELD"), text(250, y + field / 2, 17, "2\u20033\u20034\u20039\u200310\u200311\u200312", { tone: "gold" })] });
    y += field + 5;
    const dont = row(42);
    put("dont-pass", { x: 8, y, w: 374, h: dont }, { fill: "plain", r: 16, chip: [44, y + dont / 2], texts: [text(215, y + dont / 2, 16, "Don’t Pass Bar 12")] });
    for (const n of NUMBERS) put(`dont-pass-odds ${n}`, { x: 262, y, w: 120, h: dont }, { fleeting: true, r: 15, chip: [362, y + dont / 2], texts: [text(310, y + dont / 2, 13, `Odds on ${n}`)] });
    y += dont + 5;
    const pass = row(52);
    put("pass", { x: 8, y, w: 374, h: pass }, { fill: "plain", r: 17, chip: [44, y + pass / 2], texts: [text(226, y + pass / 2, 25, "PASS LINE", { tone: "gold", spacing: 0.12 })] });
    y += pass + 5;
    const odds = row(42);
    for (const n of NUMBERS) {
      const pays = find(felt.areas, `pass-odds ${n}`)?.pays ?? "";
      put(`pass-odds ${n}`, { x: 8, y, w: 374, h: odds }, { fleeting: true, kind: "dashed", r: 16, chip: [44, y + odds / 2], texts: [text(226, y + odds / 2, 15, `Odds on ${n} · ${pays}`)] });
    }
    y += odds + 6;
    const [hard, roll] = [row(54), row(42)];
    ["hardway 4", "hardway 6", "hardway 8", "hardway 10"].forEach((act, at) => prop(act, { x: 8 + at * 94.5, y, w: 90.5, h: hard }));
    y += hard + 4;
    ["craps-two", "craps-three", "eleven", "craps-twelve"].forEach((act, at) => prop(act, { x: 8 + at * 94.5, y, w: 90.5, h: roll }));
    y += roll + 4;
    ["any-seven", "any-craps", "c-and-e", "horn"].forEach((act, at) => prop(act, { x: 8 + at * 94.5, y, w: 90.5, h: roll }));
  } else {
    const [X, bw, top] = [148, 121, 128];
    put("dont-come", { x: 24, y: top, w: 116, h: 146 }, { fill: "plain", chip: [60, 246], texts: [text(82, 150, 19, "Don’t"), text(82, 173, 19, "Come"), text(82, 198, 16, "Bar 12", { tone: "gold" })] });
    NUMBERS.forEach((n, at) => {
      const box = { x: X + at * (bw + 1), y: top, w: bw, h: 146 };
      columns[n] = box;
      put(`place ${n}`, box, { fill: "plain", chip: [box.x + bw - 34, top + 122], texts: [text(box.x + bw / 2, top + 70, WORDS[n] ? 34 : 42, WORDS[n] ?? String(n), { tone: "gold" }), text(box.x + 32, top + 126, 15, "Place")] });
      lines.push(`M${box.x} ${top + 38}H${box.x + bw}M${box.x} ${top + 102}H${box.x + bw}`);
      puck[n] = [box.x + bw - 19, top + 19];
    });
    puck["off"] = [114, top + 120];
    put("come", { x: 148, y: 282, w: 732, h: 76 }, { fill: "plain", chip: [200, 320], texts: [text(514, 320, 44, "COME", { tone: "gold", spacing: 0.2 })] });
    put("field", { x: 148, y: 366, w: 732, h: 70 }, { fill: "plain", chip: [330, 401], texts: [text(232, 388, 26, "FIELD"), text(232, 419, 15, "2 and 12 pay 2 to 1", { tone: "gold" }), ...[2, 3, 4, 9, 10, 11, 12].map((n, at) => text(400 + at * 72, 402, 27, String(n), { tone: "gold" }))] });
    // Both lines go round the corner.
    put("dont-pass", { x: 90, y: 444, w: 790, h: 46 }, { d: "M96 282H134Q140 282 140 288V444H874Q880 444 880 450V484Q880 490 874 490H106Q90 490 90 474V288Q90 282 96 282Z", fill: "plain", chip: [232, 467], texts: [text(480, 467, 21, "Don’t Pass Bar 12"), text(115, 372, 16, "Don’t Pass", { turn: -90 })] });
    for (const n of NUMBERS) put(`dont-pass-odds ${n}`, { x: 690, y: 448, w: 184, h: 38 }, { fleeting: true, kind: "dashed", chip: [852, 467], texts: [text(764, 467, 15, `Odds on ${n}`)] });
    put("pass", { x: 24, y: 498, w: 856, h: 50 }, { d: "M30 282H76Q82 282 82 288V480Q82 498 100 498H874Q880 498 880 504V542Q880 548 874 548H54Q24 548 24 518V288Q24 282 30 282Z", fill: "plain", chip: [232, 523], texts: [text(520, 523, 32, "PASS LINE", { tone: "gold", spacing: 0.16 }), text(53, 400, 20, "PASS LINE", { tone: "gold", spacing: 0.1, turn: -90 })] });
    for (const n of NUMBERS) {
      const pays = find(felt.areas, `pass-odds ${n}`)?.pays ?? "";
      put(`pass-odds ${n}`, { x: 148, y: 552, w: 732, h: 38 }, { fleeting: true, kind: "dashed", chip: [232, 571], r: 18, texts: [text(520, 571, 16, `Odds on ${n} · ${pays}`)] });
    }
    const [R, W] = [908, 348];
    prop("any-seven", { x: R, y: 128, w: W, h: 48 });
    prop("hardway 4", { x: R, y: 182, w: 172, h: 62 });
    prop("hardway 10", { x: R + 176, y: 182, w: 172, h: 62 });
    prop("hardway 6", { x: R, y: 248, w: 172, h: 62 });
    prop("hardway 8", { x: R + 176, y: 248, w: 172, h: 62 });
    texts.push(text(R + W / 2, 330, 16, "ONE ROLL", { spacing: 0.25 }));
    prop("craps-two", { x: R, y: 348, w: 172, h: 60 });
    prop("craps-twelve", { x: R + 176, y: 348, w: 172, h: 60 });
    prop("craps-three", { x: R, y: 412, w: 172, h: 60 });
    prop("eleven", { x: R + 176, y: 412, w: 172, h: 60 });
    prop("any-craps", { x: R, y: 478, w: 114, h: 84 });
    prop("c-and-e", { x: R + 117, y: 478, w: 114, h: 84 });
    prop("horn", { x: R + 234, y: 478, w: 114, h: 84 });
  }
  // Wagers that moved to a number, or were bought or laid there, lie in its box.
  const chipOf: Sheet["chipOf"] = ({ wager }) => {
    const box = columns[numberOf(wager) ?? 0];
    if (!box) return undefined;
    // Against the number on the left, with it in the middle, bought on the right of that; odds lie a little aside.
    const against = wager.startsWith("lay") || wager.startsWith("dont") || wager.startsWith("place-lose");
    const part = against ? 0.18 : wager.startsWith("buy") ? 0.62 : 0.4;
    const [r, dy] = tall ? [13, 60] : [18, 19];
    return { at: [box.x + box.w * part + (wager.includes("odds") ? r * 0.7 : 0), box.y + dy], r };
  };
  return {
    w: tall ? 390 : 1280, h: tall ? height : 600, zones, texts, lines, arcs: [], hands: {}, seats: [], chipOf, puck,
    banner: tall ? { x: 146, y: 10, w: 236, h: 66 } : { x: 256, y: 14, w: 1000, h: 92 },
    caption: tall ? [264, 43] : [640, 60],
    tray: tall ? [195, -20] : [640, -20], rail: tall ? [195, height] : [640, 620],
    dice: tall ? { x: 72, y: 43, size: 46 } : { x: 132, y: 60, size: 66 },
  };
}
