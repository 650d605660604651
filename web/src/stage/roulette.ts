// Roulette: the layout as the server has it, moved beside the wheel, or turned upright under it.
import type { Area, FeltView } from "../lib/types";
import { hue } from "./hues";
import { place, text, type Box, type Point, type Sheet, type Sight, type Text, type Zone } from "./sheet";

const bounds = (points: number[][]): [number, number, number, number] => {
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** From the server's drawing to this one: into the box, and turned so that what was left is above. */
function mapping(all: Area[], to: Box, tall: boolean): (point: number[]) => Point {
  const [x0, y0, x1, y1] = bounds(all.flatMap((area) => area.points));
  return ([x = 0, y = 0]) => {
    const [along, across] = [(x - x0) / (x1 - x0), (y - y0) / (y1 - y0)];
    return tall ? [to.x + (1 - across) * to.w, to.y + along * to.h] : [to.x + along * to.w, to.y + across * to.h];
  };
}

export function roulette(felt: FeltView, { tall, height }: Sight): Sheet {
  const areas = felt.areas.filter((area) => area.kind !== "track");
  const grid: Box = tall ? { x: 8, y: 104, w: 374, h: height - 106 } : { x: 472, y: 200, w: 784, h: 350 };
  const map = mapping(areas.filter((area) => area.kind === "box"), grid, tall);
  const zones = areas.map((area): Zone => {
    const points = area.points.map(map);
    const [x, y, right, bottom] = bounds(points);
    let box: Box = { x, y, w: right - x, h: bottom - y };
    if (area.kind !== "box") {
      const [cx, cy] = map(area.spot);
      // Lines and corners are wide enough for a finger, as far as their neighbors let them.
      const [w, h] = [Math.max(box.w, area.kind === "corner" ? 22 : tall ? 18 : 16), Math.max(box.h, tall ? 14 : 16)];
      box = { x: cx - w / 2, y: cy - h / 2, w, h };
      // Upright, numbers stand left of the middle: chips between two rows lie on the right of it.
      const aside = tall && area.kind === "line" && box.w > box.h ? 22 : 0;
      return place(area, box, { kind: area.kind, chip: [cx + aside, cy], r: tall ? 16 : 18 });
    }
    return { ...place(area, box, { r: 18 }), d: `M${x} ${y}H${right}V${bottom}H${x}Z`, ...inside(area, box, tall) };
  });
  return {
    w: tall ? 390 : 1280, h: tall ? height : 592, zones, texts: [], lines: [], arcs: [], hands: {}, seats: [],
    banner: tall ? { x: 8, y: 54, w: 374, h: 46 } : { x: 472, y: 40, w: 784, h: 120 },
    caption: tall ? [195, 78] : [864, 100],
    tray: tall ? [195, 20] : [238, 60], rail: tall ? [195, height] : [640, 600],
    wheel: tall ? { x: 195, y: -68, r: 172, at: 180 } : { x: 238, y: 300, r: 214, at: 48 },
  };
}

/** A label in one half of a box, and chips in the other. */
function inside(area: Area, box: Box, tall: boolean): Partial<Zone> {
  const { x, y, w, h } = box;
  const number = area.covers.length === 1 ? area.covers[0] : undefined;
  if (number !== undefined) {
    const fill = hue(number);
    if (tall) return { fill, texts: [text(x + w * 0.36, y + h / 2, 20, number)], chip: [x + w * 0.74, y + h / 2], r: 16 };
    return { fill, texts: [text(x + w / 2, y + h * 0.27, 24, number)], chip: [x + w / 2, y + h * 0.72], r: 18 };
  }
  const color = area.act === "red" || area.act === "black";
  if (tall) {
    const narrow = w < h;
    const words = area.label.replace(" to ", "–").replace("2–1", "2 to 1").split(" ");
    const lines = narrow && words.length === 2 ? words : [words.join(" ")];
    const size = narrow ? 15 : 13;
    const texts: Text[] = lines.map((line, nth) => text(x + (narrow ? w / 2 : w * 0.34), y + (narrow ? Math.min(h * 0.3, 34) : h / 2) + nth * 19, size, line));
    return {
      fill: "plain", texts: color ? [] : texts, chip: narrow ? [x + w / 2, y + h * 0.72] : [x + w * 0.8, y + h / 2], r: 16,
      ...(color ? { sign: { name: area.act, x: x + w / 2, y: y + h * 0.3, size: 40 } } : {}),
    };
  }
  const wide = w > 90;
  return {
    fill: "plain", texts: color ? [] : [text(x + w / 2, y + (wide ? h / 2 : h * 0.27), w > 150 ? 22 : wide ? 17 : 15, wide ? area.label.replace(" to ", "–") : area.label)],
    chip: wide ? [x + Math.max(w * 0.8, w - 19), y + h / 2] : [x + w / 2, y + h * 0.7], r: 18,
    ...(color ? { sign: { name: area.act, x: x + w / 2, y: y + h / 2, size: 44 } } : {}),
  };
}
