// Papers: `#d` another dealer, `#f 5000 8812` a fill, `#c …` a credit, `#m3` a marker, `#v3a` a form, `#n 100*50 25*80` a count of the table's
// chips, `#x` the table closes, perhaps with a count.
import { money } from "../money";
import type { ConsoleEntry } from "../shapes";
import { tell, type Desk, type Read } from "./line";

const FORMS: Record<string, string> = { a: "patron absent", s: "patron signed", r: "patron would not sign" };
type Chips = Extract<ConsoleEntry, { do: "count" }>["chips"];

/** Reads chips by their value, `100*50 25*80 2.5*4`; or says what is wrong with them. */
function count(text: string): Chips | string {
  const chips: Chips = [];
  if (text === "0") return chips;
  for (const word of text.split(/[\s,]+/)) {
    const part = /^(\d+(?:\.\d{1,2})?)\*(\d{1,9})$/.exec(word);
    const [value, pieces] = [Math.round(Number(part?.[1]) * 100), Number(part?.[2])];
    if (!part || value === 0) return `"${word}" is no count: 100*50 is fifty chips of $100, and 0 alone says that there are none`;
    if (chips.some((one) => one.value === value)) return `chips of ${money(value)} are counted twice: say how many there are in all`;
    if (pieces > 0) chips.push({ value, pieces });
  }
  return chips;
}
const wrong = (text: string): Read => ({ wrong: text });

/** Reads an entry about papers, without its `#`. */
export function papers(text: string, desk: Desk): Read {
  const line = text.trim().toLowerCase();
  if (line === "d") {
    return desk.game === "blackjack"
      ? { entries: [tell("dealer takes over")], echo: "another dealer takes over" }
      : wrong("only blackjack has a rule for another dealer: sign out, and let the other dealer sign in");
  }
  if (line === "x") return { entries: [{ do: "close" }], echo: "the table closes" };
  const counted = /^([nx])\s+(.+)$/.exec(line);
  if (counted?.[2]) {
    const chips = count(counted[2]);
    if (typeof chips === "string") return wrong(chips);
    const sum = money(chips.reduce((all, { value, pieces }) => all + value * pieces, 0));
    return counted[1] === "n"
      ? { entries: [{ do: "count", chips }], echo: `chips counted: ${sum}` }
      : { entries: [{ do: "count", chips }, { do: "close" }], echo: `chips counted: ${sum}; the table closes` };
  }
  if (line === "vx") return { entries: [tell("dealer voids a form")], echo: "a form is void" };
  const slip = /^([fc])\s+(\d+(?:\.\d{1,2})?)\s+(\S+)$/.exec(line);
  if (slip?.[2] && slip[3]) {
    const [cents, number] = [Math.round(Number(slip[2]) * 100), slip[3].toUpperCase()];
    return slip[1] === "f"
      ? { entries: [{ do: "fill", cents, slip: number }], echo: `fill of ${money(cents)}, slip ${number}` }
      : { entries: [{ do: "credit", cents, slip: number }], echo: `credit of ${money(cents)}, slip ${number}` };
  }
  const marker = /^m(\d+)$/.exec(line);
  if (marker) return { entries: [tell(`dealer collects vigorish at ${marker[1]}`)], echo: `marker at ${marker[1]} collected` };
  const form = /^v(\d+)([asr])$/.exec(line);
  if (form?.[2]) return { entries: [tell(`dealer documents ${form[1]}, ${FORMS[form[2]]}`)], echo: `form for ${form[1]}: ${FORMS[form[2]]}` };
  return wrong("#d dealer, #f 5000 8812 fill, #c credit, #m3 marker, #v3a form (a absent, s signed, r refused), #vx void form, #n 100*50 25*80 count, #x close, #x 100*50 25*80 count and close");
}
