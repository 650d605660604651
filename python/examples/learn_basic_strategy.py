"""A small agent learns basic strategy at blackjack, from rounds that it plays.

It sees a hand's total, whether it is soft or a pair, and the dealer's card. For every decision it counts which hand followed, or what
the round won if none did, and works out from these counts what each decision is worth. It tries whatever may still be best.
What it has learned is a chart. The chart's worth is worked out exactly, and compared with that of the best chart.

    python learn_basic_strategy.py
"""

import argparse
import time

import gymnasium
import numpy as np

import ch47
import ch47.gym

#: Hands: hard 4 to 21, soft 12 to 21, pairs of aces to tens. Columns: the dealer's ace to ten.
HARD, SOFT, PAIR, HANDS = 0, 22, 44, 55
#: How far a decision may seem worse and still be tried, after one trial.
MARGIN = 4.0
UP = 11
#: What is learned from: less than a minute on one core.
ROUNDS, TABLES = 6_000_000, 4096
CHOICES = ["stand", "hit", "double", "split"]
STAND, HIT, DOUBLE, SPLIT = range(4)
ALL, NONE = np.arange(4), -1


def states(observations: np.ndarray, layout: dict[str, slice], may_split: np.ndarray) -> np.ndarray:
    """The number of each hand's state, for each choice. A pair is like any hand of its total, except to split."""
    part = lambda name: observations[:, layout[name]][:, 0].astype(int)  # noqa: E731
    up = np.minimum(observations[:, layout["table"]].argmax(axis=1) + 1, 10)
    hand = np.where(part("soft") == 1, SOFT, HARD) + part("total")
    pair = np.where(may_split, PAIR + np.minimum(part("pair"), 10), hand)
    return np.stack([hand, hand, hand, pair], axis=1) * UP + up[:, None]


class Agent:
    """Values of decisions by state, from counts of what came of them."""

    def __init__(self, seed: int) -> None:
        states = HANDS * UP
        #: How often each decision was made, and what rounds won in which it was the last one.
        self.counts = np.zeros((states, len(CHOICES)))
        self.sums = np.zeros((states, len(CHOICES)))
        #: Which hand came of each hit.
        self.next = np.zeros((states, states))
        self.values = np.zeros((states, len(CHOICES)))
        self.random = np.random.default_rng(seed)

    def think(self) -> None:
        """Works out the values. After a hit, a hand may only stand or hit."""
        for _ in range(3):
            later = self.next @ self.values[:, [STAND, HIT]].max(axis=1)
            totals = self.sums.copy()
            totals[:, HIT] += later
            self.values = totals / np.maximum(self.counts, 1)

    def choose(self, at: np.ndarray, may: np.ndarray, tries: np.ndarray) -> np.ndarray:
        """The best decisions; where it tries, with a margin for how little is known of each."""
        margin = MARGIN / np.sqrt(self.counts[at, ALL] + 0.01) * self.random.random(may.shape)
        return np.where(may, self.values[at, ALL] + margin * tries[:, None], -np.inf).argmax(axis=1)

    def learn_next(self, state: np.ndarray, after: np.ndarray) -> None:
        """A hit was followed by another hand."""
        np.add.at(self.next, (state, after), 1)
        np.add.at(self.counts, (state, HIT), 1)

    def learn_end(self, state: np.ndarray, choice: np.ndarray, won: np.ndarray) -> None:
        """A decision was the last one of a round that won this much."""
        np.add.at(self.sums, (state, choice), won)
        np.add.at(self.counts, (state, choice), 1)

    def chart(self) -> str:
        """What is best in each state, as the chart that ``ch47.follow`` reads."""
        values = np.where(self.counts < 1, -np.inf, self.values)

        def cell(hand: int, pair: int, up: int) -> str:
            value = values[np.array([hand, hand, hand, pair]) * UP + up, ALL]
            best = "SHDP"[value.argmax()]
            return "Ds" if best == "D" and value[STAND] > value[HIT] else best

        # A hand that is no pair has nothing to split: nothing is ever counted for hand 0.
        rows = [(str(total), HARD + total, 0) for total in range(4, 22)]
        rows += [(f"soft {total}", SOFT + total, 0) for total in range(12, 22)]
        rows += [("pair A", SOFT + 12, PAIR + 1)]
        rows += [(f"pair {rank}", HARD + 2 * rank, PAIR + rank) for rank in range(2, 11)]
        lines = ["hand,2,3,4,5,6,7,8,9,10,A"]
        for name, hand, pair in rows:
            lines.append(name + "," + ",".join(cell(hand, pair, up) for up in [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]))
        return "\n".join([*lines, "insurance,never"]) + "\n"


def train(options: dict, rounds: int, tables: int, seed: int) -> Agent:
    """Plays this many rounds at many tables at once."""
    envs = gymnasium.make_vec("ch47/Blackjack-v0", num_envs=tables, options=options)
    layout, actions = envs.layout, envs.actions
    numbers = np.array([actions.index(name) for name in CHOICES])
    wager, insurance, decline = actions.index("wager 1"), actions.index("insurance"), actions.index("pass")
    agent, steps, played = Agent(seed), 0, 0
    observations, info = envs.reset(seed=seed)
    # The last decision of each table's round that teaches something. Whatever follows a split belongs to the split.
    state, choice = np.zeros(tables, dtype=np.int64), np.full(tables, NONE)
    won = np.zeros(tables)
    while played < rounds:
        mask = info["action_mask"].view(bool)
        taken = np.where(mask[:, insurance], decline, wager)
        turn = np.flatnonzero(mask[:, numbers[STAND]])
        if len(turn):
            may = mask[turn][:, numbers]
            at = states(observations[turn], layout, may[:, SPLIT])
            is_whole = choice[turn] != SPLIT
            chosen = agent.choose(at, may, is_whole)
            now = at[np.arange(len(at)), chosen]
            hit = choice[turn] == HIT
            agent.learn_next(state[turn[hit]], at[hit, HIT])
            state[turn[is_whole]], choice[turn[is_whole]] = now[is_whole], chosen[is_whole]
            taken[turn] = numbers[chosen]
        observations, rewards, over, _, info = envs.step(taken)
        won += rewards
        ended = np.flatnonzero(over)
        taught = ended[choice[ended] != NONE]
        agent.learn_end(state[taught], choice[taught], won[taught])
        choice[ended], won[ended] = NONE, 0.0
        played += len(ended)
        steps += 1
        if steps % 20 == 0:
            agent.think()
    agent.think()
    return agent


def main() -> None:
    """Learns, and says how far the learned chart is from the best one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds to learn from")
    parser.add_argument("--tables", type=int, default=TABLES, help="tables that are played at once")
    parser.add_argument("--seed", type=int, default=47)
    args = parser.parse_args()
    options, begun = {"decks": 8}, time.perf_counter()
    agent = train(options, args.rounds, args.tables, args.seed)
    taken = time.perf_counter() - begun
    best, learned = ch47.strategy(options).mean, ch47.follow(agent.chart(), options)
    print(f"{args.rounds:,} rounds in {taken:.0f} seconds")
    print(f"the best chart gains {best:+.4%} of the wager, the learned one {learned:+.4%}")
    print(f"the difference is {best - learned:.4%}")


if __name__ == "__main__":
    main()
