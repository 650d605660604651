// How fast things move: as one likes it, or not at all.
import { prefs } from "./prefs.svelte";

const still = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : undefined;

/** Whether anything moves at all: not for whoever wants no motion, and not while nobody looks. */
export const moves = (): boolean => !(still?.matches ?? true) && !document.hidden;

/** How long something takes that has a usual and a fast time, in milliseconds. */
export const lasts = (usual: number, fast: number): number => (!moves() ? 0 : prefs.fast ? fast : usual);

/**
 * The easing of something that turns at a speed and comes to rest after so many degrees: it begins as fast as it was, so that nobody
 * sees where one motion ends and the next begins. Speeds are in degrees per millisecond.
 */
export function slowing(speed: number, degrees: number, duration: number): string {
  const slope = degrees === 0 ? 1 : Math.min(3, Math.max(0.7, Math.abs((speed * duration) / degrees)));
  return `cubic-bezier(.3, ${(0.3 * slope).toFixed(3)}, .55, 1)`;
}

/** Calls back when a motion has come to its end; at once where the page is hidden before. A motion that is given up says nothing. */
export function atEnd(motion: Animation | undefined, done: () => void): () => void {
  if (!motion) return () => undefined;
  motion.finished.then(done, () => undefined);
  const hide = (): void => {
    if (document.hidden && motion.playState === "running") motion.finish();
  };
  document.addEventListener("visibilitychange", hide);
  return () => document.removeEventListener("visibilitychange", hide);
}
