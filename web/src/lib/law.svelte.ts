// The drawer of the law: any citation anywhere opens it.
import * as api from "./api";
import type { LawView } from "./types";

class Drawer {
  cite = $state<string | undefined>(undefined);
  view = $state.raw<LawView | undefined>(undefined);
  note = $state("");
  private opener: HTMLElement | undefined;

  async open(cite: string): Promise<void> {
    if (!this.cite && document.activeElement instanceof HTMLElement) this.opener = document.activeElement;
    this.cite = cite;
    this.view = undefined;
    this.note = "one moment …";
    try {
      const view = await api.law(full(cite).replace(/^19:47-/, ""));
      if (this.cite !== cite) return;
      this.view = view;
      this.note = view ? "" : "this floor does not have the text of the law";
    } catch (error) {
      if (this.cite === cite) this.note = api.words(error);
    }
  }

  close(): void {
    this.cite = undefined;
    this.opener?.focus();
    this.opener = undefined;
  }
}

export const drawer = new Drawer();

/** The chapter is in the citation only where it is cited in full. */
export function full(cite: string): string {
  const plain = cite.replace(/ \(not held\)$/, "");
  return /^\d+\.\d/.test(plain) ? `19:47-${plain}` : plain;
}
