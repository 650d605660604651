// What one likes, kept in this browser alone.

interface Kept {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  advice: boolean;
  odds: boolean;
  chip: number;
  /** Whether what moves does so quickly. */
  fast: boolean;
  /** Whether one handles shoe, dice and cut oneself; else the house does. */
  hold: boolean;
  /** The games one has been introduced to. */
  met: string[];
  /** Whether a single key acts at a dealer's console. */
  keys: boolean;
}

const NAME = "ch47-prefs";
const USUAL: Kept = { theme: "auto", sound: true, advice: true, odds: false, chip: 500, fast: false, hold: false, met: [], keys: true };

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Kept>) };
  } catch {
    return { ...USUAL };
  }
}

export const prefs = $state(read());

/** Shows the theme and keeps every change. To be called once, inside a component. */
export function keepPrefs(): void {
  $effect(() => {
    if (prefs.theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = prefs.theme;
    try {
      localStorage.setItem(NAME, JSON.stringify(prefs));
    } catch {
      // A browser that keeps nothing is no reason to stop.
    }
  });
}
