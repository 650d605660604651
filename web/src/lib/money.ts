/** Cents as the notation writes them: 5.00, 1250.50. */
export function plain(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const abs = Math.abs(cents);
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, "0")}`;
}

/** Cents in readable form: $1,250.50; whole dollars without cents. */
export function money(cents: number): string {
  const sign = cents < 0 ? "−" : "";
  const abs = Math.abs(cents);
  const dollars = Math.floor(abs / 100).toLocaleString("en-US");
  return abs % 100 === 0 ? `${sign}$${dollars}` : `${sign}$${dollars}.${String(abs % 100).padStart(2, "0")}`;
}

/** What somebody typed, in cents; undefined if it is not an amount. */
export function cents(text: string): number | undefined {
  const match = /^\$?\s*(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(",", ""));
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
