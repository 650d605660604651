// Checks whether a receipt is in the journal, entirely in this browser: the tree of RFC 6962, the proof of RFC 9162,
// and the signature of the head.
import { hex, unhex, utf8 } from "./bytes";
import { sha256 } from "./sha256";
import type { CheckpointView, ProofView, Receipt } from "./types";

/** The root computed from a leaf and its path; undefined if the path does not fit the size. */
export function rootOf(leaf: string, index: number, size: number, path: string[]): string | undefined {
  if (index >= size) return undefined;
  let [at, last] = [BigInt(index), BigInt(size - 1)];
  let hash = unhex(leaf);
  for (const text of path) {
    if (last === 0n) return undefined;
    const other = unhex(text);
    if (at % 2n === 1n || at === last) {
      hash = sha256(Uint8Array.of(1), other, hash);
      while (at !== 0n && at % 2n === 0n) [at, last] = [at >> 1n, last >> 1n];
    } else {
      hash = sha256(Uint8Array.of(1), hash, other);
    }
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n ? hex(hash) : undefined;
}

/** Whether the key signed this text. Throws if the browser cannot tell: on plain HTTP, or without Ed25519. */
export async function isSigned(key: string, signature: string, text: string): Promise<boolean> {
  const imported = await crypto.subtle.importKey("raw", unhex(key), { name: "Ed25519" }, false, ["verify"]);
  return crypto.subtle.verify({ name: "Ed25519" }, imported, unhex(signature), utf8(text));
}

function fromBase64(text: string): string {
  return hex(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
}

const OTHER_LINE = "the proof is of another line";
const OTHER_ROOT = "the path does not lead to the root";
/** Whether a problem with a proof means that the journal has a different line there. */
export const isOtherLine = (wrong: string | undefined): boolean => wrong === OTHER_LINE || wrong === OTHER_ROOT;

/** What is wrong with a proof; undefined if it is valid. */
export async function wrong(receipt: Pick<Receipt, "seq" | "leaf">, proof: ProofView): Promise<string | undefined> {
  const { checkpoint } = proof;
  if (proof.seq !== receipt.seq || proof.leaf !== receipt.leaf) return OTHER_LINE;
  const root = rootOf(proof.leaf, proof.seq, checkpoint.size, proof.path);
  if (root !== checkpoint.root) return OTHER_ROOT;
  return wrongHead(checkpoint);
}

/** What is wrong with a signed head; undefined if it is valid. */
export async function wrongHead(head: CheckpointView): Promise<string | undefined> {
  // The signed text has the size in its second line and the root in its third.
  const lines = head.text.split("\n");
  if (lines[1] !== String(head.size) || fromBase64(lines[2] ?? "") !== head.root) return "the signed text is of another head";
  try {
    return (await isSigned(head.key, head.signature, head.text)) ? undefined : "the key has not signed this head";
  } catch {
    return UNCHECKED;
  }
}

/** Shown when a signature cannot be checked. */
export const UNCHECKED = "this browser cannot check Ed25519 signatures; ch47 verify can";
