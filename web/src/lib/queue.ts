// Hands are faster than networks: what a dealer keys in is told to the floor one after the other, and none is lost.

/** Something to do; says whether it was done. */
export type Task = () => Promise<boolean>;

export class Queue {
  private waiting: Task[] = [];
  private running = false;

  /** How many wait behind the one under way. */
  get length(): number {
    return this.waiting.length;
  }

  /** Does it when everything before it is done. Where one comes to nothing, what was keyed in behind it is forgotten. */
  async add(task: Task): Promise<void> {
    this.waiting.push(task);
    if (this.running) return;
    this.running = true;
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
        if (!(await next())) this.waiting = [];
      }
    } finally {
      this.running = false;
    }
  }
}
