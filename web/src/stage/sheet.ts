// Where everything lies on the drawing of a table: two drawings a game, one lying and one upright. The server says what can be done,
// what it pays and by which provision; here it only gets a place. Nothing here knows a rule.
import type { Area, BetView, FeltView } from "../lib/types";

export type Point = [x: number, y: number];
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Something printed. */
export interface Text {
  x: number;
  y: number;
  size: number;
  text: string;
  /** `ink`, `gold`, `blue`, `red` or `green`. */
  tone?: string;
  turn?: number;
  spacing?: number;
  anchor?: "start" | "middle" | "end";
}

/** A place where something can be done. */
export interface Zone {
  area: Area;
  /** Its outline. */
  d: string;
  box: Box;
  /** `box`, `line`, `corner`, `seat`, or `plate`. */
  kind: string;
  fill?: string;
  texts: Text[];
  /** Dice printed in it. */
  dice?: { pips: number[]; x: number; y: number; size: number };
  /** A red or black diamond, or another sign, printed in it. */
  sign?: { name: string; x: number; y: number; size: number };
  chip: Point;
  r: number;
  /** Where what was won stands. Odds that are printed there give way to it, and to chips that lie over them. */
  gain?: Point;
  /** Whether it is drawn only while it is offered. */
  fleeting?: boolean;
  /** Whether it shows what it costs while it is offered and empty. */
  priced?: boolean;
}

/** Where a hand of cards lies. `h` is the height of a card. */
export interface HandSpot {
  x: number;
  y: number;
  h: number;
  /** The most width its cards may take. */
  w: number;
  total: Point;
  /** A frame around it, where hands lie apart. */
  frame?: Box;
  small?: boolean;
  /** Whether it is for one hand alone of somebody who has several. */
  apart?: boolean;
  /** Where the total stands left of the first card, however many there are. */
  beside?: boolean;
  /** Where it says that only one person sees its cards. */
  lock?: Point;
  /** How many cards it has room for from the beginning: a place that is still empty stays marked. */
  least?: number;
  /** The side on which a third card lies across: left or right of the other two. */
  outer?: -1 | 1;
}

/** Where somebody else sits. */
export interface SeatSpot {
  seat: number;
  x: number;
  y: number;
  /** Only a face and a figure, where there is no room for more. */
  mini: boolean;
}

export interface Sheet {
  w: number;
  h: number;
  zones: Zone[];
  texts: Text[];
  /** Lines printed on the cloth. */
  lines: string[];
  /** Letters on an arc. */
  arcs: { d: string; text: string; size: number }[];
  hands: Record<string, HandSpot>;
  seats: SeatSpot[];
  banner: Box;
  caption: Point;
  /** Where losing chips go, and winnings come from. */
  tray: Point;
  /** Where one's own chips come from. */
  rail: Point;
  /** Whether the page lays a board of numbers over the drawing. */
  board?: boolean;
  wheel?: { x: number; y: number; r: number; at: number };
  /** Where the dice lie; shaken ones stay where they are, thrown ones come from the rail. */
  dice?: { x: number; y: number; size: number; shaken?: boolean };
  shoe?: { x: number; y: number; scale: number };
  puck?: Record<string, Point>;
  meter?: Box;
  /** The spreads of red dog, and what each pays. */
  scale?: Box & { odds: string[] };
  bank?: Box;
  ghosts?: Ghost[];
  /** Frames printed around hands. */
  frames?: (Box & { tone: string })[];
  /** The dealer's chips, and the cards that are done with. */
  chips?: Box;
  discard?: Box;
  /** A table of payments: its title, and what is paid how much. */
  pays?: Box & { title: string; rows: [string, string][] };
  /** Where the name of one's hand stands. */
  named?: Point;
  /** Where the chips of a wager lie that has no zone of its own. */
  chipOf?: (bet: BetView) => { at: Point; r: number } | undefined;
}

/** Where cards will lie: drawn while none do. `own` is one's own hand. */
export interface Ghost {
  hand: string;
  boxes: Box[];
  words?: string;
}

/** What a drawing depends on beside the layout. */
export interface Sight {
  /** One's own seat; 0 without one. */
  seat: number;
  /** The seats that are taken. */
  taken: number[];
  /** How many hands one has. */
  hands: number;
  /** Whether the bank is one's own. */
  banks: boolean;
  tall: boolean;
  /** The height of the upright drawing. */
  height: number;
}

export const rect = ({ x, y, w, h }: Box, r = 6): string =>
  `M${x + r} ${y}H${x + w - r}Q${x + w} ${y} ${x + w} ${y + r}V${y + h - r}Q${x + w} ${y + h} ${x + w - r} ${y + h}H${x + r}Q${x} ${y + h} ${x} ${y + h - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`;
export const circle = (x: number, y: number, r: number): string => `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
export const text = (x: number, y: number, size: number, words: string, more: Partial<Text> = {}): Text => ({ x, y, size, text: words, ...more });
export const middle = ({ x, y, w, h }: Box): Point => [x + w / 2, y + h / 2];

/** A rectangular place. */
export function place(area: Area, box: Box, more: Partial<Zone> = {}): Zone {
  return { area, box, d: rect(box, more.kind === "line" || more.kind === "corner" ? 2 : 6), kind: "box", texts: [], chip: middle(box), r: 18, ...more };
}

/** A round place. */
export function round(area: Area, x: number, y: number, r: number, more: Partial<Zone> = {}): Zone {
  return { area, box: { x: x - r, y: y - r, w: 2 * r, h: 2 * r }, d: circle(x, y, r), kind: "box", texts: [], chip: [x, y], r: Math.min(26, r * 0.72), ...more };
}

export const areasOf = (felt: FeltView, seat: number): Area[] => felt.areas.filter((area) => area.seat === seat && area.kind !== "seat");
export const find = (areas: Area[], act: string): Area | undefined => areas.find((area) => area.act === act);

/** The places to sit at, in one or two rows: for whoever has none yet. */
export function chooser(felt: FeltView, box: Box): Zone[] {
  const seats = felt.areas.filter((area) => area.kind === "seat");
  const per = Math.min(seats.length, Math.floor(box.w / 50));
  const rows = Math.ceil(seats.length / per);
  const [w, h] = [box.w / per, Math.min(64, box.h / rows)];
  const r = Math.min(26, w / 2 - 3, h / 2 - 2);
  return seats.map((area, at) => {
    const inRow = Math.min(per, seats.length - Math.floor(at / per) * per);
    const x = box.x + box.w / 2 + ((at % per) - (inRow - 1) / 2) * w;
    const y = box.y + h / 2 + Math.floor(at / per) * h;
    return round(area, x, y, r, { kind: "seat", texts: [text(x, y, r * 0.8, area.label)] });
  });
}

/** The other seats, nearest first: those of lower numbers to the left, of higher ones to the right. */
export function around(taken: number[], mine: number, all: number): { left: number[]; right: number[] } {
  const others = taken.filter((seat) => seat !== mine && seat >= 1 && seat <= all);
  if (mine === 0) {
    const half = Math.ceil(all / 2);
    return { left: others.filter((seat) => seat <= half).reverse(), right: others.filter((seat) => seat > half) };
  }
  const left = others.filter((seat) => seat < mine).reverse();
  const right = others.filter((seat) => seat > mine);
  // Whoever sits at the end of the table has the others on both sides nevertheless.
  while (left.length > right.length + 1) right.push(left.pop() ?? 0);
  while (right.length > left.length + 1) left.push(right.pop() ?? 0);
  return { left, right };
}

/** Places for cards side by side, in the middle of a hand. */
export function slots(x: number, y: number, h: number, n: number, gap = 10): Box[] {
  const w = h / 1.4;
  return Array.from({ length: n }, (_, at) => ({ x: x - (n * w + (n - 1) * gap) / 2 + at * (w + gap), y: y - h / 2, w, h }));
}

export const seatsOf = (felt: FeltView): number => felt.areas.filter((area) => area.kind === "seat").length;
