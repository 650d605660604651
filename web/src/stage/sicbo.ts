// Sic bo: the shaker above; Small and Big, the kinds, the totals, the combinations and the single numbers below it.
import type { FeltView } from "../lib/types";
import { circle, find, place, text, type Box, type Point, type Sheet, type Sight, type Zone } from "./sheet";

const FACES = [1, 2, 3, 4, 5, 6];
const PAIRS = FACES.flatMap((low) => FACES.filter((high) => high > low).map((high): [number, number] => [low, high]));
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

export function sicBo(felt: FeltView, { tall, height }: Sight): Sheet {
  const zones: Zone[] = [];
  const pays = (act: string): string => find(felt.areas, act)?.pays ?? "";
  const put = (act: string, box: Box, more: Partial<Zone>): void => {
    const area = find(felt.areas, act);
    if (area) zones.push(place(area, box, { fill: "plain", r: tall ? 13 : 18, ...more }));
  };
  /** Dice printed in a box, with what it pays under them. Chips lie beside them in a flat box, between them and the odds in a high one, and on a phone over the odds. */
  const dice = (act: string, box: Box, pips: number[], size: number, odds = pays(act)): void => {
    const { x, y, w, h } = box;
    const beside = !tall && h < 90;
    const all = size * (1 + (pips.length - 1) * 1.16);
    const first = (beside ? x + 8 : x + (w - all) / 2) + size / 2;
    const price: Point = [x + w / 2, y + h * (tall ? 0.74 : beside ? 0.79 : 0.88)];
    put(act, box, {
      dice: { pips, x: first, y: y + h * (tall ? 0.3 : beside ? 0.33 : 0.22), size }, ...(tall || beside ? { gain: price } : {}),
      chip: tall ? price : beside ? [x + w - 21, y + h * 0.36] : [x + w / 2, y + h * 0.58],
      texts: [text(...price, tall ? 12 : 14, odds, { tone: "gold" })],
    });
  };
  const total = (n: number, box: Box): void => {
    const { x, y, w, h } = box;
    const price: Point = [x + w / 2, y + h * (tall ? 0.78 : 0.87)];
    put(`total ${n}`, box, {
      chip: tall ? [x + w - 14, y + h * 0.36] : [x + w / 2, y + h * 0.55], ...(tall ? { gain: price } : {}),
      texts: [text(x + w * (tall ? 0.36 : 0.5), y + h * (tall ? 0.36 : 0.2), tall ? 18 : 28, String(n)), text(...price, tall ? 12 : 14, pays(`total ${n}`), { tone: "gold" })],
    });
  };
  const half = (act: string, box: Box, from: string): void => {
    const { x, y, w, h } = box;
    // On a phone the chip lies beside the words.
    const cx = x + w * (tall ? 0.36 : 0.5);
    const price: Point = tall ? [cx, y + h * 0.82] : [x + w * 0.44, y + h * 0.78];
    put(act, box, {
      chip: [x + w - (tall ? 19 : 30), y + h * (tall ? 0.5 : 0.78)], r: tall ? 15 : 20, ...(tall ? { gain: [x + w - 29, y + h * 0.74] as Point } : {}),
      texts: [
        text(cx, y + h * 0.28, tall ? 18 : 30, act.toUpperCase(), { tone: "gold", spacing: 0.08 }), text(cx, y + h * (tall ? 0.58 : 0.52), tall ? 12 : 18, from),
        text(...price, tall ? 12 : 14, pays(act), { tone: "gold" }),
      ],
    });
  };
  const any = (box: Box): void => {
    const { x, y, w, h } = box;
    const price: Point = [x + w / 2, y + h * 0.72];
    put("any-three-of-a-kind", box, {
      chip: [x + w - (tall ? 19 : 34), y + h * (tall ? 0.72 : 0.62)], r: tall ? 15 : 20, ...(tall ? { gain: price } : {}),
      texts: [text(x + w / 2, y + h * 0.32, tall ? 13 : 25, "Any three alike"), text(...price, tall ? 12 : 16, pays("any-three-of-a-kind"), { tone: "gold" })],
    });
  };
  const single = (n: number, box: Box): void => {
    const { x, y, w, h } = box;
    const act = `one-of-a-kind ${n}`;
    if (tall) return dice(act, box, [n], 20, "1–3 to 1");
    const price: Point = [x + 136, y + h * 0.28];
    put(act, box, {
      dice: { pips: [n], x: x + 48, y: y + h * 0.5, size: 50 }, chip: [price[0], y + h * 0.66], r: 20, texts: [text(...price, 14, pays(act), { tone: "gold" })],
    });
  };

  if (tall) {
    const gap = 4;
    const h = (height - 102 - 9 * gap) / 9;
    const row = (nth: number): number => 98 + nth * (h + gap);
    const cell = (nth: number, at: number, of: number): Box => ({ x: 8 + (at * 374) / of + 1, y: row(nth), w: 374 / of - 2, h });
    half("small", cell(0, 0, 3), "4 to 10");
    any(cell(0, 1, 3));
    half("big", cell(0, 2, 3), "11 to 17");
    range(4, 10).forEach((n, at) => total(n, cell(1, at, 7)));
    range(11, 17).forEach((n, at) => total(n, cell(2, at, 7)));
    FACES.forEach((n, at) => dice(`two-of-a-kind ${n}`, cell(3, at, 6), [n, n], 17));
    FACES.forEach((n, at) => dice(`three-of-a-kind ${n}`, cell(4, at, 6), [n, n, n], 15));
    PAIRS.forEach(([low, high], at) => dice(`combination ${low}-${high}`, cell(5 + Math.floor(at / 5), at % 5, 5), [low, high], 19));
    FACES.forEach((n, at) => single(n, cell(8, at, 6)));
  } else {
    const [X, W] = [24, 1232];
    const side = 150;
    half("small", { x: X, y: 122, w: side, h: 136 }, "4 to 10");
    half("big", { x: X + W - side, y: 122, w: side, h: 136 }, "11 to 17");
    FACES.forEach((n, at) => {
      const x = at < 3 ? X + side + 6 + at * 106 : X + W - side - 6 - (6 - at) * 106;
      dice(`two-of-a-kind ${n}`, { x, y: 122, w: 102, h: 66 }, [n, n], 20);
      dice(`three-of-a-kind ${n}`, { x, y: 192, w: 102, h: 66 }, [n, n, n], 15);
    });
    any({ x: X + side + 326, y: 122, w: W - 2 * side - 652, h: 136 });
    range(4, 17).forEach((n, at) => total(n, { x: X + (at * W) / 14, y: 264, w: W / 14 - 4, h: 98 }));
    PAIRS.forEach(([low, high], at) => dice(`combination ${low}-${high}`, { x: X + (at * W) / 15, y: 368, w: W / 15 - 4, h: 104 }, [low, high], 28));
    FACES.forEach((n, at) => single(n, { x: X + (at * W) / 6, y: 478, w: W / 6 - 4, h: 108 }));
  }
  const shaker = tall ? { x: 74, y: 43, size: 34 } : { x: 132, y: 60, size: 48 };
  return {
    w: tall ? 390 : 1280, h: tall ? height : 600, zones, texts: [], lines: [circle(shaker.x, shaker.y, tall ? 40 : 54)], arcs: [], hands: {}, seats: [],
    banner: tall ? { x: 146, y: 10, w: 236, h: 66 } : { x: 256, y: 14, w: 1000, h: 92 },
    caption: tall ? [264, 43] : [756, 60],
    tray: tall ? [195, -20] : [640, -20], rail: tall ? [195, height] : [640, 620],
    dice: { ...shaker, shaken: true },
  };
}
