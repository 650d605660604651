// The five roads of a baccarat shoe: the position of each mark. A record, not a forecast.
import type { Fact } from "./types";

export type Winner = "player" | "banker" | "tie";
export type Color = "red" | "blue";
/** The result of a coup, as it is announced. */
export interface Coup {
  winner: Winner;
  natural: boolean;
  player_pair: boolean;
  banker_pair: boolean;
}
export interface Cell<M> {
  row: number;
  column: number;
  mark: M;
  ties: number;
  coup?: Coup;
}
export interface Marks {
  eye: Color | undefined;
  small: Color | undefined;
  cockroach: Color | undefined;
}

export const ROWS = 6;

/** A road of streaks: down a column, and to the right where the column is full or blocked. */
class Road<M> {
  cells: Cell<M>[] = [];
  streaks: number[] = [];
  private taken = new Set<string>();
  private start = 0;

  push(mark: M, coup?: Coup, ties = 0): void {
    const last = this.cells.at(-1);
    let [row, column] = [0, 0];
    if (last && last.mark === mark) {
      const below = last.column === this.start && last.row + 1 < ROWS && this.free(last.row + 1, last.column);
      [row, column] = below ? [last.row + 1, last.column] : [last.row, last.column + 1];
    } else {
      // A tail in the top row pushes the next streak further to the right.
      column = last ? this.start + 1 : 0;
      while (!this.free(0, column)) column++;
      this.start = column;
      this.streaks.push(0);
    }
    this.streaks.push((this.streaks.pop() ?? 0) + 1);
    this.taken.add(`${row},${column}`);
    this.cells.push({ row, column, mark, ties, ...(coup ? { coup } : {}) });
  }

  private free(row: number, column: number): boolean {
    return !this.taken.has(`${row},${column}`);
  }
}

/** The mark that the last result gives on the road that compares with the column `cycle` columns back. */
export function derived(cycle: number, streaks: number[]): Color | undefined {
  const last = streaks.length - 1;
  const length = streaks[last];
  if (length === undefined) return undefined;
  if (length === 1) {
    const [before, earlier] = [streaks[last - 1], streaks[last - 1 - cycle]];
    return before === undefined || earlier === undefined ? undefined : before === earlier ? "red" : "blue";
  }
  const beside = streaks[last - cycle];
  return beside === undefined ? undefined : length !== beside + 1 ? "red" : "blue";
}

const marks = (streaks: number[]): Marks => ({
  eye: derived(1, streaks),
  small: derived(2, streaks),
  cockroach: derived(3, streaks),
});

export interface Roads {
  bead: Cell<Winner>[];
  big: Cell<Winner>[];
  eye: Cell<Color>[];
  small: Cell<Color>[];
  cockroach: Cell<Color>[];
  /** The marks that the three derived roads would get next. */
  ask: { player: Marks; banker: Marks };
}

/** The roads of these results. */
export function roads(coups: readonly Coup[]): Roads {
  const big = new Road<Winner>();
  const [eye, small, cockroach] = [new Road<Color>(), new Road<Color>(), new Road<Color>()];
  let waiting = 0;
  for (const coup of coups) {
    if (coup.winner === "tie") {
      const last = big.cells.at(-1);
      if (last) last.ties++;
      else waiting++;
      continue;
    }
    big.push(coup.winner, coup, waiting);
    waiting = 0;
    const got = marks(big.streaks);
    if (got.eye) eye.push(got.eye);
    if (got.small) small.push(got.small);
    if (got.cockroach) cockroach.push(got.cockroach);
  }
  const bead = coups.map((coup, at) => ({
    row: at % ROWS, column: Math.floor(at / ROWS), mark: coup.winner, ties: 0, coup,
  }));
  const ask = (next: Winner): Marks => {
    const streaks = [...big.streaks];
    if (big.cells.at(-1)?.mark === next) streaks.push((streaks.pop() ?? 0) + 1);
    else streaks.push(1);
    return marks(streaks);
  };
  return {
    bead, big: big.cells, eye: eye.cells, small: small.cells, cockroach: cockroach.cells,
    ask: { player: ask("player"), banker: ask("banker") },
  };
}

/** The coup whose score this fact announces, if it announces one. */
export function coupOf(fact: Fact): Coup | undefined {
  const score = fact.kind === "called" ? fact.args?.["score"] : undefined;
  return typeof score === "object" && score !== null && "winner" in score ? (score as Coup) : undefined;
}
