// Times in readable form, in the user's time zone.
const two = (number: number): string => String(number).padStart(2, "0");

/** Formats as 2026-11-16 04:12:33, in local time. */
export function when(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock(ms)}`;
}

/** Formats as 04:12:33. */
export function clock(ms: number): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** The value for a date and time input, to the minute and never before the given time. */
export function forInput(ms: number): string {
  return when(Math.ceil(ms / 60_000) * 60_000).slice(0, 16).replace(" ", "T");
}

/** The time of such an input; undefined if it is empty. */
export function fromInput(text: string): number | undefined {
  const ms = new Date(text).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}
