// Papers: `#d` another dealer, `#f 5000 8812` a fill, `#c …` a credit, `#m3` a marker, `#v3a` a form, `#x` the table closes.
import { money } from "../money";
import { tell, type Desk, type Read } from "./line";

const FORMS: Record<string, string> = { a: "patron absent", s: "patron signed", r: "patron would not sign" };
const wrong = (text: string): Read => ({ wrong: text });

/** Reads an entry about papers, without its `#`. */
export function papers(text: string, desk: Desk): Read {
  const line = text.trim().toLowerCase();
  if (line === "d") {
    return desk.game === "blackjack"
      ? { entries: [tell("dealer takes over")], echo: "another dealer takes over" }
      : wrong("only blackjack has a rule for another dealer: log out, and let the other dealer log in");
  }
  if (line === "x") return { entries: [{ do: "close" }], echo: "the table closes" };
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
  return wrong("#d dealer, #f 5000 8812 fill, #c credit, #m3 marker, #v3a form (a absent, s signed, r refused), #vx void form, #x close");
}
