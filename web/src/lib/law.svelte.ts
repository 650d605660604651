// The law drawer: any citation anywhere opens it.
import * as api from "./api";
import { maybe, words } from "./client";
import type { LawView, ProvisionView } from "./shapes";

const read = new Map<string, Promise<LawView | undefined>>();

/** What the law says under a citation, requested once; undefined if the floor does not have the text. */
export function lawOf(cite: string): Promise<LawView | undefined> {
  const address = full(cite).replace(/^19:47-/, "");
  const known = read.get(address);
  if (known) return known;
  const asked = maybe(api.law(address));
  read.set(address, asked);
  asked.catch(() => read.delete(address));
  return asked;
}

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
      const view = await lawOf(cite);
      if (this.cite !== cite) return;
      this.view = view;
      this.note = view ? "" : "this floor does not have the text of the law";
    } catch (error) {
      if (this.cite === cite) this.note = words(error);
    }
  }

  close(): void {
    this.cite = undefined;
    this.opener?.focus();
    this.opener = undefined;
  }
}

export const drawer = new Drawer();

/** What a provision says, one paragraph for each rule; if it is not held, what is known about it and how reliably. */
export function paragraphs(provision: ProvisionView): string[] {
  if (provision.facts.length > 0) return provision.facts.map((fact) => `${fact.says} (${fact.confidence})`);
  return provision.rules.map((rule) => rule.says);
}

/** Each one once, in order of appearance. */
export const unique = <T>(all: T[], by: (one: T) => string): T[] => [...new Map(all.map((one) => [by(one), one])).values()];

/** A citation contains the chapter only if it is a full one. */
export function full(cite: string): string {
  const plain = cite.replace(/ \(not held\)$/, "");
  return /^\d+\.\d/.test(plain) ? `19:47-${plain}` : plain;
}
