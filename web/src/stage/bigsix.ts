// Big Six: the wheel, and seven engraved plates.
import type { FeltView } from "../lib/types";
import { place, text, type Box, type Sheet, type Sight, type Zone } from "./sheet";

export function bigSix(felt: FeltView, { tall, height }: Sight): Sheet {
  const places = felt.rim;
  const top = tall ? 330 : 196;
  const gap = tall ? 6 : 12;
  const [left, width] = tall ? [8, 374] : [570, 674];
  const rowH = tall ? (height - top - 12 - gap) / 2 : 168;
  const zones = felt.areas.map((area, at): Zone => {
    const first = at < 3;
    const n = first ? 3 : felt.areas.length - 3;
    const w = (width - gap * (n - 1)) / n;
    const box: Box = { x: left + (first ? at : at - 3) * (w + gap), y: top + (first ? 0 : rowH + gap), w, h: rowH };
    const wide = !tall;
    const cx = wide ? box.x + w * 0.34 : box.x + w / 2;
    const on = places.filter((one) => one === area.act).length;
    const sign = area.act.startsWith("$") ? undefined : { name: area.act, x: cx, y: box.y + rowH * 0.33, size: tall ? 30 : 44 };
    const chip: [number, number] = wide ? [box.x + w * 0.76, box.y + rowH * 0.5] : [box.x + w / 2, box.y + rowH * 0.82];
    return place(area, box, {
      kind: "plate", fill: area.act, chip, r: tall ? 16 : first ? 25 : 22,
      ...(sign ? { sign } : {}),
      texts: [
        ...(sign ? [] : [text(cx, box.y + rowH * 0.34, tall ? 29 : first ? 44 : 34, area.act)]),
        text(cx, box.y + rowH * (wide ? 0.66 : 0.55), tall ? 14 : 18, area.pays, { tone: "ui" }),
        ...(wide || tall ? [text(cx, box.y + rowH * (wide ? 0.86 : 0.66), tall ? 12 : 15, `${on} of ${places.length}`, { tone: "dim" })] : []),
      ],
    });
  });
  return {
    w: tall ? 390 : 1280, h: tall ? height : 592, zones, texts: [], lines: [], arcs: [], hands: {}, seats: [],
    banner: tall ? { x: 8, y: 264, w: 374, h: 58 } : { x: 570, y: 40, w: 674, h: 116 },
    caption: tall ? [195, 293] : [907, 98],
    tray: tall ? [195, 20] : [278, 60], rail: tall ? [195, height] : [640, 600],
    wheel: tall ? { x: 195, y: 146, r: 120, at: 0 } : { x: 278, y: 312, r: 240, at: 0 },
  };
}
