// Gradients, suits and chips that every drawing refers to. They are part of the document, and not of the scripts: vite.config.ts
// writes them into index.html.
import { CHIP, ring, VALUES } from "./art";

const DEFS = `<radialGradient id="chipShine" cx=".35" cy=".28" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset=".45" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".28"/></radialGradient>
<radialGradient id="soft"><stop offset="0" stop-color="#000" stop-opacity=".55"/><stop offset=".65" stop-color="#000" stop-opacity=".28"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
<linearGradient id="paper" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#fffefb"/><stop offset="1" stop-color="#f1ece0"/></linearGradient>
<linearGradient id="brass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff3c4"/><stop offset=".3" stop-color="#d9b45a"/><stop offset=".55" stop-color="#9a7226"/><stop offset=".8" stop-color="#e7c97b"/><stop offset="1" stop-color="#8b641d"/></linearGradient>
<linearGradient id="brassV" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f9e7ab"/><stop offset=".5" stop-color="#c79b41"/><stop offset="1" stop-color="#8b641d"/></linearGradient>
<radialGradient id="bowl" cx=".4" cy=".32" r=".8"><stop offset="0" stop-color="#a2673a"/><stop offset=".55" stop-color="#6d3b1b"/><stop offset="1" stop-color="#32170a"/></radialGradient>
<radialGradient id="track" cx=".42" cy=".36" r=".7"><stop offset="0" stop-color="#3c1f0e"/><stop offset=".78" stop-color="#4e2a13"/><stop offset=".9" stop-color="#8a5228"/><stop offset="1" stop-color="#3a1c0b"/></radialGradient>
<radialGradient id="slope" cx=".45" cy=".4" r=".62"><stop offset=".7" stop-color="#2a1409"/><stop offset="1" stop-color="#7a4522"/></radialGradient>
<radialGradient id="cone" cx=".42" cy=".36" r=".75"><stop offset="0" stop-color="#c08a55"/><stop offset=".6" stop-color="#7d4a25"/><stop offset="1" stop-color="#40200e"/></radialGradient>
<radialGradient id="gloss" cx=".32" cy=".22" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".26"/><stop offset=".5" stop-color="#fff" stop-opacity=".03"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient>
<radialGradient id="ball" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#eae6dc"/><stop offset="1" stop-color="#8f8a80"/></radialGradient>
<linearGradient id="die" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f0525a"/><stop offset=".5" stop-color="#cf1f2b"/><stop offset="1" stop-color="#a3121d"/></linearGradient>
<linearGradient id="plaque" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1d211f"/><stop offset="1" stop-color="#0b0d0c"/></linearGradient>
<linearGradient id="red" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c42a2c"/><stop offset="1" stop-color="#9d1c20"/></linearGradient>
<linearGradient id="black" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b2e31"/><stop offset="1" stop-color="#121415"/></linearGradient>
<linearGradient id="green" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0f8049"/><stop offset="1" stop-color="#0b6b3d"/></linearGradient>
<filter id="glow" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="7"/></filter>
<filter id="drop" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="3" stdDeviation="3.5" flood-color="#000" flood-opacity=".42"/></filter>
<linearGradient id="tile" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#3a3d42"/><stop offset=".18" stop-color="#1d1f22"/><stop offset="1" stop-color="#0b0c0e"/></linearGradient>
<radialGradient id="tile-red" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#ff6a58"/><stop offset=".55" stop-color="#e02a1e"/><stop offset="1" stop-color="#9c120c"/></radialGradient>
<radialGradient id="tile-white" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#ffffff"/><stop offset=".6" stop-color="#f4f1e8"/><stop offset="1" stop-color="#bdb8aa"/></radialGradient>
<pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="10" height="10" fill="#7a1626"/><path d="M0 5H10M5 0V10" stroke="#d9b45a" stroke-width=".7" opacity=".75"/><circle cx="5" cy="5" r="1.5" fill="#e8c974"/><circle r="1.1" fill="#4f0c18" cx="0" cy="0"/><circle r="1.1" fill="#4f0c18" cx="10" cy="10"/><circle r="1.1" fill="#4f0c18" cx="10" cy="0"/><circle r="1.1" fill="#4f0c18" cx="0" cy="10"/></pattern>
<path id="s-h" d="M0 9.2C-3.4 5.4-9.4 1.8-9.4-3.6-9.4-7-6.9-9-4.5-9-2.3-9-.7-7.5 0-5.8.7-7.5 2.3-9 4.5-9 6.9-9 9.4-7 9.4-3.6 9.4 1.8 3.4 5.4 0 9.2Z"/>
<path id="s-d" d="M0-10C2.2-6.2 4.6-3 7.6 0 4.6 3 2.2 6.2 0 10-2.2 6.2-4.6 3-7.6 0-4.6-3-2.2-6.2 0-10Z"/>
<path id="s-s" d="M0-9.8C3.2-5.6 9.2-2.4 9.2 2.4 9.2 5.4 7 7 4.8 7 3 7 1.7 6 1 4.8 1.1 7 2 8.8 3.6 9.8H-3.6C-2 8.8-1.1 7-1 4.8-1.7 6-3 7-4.8 7-7 7-9.2 5.4-9.2 2.4-9.2-2.4-3.2-5.6 0-9.8Z"/>
<path id="s-c" d="M0-9.6A4.5 4.5 0 0 1 3.3-2.1 4.5 4.5 0 1 1 1.1 4.6C1.2 7 2 8.8 3.6 9.8H-3.6C-2 8.8-1.2 7-1.1 4.6A4.5 4.5 0 1 1-3.3-2.1 4.5 4.5 0 0 1 0-9.6Z"/>`;

const SIXTHS = [0, 60, 120, 180, 240, 300];
const spots = (value: number, turn: number): string =>
  SIXTHS.map((a) => `<path d="${ring(14.6, 19.6, a + turn - 12, a + turn + 12)}" fill="${CHIP[value]?.spot}"/>`).join("");
/** A chip from above, without a figure, and as it is seen below others. */
const chip = (value: number): string => {
  const { base, edge, spot, in: inner } = CHIP[value] ?? { base: "", edge: "", spot: "", in: "" };
  return `<g id="chip-${value}"><circle r="20" fill="${base}"/>${spots(value, 0)}<circle r="19.6" fill="none" stroke="${edge}" stroke-width=".9"/><circle r="14.2" fill="${inner}" stroke="${spot}" stroke-width=".8"/><circle r="12.1" fill="none" stroke="${spot}" stroke-width=".5" stroke-dasharray="1.2 1.6" opacity=".8"/><circle r="20" fill="url(#chipShine)"/></g>
<g id="edge-${value}"><circle r="20" fill="${edge}"/><circle r="19.4" cy="-.4" fill="${base}"/>${spots(value, 30)}<circle r="20" fill="url(#chipShine)" opacity=".7"/></g>`;
};

export const DRAWINGS = `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${DEFS}${VALUES.map(chip).join("")}</defs></svg>`;
