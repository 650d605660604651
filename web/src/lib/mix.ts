// How the house's secret and the patrons' parts become one key. Written from docs/fairness.md, byte for byte.
import { hex, join, u16, u64, unhex, utf8, type Bytes } from "./bytes";
import { hmac, sha256 } from "./sha256";

/** How many values a new chain has: one for each window it serves. */
export const LENGTH = 1024;
/** The longest delay, in steps, that a page computes; `ch47 fair` checks any number. */
export const STEPS = 2_000_000;

/** What the house publishes before any wager of the window. */
export function commitment(table: string, window: number, secret: Uint8Array): string {
  const name = utf8(table);
  return hex(sha256(utf8("ch47 commitment 2"), u64(name.length), name, u64(window), secret));
}

const LINK = utf8("ch47 link 2");

/** The value `times` steps further along its chain. */
export function link(value: Uint8Array, times = 1): Bytes {
  let linked = Uint8Array.from(value);
  for (let left = times; left > 0; left--) linked = sha256(LINK, linked);
  return linked;
}

export interface Part {
  patron: number;
  value: string;
}

export function salt(parts: readonly Part[]): Bytes {
  const all = parts.flatMap(({ patron, value }) => [u16(patron), unhex(value)]);
  // The last byte would announce a public beacon: there is none.
  return sha256(utf8("ch47 salt 2"), u16(parts.length), ...all, Uint8Array.of(0));
}

function delayed(secret: Uint8Array, salted: Uint8Array, steps: number): Bytes {
  const name = utf8("ch47 delay 2");
  let value = sha256(name, salted, secret);
  for (let left = steps; left > 0; left--) value = sha256(name, value);
  return value;
}

/** HKDF-SHA256 (RFC 5869) of the secret, or of the result of its delay. */
export function key(secret: Uint8Array, parts: readonly Part[], steps?: number): Bytes {
  const salted = salt(parts);
  const material = steps === undefined ? secret : delayed(secret, salted, steps);
  return hmac(hmac(salted, material), join(utf8("ch47 draw 2"), Uint8Array.of(1)));
}
