// The user's preferences, stored only in this browser.

interface Kept {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  advice: boolean;
  odds: boolean;
  chip: number;
  /** Whether motion is fast. */
  fast: boolean;
  /** Whether the user handles shoe, dice and cut; otherwise the house does. */
  hold: boolean;
  /** The games to which the user has been introduced. */
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

/** Applies the theme and stores every change. To be called once, inside a component. */
export function keepPrefs(): void {
  $effect(() => {
    if (prefs.theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = prefs.theme;
    try {
      localStorage.setItem(NAME, JSON.stringify(prefs));
    } catch {
      // A browser that stores nothing is not a reason to stop.
    }
  });
}
