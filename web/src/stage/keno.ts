// Keno: a board of eighty numbers and the tickets beside or below it. They are laid out by the page; here is what is around them.
import type { FeltView } from "../lib/types";
import type { Sheet, Sight } from "./sheet";

export function keno(_: FeltView, { tall, height }: Sight): Sheet {
  return {
    w: tall ? 390 : 1280, h: tall ? height : 600, zones: [], texts: [], lines: [], arcs: [], hands: {}, seats: [], board: true,
    banner: tall ? { x: 8, y: 6, w: 374, h: 62 } : { x: 24, y: 12, w: 1232, h: 76 },
    caption: tall ? [195, 34] : [640, 46],
    tray: tall ? [195, -20] : [640, -20], rail: tall ? [195, height] : [640, 620],
  };
}
