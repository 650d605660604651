// Short tones, only where somebody has switched them on.
import { prefs } from "./prefs.svelte";

let context: AudioContext | undefined;

function tone(pitch: number, seconds: number, after = 0): void {
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const from = context.currentTime + after;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0.08, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(from);
  oscillator.stop(from + seconds);
}

/** What a line of the table sounds like. */
export function sound(what: string): void {
  if (!prefs.sound) return;
  if (what === "won") [523, 659, 784].forEach((pitch, at) => tone(pitch, 0.2, at * 0.09));
  else if (what === "chance") tone(880, 0.05);
  else if (what === "wager") tone(240, 0.06);
  else if (what === "refused") tone(150, 0.25);
}
