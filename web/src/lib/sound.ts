// The sounds of chips, cards, ball and dice, generated here: nothing is downloaded. A browser allows them after the
// first click.
import { prefs } from "./prefs.svelte";

let context: AudioContext | undefined;
let out: GainNode | undefined;
let noise: AudioBuffer | undefined;

/** To be called on the first click or key: before that no browser lets a page make sounds. */
export function awake(): void {
  if (!prefs.sound || typeof AudioContext === "undefined") return;
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    // -18 dB: in the background, not an alert.
    out.gain.value = 0.126;
    out.connect(context.destination);
    noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = noise.getChannelData(0);
    for (let at = 0; at < data.length; at++) data[at] = Math.random() * 2 - 1;
  }
  if (context.state === "suspended") void context.resume();
}

interface Shape {
  after?: number;
  lasts: number;
  loud?: number;
  pan?: number;
}

function through({ after = 0, lasts, loud = 1, pan = 0 }: Shape, source: (at: number) => AudioScheduledSourceNode, filter?: BiquadFilterNode): void {
  if (!context || !out) return;
  const from = context.currentTime + after;
  const [gain, side] = [context.createGain(), context.createStereoPanner()];
  gain.gain.setValueAtTime(loud, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + lasts);
  side.pan.value = pan;
  const node = source(from);
  (filter ? node.connect(filter) : node).connect(gain).connect(side).connect(out);
  node.start(from);
  node.stop(from + lasts);
}

function tone(pitch: number, shape: Shape, kind: OscillatorType = "sine"): void {
  if (!context) return;
  const oscillator = context.createOscillator();
  oscillator.type = kind;
  oscillator.frequency.value = pitch;
  through(shape, () => oscillator);
}

function hiss(pitch: number, width: number, shape: Shape): void {
  if (!context || !noise) return;
  const source = context.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = width;
  through(shape, () => source, filter);
}

const click = (after: number, pitch = 3000, pan = 0): void => hiss(pitch, 6, { after, lasts: 0.03, loud: 1.6, pan });

const SOUNDS: Record<string, () => void> = {
  chip: () => [0, 0.035].forEach((after) => click(after)),
  stack: () => [0, 0.03, 0.055, 0.075].forEach((after, at) => click(after, 3200 - at * 300)),
  card: () => hiss(2400, 0.8, { lasts: 0.07, loud: 0.7 }),
  ball: () => hiss(900, 2, { lasts: 2.5, loud: 0.35 }),
  hop: () => [0, 0.09, 0.15].forEach((after) => click(after, 2200)),
  clapper: () => Array.from({ length: 26 }, (_, at) => 0.04 * at + 0.0042 * at * at).forEach((after) => click(after, 1700)),
  dice: () => [0, 0.11, 0.19, 0.3, 0.37, 0.52].forEach((after, at) => hiss(700 + 60 * at, 3, { after, lasts: 0.05, loud: 1.4, pan: at / 4 - 0.7 })),
  won: () => [392, 587].forEach((pitch, at) => tone(pitch, { after: at * 0.12, lasts: 0.4, loud: 0.7 })),
  "won much": () => [392, 587, 784].forEach((pitch, at) => tone(pitch, { after: at * 0.12, lasts: 0.5, loud: 0.8 })),
  turn: () => tone(220, { lasts: 0.35, loud: 0.6 }),
  refused: () => hiss(180, 2, { lasts: 0.16, loud: 1.8 }),
  tick: () => click(0, 1500),
};

/** Makes a sound, if the user wants to hear any. Losing is silent. */
export function sound(what: string): void {
  if (prefs.sound && context?.state === "running") SOUNDS[what]?.();
}
