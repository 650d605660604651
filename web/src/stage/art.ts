// Drawings that are nothing but lines: court cards, signs. All of it is drawn for this project.
const f = (n: number): number => +n.toFixed(2);
const rad = (degrees: number): number => ((degrees - 90) * Math.PI) / 180;

/** A point at an angle, clockwise from the top. */
export const polar = (r: number, degrees: number): string => `${f(r * Math.cos(rad(degrees)))} ${f(r * Math.sin(rad(degrees)))}`;
/** A part of a ring between two radii and two angles. */
export const ring = (inner: number, outer: number, a: number, b: number): string => {
  const large = b - a > 180 ? 1 : 0;
  return `M${polar(outer, a)}A${outer} ${outer} 0 ${large} 1 ${polar(outer, b)}L${polar(inner, b)}A${inner} ${inner} 0 ${large} 0 ${polar(inner, a)}Z`;
};

/** Chips have the colors of Atlantic City. */
export const CHIP: Record<number, { base: string; edge: string; spot: string; in: string; ink: string }> = {
  1: { base: "#f2eee3", edge: "#a9a294", spot: "#3468b0", in: "#fffdf6", ink: "#1b2430" },
  5: { base: "#c3262e", edge: "#7c1118", spot: "#fff1dc", in: "#a81c24", ink: "#fff" },
  25: { base: "#168049", edge: "#0a4d2a", spot: "#fff1dc", in: "#0f693a", ink: "#fff" },
  100: { base: "#23262a", edge: "#08090a", spot: "#f1e4c3", in: "#16181b", ink: "#fff" },
  500: { base: "#64329a", edge: "#381659", spot: "#ffd9f2", in: "#522583", ink: "#fff" },
  1000: { base: "#f0a51e", edge: "#9a6204", spot: "#2a1c05", in: "#ffbf3f", ink: "#2a1800" },
};

export const VALUES = [1, 5, 25, 100, 500, 1000];

/** An amount in cents as a stack, the largest chips below, at most so many of them. */
export function chipsOf(cents: number, most = 7): number[] {
  const found: number[] = [];
  let left = Math.floor(cents / 100);
  for (const value of [...VALUES].reverse()) {
    while (left >= value && found.length < most) {
      found.push(value);
      left -= value;
    }
  }
  return found.length > 0 ? found : [1];
}

/** The upper half of a court card, and the same turned around. */
export function court(rank: string, s: string): string {
  const redSuit = s === "h" || s === "d";
  const A = redSuit ? "#b81f2d" : "#1d2f5e", B = redSuit ? "#1d2f5e" : "#b81f2d", G = "#e3b341", L = "#14171c", H = ({ K: redSuit ? "#c9892c" : "#4a3626", Q: redSuit ? "#e0aa3e" : "#5a3a22", J: redSuit ? "#d39a35" : "#3b2b20" } as Record<string, string>)[rank] ?? "";
  const skin = "#f3d6b8";
  const robe = `<path d="M26 70V63C30 55 38 53 44 51H56C62 53 70 55 74 63V70Z" fill="${A}" stroke="${L}" stroke-width=".7"/>
<path d="M50 51H56C62 53 70 55 74 63V70H50Z" fill="${B}"/>
<path d="M27 66L38 55M31 70L44 56M38 70L46 61" stroke="${G}" stroke-width="1.5"/><path d="M73 66L62 55M69 70L56 56M62 70L54 61" stroke="${G}" stroke-width="1.5"/>
<path d="M46 51H54L53 70H47Z" fill="${G}" stroke="${L}" stroke-width=".5"/><path d="M50 54l1.7 2.2L50 58.400l-1.7-2.200ZM50 61l1.7 2.200L50 65.400l-1.7-2.200Z" fill="${A}"/>`;
  const face = `<path d="M46 46H54V53C52 55 48 55 46 53Z" fill="${skin}"/><path d="M42.2 37C42.2 31 45 29.5 50 29.500S57.8 31 57.8 37C57.8 44.5 54 49.5 50 49.500S42.2 44.5 42.2 37Z" fill="${skin}" stroke="${L}" stroke-width=".6"/>
<path d="M44.4 36.200Q46.2 34.9 47.9 36.200M52.1 36.200Q53.8 34.9 55.6 36.2" fill="none" stroke="${L}" stroke-width=".8"/><circle cx="46.3" cy="37.9" r=".95" fill="${L}"/><circle cx="53.7" cy="37.9" r=".95" fill="${L}"/><path d="M50.2 37.500L49.2 42H50.6" fill="none" stroke="${L}" stroke-width=".6"/>`;
  let head = "", hand = "";
  if (rank === "K") {
    head = `<path d="M42.4 33C38 34 37 40 39.6 44 37.5 46 38.5 50 41.5 49.500L43.6 44ZM57.6 33C62 34 63 40 60.4 44 62.5 46 61.5 50 58.5 49.500L56.4 44Z" fill="${H}" stroke="${L}" stroke-width=".5"/>${face}
<path d="M42.6 41C43.5 43.5 46.5 43.3 50 43.300S56.5 43.5 57.4 41C58.5 48 55 57 50 58.5 45 57 41.5 48 42.6 41Z" fill="${H}" stroke="${L}" stroke-width=".5"/><path d="M47.5 45.600Q50 46.8 52.5 45.6" stroke="#a02b2b" stroke-width="1.2" fill="none"/><path d="M46 49l1 4M50 50v5M54 49l-1 4" stroke="${L}" stroke-width=".4" opacity=".6"/>
<path d="M40.5 31.500L37.5 20.5 43.6 25.5 50 18.5 56.4 25.5 62.5 20.5 59.5 31.500Z" fill="${G}" stroke="${L}" stroke-width=".7"/><path d="M40.3 31.800Q50 28.3 59.7 31.800L59.3 34.300Q50 30.8 40.7 34.300Z" fill="${A}" stroke="${L}" stroke-width=".5"/><circle cx="50" cy="26.5" r="1.7" fill="${B}"/><circle cx="44.5" cy="28" r="1" fill="${A}"/><circle cx="55.5" cy="28" r="1" fill="${A}"/><circle cx="37.5" cy="20.5" r="1.2" fill="${G}"/><circle cx="62.5" cy="20.5" r="1.2" fill="${G}"/>`;
    hand = `<path d="M67.3 24L69 20.5 70.7 24V56H67.300Z" fill="#dfe5ea" stroke="${L}" stroke-width=".5"/><path d="M69 23V55" stroke="#8b97a3" stroke-width=".6"/><rect x="63.5" y="55" width="11" height="2.6" rx="1.2" fill="${G}" stroke="${L}" stroke-width=".5"/><circle cx="69" cy="60.5" r="2.9" fill="${skin}" stroke="${L}" stroke-width=".5"/>`;
  } else if (rank === "Q") {
    head = `<path d="M43 30C37 33 37.5 42 39 47 37 50 39 55 43 54L45 44V32ZM57 30C63 33 62.5 42 61 47 63 50 61 55 57 54L55 44V32Z" fill="${H}" stroke="${L}" stroke-width=".5"/>${face}<path d="M48 45.200Q50 46.9 52 45.200Q50 44.2 48 45.200Z" fill="#b3202c"/><circle cx="44.2" cy="41.8" r="1.5" fill="#e79b86" opacity=".55"/><circle cx="55.8" cy="41.8" r="1.5" fill="#e79b86" opacity=".55"/>
<path d="M42 32Q50 27 58 32L57 29C56 25 44 25 43 29Z" fill="${H}"/><path d="M41 30L39.5 22.5 44.5 26.3 47 20.8 50 25.3 53 20.8 55.5 26.3 60.5 22.5 59 30Q50 25.8 41 30Z" fill="${G}" stroke="${L}" stroke-width=".6"/>${[[39.5, 22], [47, 20.3], [53, 20.3], [60.5, 22]].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.2" fill="#fff" stroke="${L}" stroke-width=".4"/>`).join("")}<circle cx="50" cy="26.8" r="1.1" fill="${A}"/><path d="M43 52Q50 57 57 52" fill="none" stroke="#fff" stroke-width="1.8" stroke-dasharray="1.6 1"/>`;
    hand = `<path d="M32 61C31 52 31.5 46 31.5 40" stroke="#2d7a46" stroke-width="1.3" fill="none"/><path d="M31.5 50q-3.5-1-4.5-4q4 0 4.5 4Z" fill="#2d7a46"/>${[0, 72, 144, 216, 288].map((a) => `<ellipse cx="31.5" cy="34.6" rx="2" ry="2.9" transform="rotate(${a} 31.5 37.6)" fill="${B}" stroke="${L}" stroke-width=".35"/>`).join("")}<circle cx="31.5" cy="37.6" r="1.6" fill="${G}"/><circle cx="32" cy="61.5" r="2.7" fill="${skin}" stroke="${L}" stroke-width=".5"/>`;
  } else {
    head = `<path d="M42.6 31C39 33 39 44 40.5 48.500L44.8 47V33ZM57.4 31C61 33 61 44 59.5 48.500L55.2 47V33Z" fill="${H}" stroke="${L}" stroke-width=".5"/>${face}<path d="M48 45.500Q50 46.5 52.3 45.2" stroke="#a02b2b" stroke-width="1.1" fill="none"/>
<path d="M40 31.500C38.5 25 44 21.5 50 21.500S62.5 24 60 31.500Q50 27.5 40 31.500Z" fill="${B}" stroke="${L}" stroke-width=".6"/><path d="M39.8 31.800Q50 27.6 60.2 31.800L59.8 34.200Q50 30.2 40.2 34.200Z" fill="${G}" stroke="${L}" stroke-width=".5"/><path d="M58 26C63 25 65 19.5 62.5 18.5 59 19 56 22.5 58 26Z" fill="#fff" stroke="${L}" stroke-width=".5"/><path d="M58 26Q61 22.5 62.5 19" stroke="${L}" stroke-width=".4" fill="none"/>`;
    hand = `<path d="M69 70V24" stroke="#7a5023" stroke-width="1.8"/><path d="M69 20L71.5 27H66.500Z" fill="#dfe5ea" stroke="${L}" stroke-width=".5"/><path d="M69.9 28C75 28 75 37 69.9 37Z" fill="#dfe5ea" stroke="${L}" stroke-width=".5"/><circle cx="69" cy="58" r="2.7" fill="${skin}" stroke="${L}" stroke-width=".5"/>`;
  }
  const half = `<g>${robe}${head}${hand}<use href="#s-${s}" transform="translate(${rank === "Q" ? 67.5 : 32.5} 28) scale(.52)" fill="${(redSuit ? "#c01c28" : "#15181c")}"/></g>`;
  return `<rect x="25" y="17" width="50" height="106" rx="3" fill="#fbf3df" stroke="${A}" stroke-width=".8"/><path d="M25 70H75" stroke="${L}" stroke-width=".6"/><g>${half}</g><g transform="rotate(180 50 70)">${half}</g><rect x="25" y="17" width="50" height="106" rx="3" fill="none" stroke="${G}" stroke-width="1.1"/>`;
}

export const joker = (x: number, y: number, k: number, c = "#241803"): string => `<g transform="translate(${x} ${y}) scale(${k})" fill="${c}"><path d="M-8 7C-8 1-11-3-14.5 0-14-8-6-10-3.5-3.5-4-8-2-11 0-12 2-11 4-8 3.5-3.5 6-10 14-8 14.5 0 11-3 8 1 8 7Z"/><circle cx="-14.5" cy="1.5" r="2.3"/><circle cy="-12.5" r="2.3"/><circle cx="14.5" cy="1.5" r="2.3"/><rect x="-8" y="8.6" width="16" height="2.8" rx="1.2"/></g>`;
export const flag = (x: number, y: number, k: number, c = "#fff"): string => `<g transform="translate(${x} ${y}) scale(${k})" fill="${c}"><rect x="-10" y="-11" width="2.6" height="23" rx="1.2"/><path d="M-6-10Q-1-13 3.5-10T11-10V3Q7 5 2.5 3T-6 3Z"/></g>`;
