// How fast things move: as the user prefers, or not at all.
import { prefs } from "./prefs.svelte";

const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : undefined;

/** Whether anything moves at all: not if the user wants no motion, and not while the page is hidden. */
export const moves = (): boolean => !(still?.matches ?? true) && !document.hidden;

/** How long a motion with a usual and a fast duration takes, in milliseconds. */
export const lasts = (usual: number, fast: number): number => (!moves() ? 0 : prefs.fast ? fast : usual);

/**
 * The easing of something that turns at a speed and comes to rest after this many degrees. It starts at its current
 * speed, so that the transition between the two motions is not visible. Speeds are in degrees per millisecond.
 */
export function slowing(speed: number, degrees: number, duration: number): string {
  const slope = degrees === 0 ? 1 : Math.min(3, Math.max(0.7, Math.abs((speed * duration) / degrees)));
  return `cubic-bezier(.3, ${(0.3 * slope).toFixed(3)}, .55, 1)`;
}

/** Calls back when a motion has ended, or at once if the page is hidden before that. A canceled motion does not call back. */
export function atEnd(motion: Animation | undefined, done: () => void): () => void {
  if (!motion) return () => undefined;
  motion.finished.then(done, () => undefined);
  const hide = (): void => {
    if (document.hidden && motion.playState === "running") motion.finish();
  };
  document.addEventListener("visibilitychange", hide);
  return () => document.removeEventListener("visibilitychange", hide);
}
