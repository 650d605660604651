import { describe, expect, test } from "vitest";
import { hex, unhex } from "./bytes";
import { rootOf, wrong } from "./proof";
import { sha256 } from "./sha256";
import type { ProofView } from "./types";

// Leaves and roots that implementations of certificate transparency share as test data.
const LEAF5 = hex(sha256(Uint8Array.of(0), unhex("40414243")));
const N4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
const N67 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
const N0123 = "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7";
const ROOT8 = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328";

// A proof from a real floor.
const proof: ProofView = {
  "seq": 3,
  "leaf": "6680f7e37ea401d544090e71224269e24bf6ec2b08ad37cfd229f000daaaf21b",
  "path": [
    "d892f536e53b24a422aa309b9e41e1837849d25f649429b65af2ca038c87f9f0",
    "c52590e07d5f1913d94b292ed5e38397c25d964827ccd8b16494e864f4f6b697",
    "b4e4558e14da1dd2ecb848de28b4965c93f1964d76851a91947958c69678cbd6",
    "1de06a3e32c20705bacaf4b134564c8bd44e0f0eb71183215c29df1d40321768"
  ],
  "checkpoint": {
    "text": "ch47/roulette-1\n14\n+ZknFQFQUfK93G1z4TKXXWatULTafUj0sGwLTB9iJ4s=\n1794802708012\n",
    "size": 14,
    "root": "f9992715015051f2bddc6d73e132975d66ad50b4da7d48f4b06c0b4c1f62278b",
    "signature": "c0b77dc77242c72378ebf6bbf2fd9c6f04a3bcf1e22224dff4e8058e52e04cd492542b99f00307c97a572894f5de7df0c3f3cd29de6baaba98d157fea2e1200d",
    "key": "8cd39cfff71c7ee36616ece3a3fefe4b8c1b4e8853cdeecd45cca49ba3db26ed"
  }
};
const receipt = { seq: proof.seq, leaf: proof.leaf };

describe("a receipt is proved", () => {
  test("the known path of leaf 5 of 8", async () => {
    expect(rootOf(LEAF5, 5, 8, [N4, N67, N0123])).toBe(ROOT8);
    expect(rootOf(LEAF5, 4, 8, [N4, N67, N0123])).not.toBe(ROOT8);
    expect(rootOf(LEAF5, 5, 8, [N4, N67])).toBeUndefined();
    expect(rootOf(LEAF5, 8, 8, [N4, N67, N0123])).toBeUndefined();
  });
  test("a floor's proof holds", async () => {
    expect(await wrong(receipt, proof)).toBeUndefined();
  });
  test("whatever is changed is found", async () => {
    const of = (change: Partial<ProofView>) => wrong(receipt, { ...proof, ...change });
    const head = (change: Partial<ProofView["checkpoint"]>) => of({ checkpoint: { ...proof.checkpoint, ...change } });
    expect(await of({ seq: 4 })).toMatch(/another line/);
    expect(await of({ path: proof.path.slice(1) })).toMatch(/root/);
    expect(await head({ root: proof.leaf })).toMatch(/root/);
    expect(await head({ text: proof.checkpoint.text.replace("\n14\n", "\n15\n") })).toMatch(/another head/);
    expect(await head({ text: proof.checkpoint.text.replace("ch47/", "ch48/") })).toMatch(/not signed/);
  });
});
