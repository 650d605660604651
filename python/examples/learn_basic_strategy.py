"""A small agent learns basic strategy at blackjack: a table of values, learned from rounds that it plays.

It sees a hand's total, whether it is soft or a pair, and the dealer's card. After each round it credits what the round won to
the decisions that were made (Monte Carlo control), and explores less and less. What it has learned is then a chart, and the
chart's worth is worked out exactly and compared with that of the best chart.

    python learn_basic_strategy.py --seconds 50
"""

import argparse
import time

import gymnasium
import numpy as np

import ch47
import ch47.gym

#: Hands: hard 4 to 21, soft 12 to 21, pairs of aces to tens. Columns: the dealer's ace to ten.
HARD, SOFT, PAIR, HANDS = 0, 22, 44, 55
UP = 11
CHOICES = ["stand", "hit", "double", "split"]


def states(observations: np.ndarray, layout: dict[str, slice], may_split: np.ndarray) -> np.ndarray:
    """The number of each table's state."""
    part = lambda name: observations[:, layout[name]][:, 0].astype(int)  # noqa: E731
    total, soft, pair = part("total"), part("soft"), np.minimum(part("pair"), 10)
    hand = np.where(soft == 1, SOFT + total, HARD + total)
    hand = np.where((pair > 0) & may_split, PAIR + pair, hand)
    up = np.minimum(observations[:, layout["table"]].argmax(axis=1) + 1, 10)
    return np.minimum(hand, HANDS - 1) * UP + up


class Agent:
    """Values of decisions by state, each the mean of what rounds won after it."""

    def __init__(self, seed: int) -> None:
        self.sums = np.zeros((HANDS * UP, len(CHOICES)))
        self.counts = np.full((HANDS * UP, len(CHOICES)), 1e-9)
        self.random = np.random.default_rng(seed)

    def values(self) -> np.ndarray:
        return self.sums / self.counts

    def choose(self, state: np.ndarray, may: np.ndarray) -> np.ndarray:
        """Tries whatever may still be best: the value, with a margin for how little is known of it."""
        tried = self.counts[state]
        margin = 3.0 / np.sqrt(tried + 1e-3)
        value = self.values()[state] + margin * self.random.random(tried.shape)
        return np.where(may, value, -np.inf).argmax(axis=1)

    def learn(self, state: np.ndarray, choice: np.ndarray, won: np.ndarray) -> None:
        np.add.at(self.sums, (state, choice), won)
        np.add.at(self.counts, (state, choice), 1)

    def chart(self) -> str:
        """What is best in each state, as the chart that ``ch47.follow`` reads."""
        values, letters = self.values(), ["S", "H", "D", "P"]
        values = np.where(self.counts < 1, -np.inf, values)
        columns = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]

        def cell(hand: int, up: int) -> str:
            order = np.argsort(-values[hand * UP + up])
            best = letters[order[0]] if np.isfinite(values[hand * UP + up, order[0]]) else "S"
            if best == "D":
                stands = values[hand * UP + up, 0] > values[hand * UP + up, 1]
                best = "Ds" if stands else "D"
            return best

        rows = [(str(total), HARD + total) for total in range(4, 22)]
        rows += [(f"soft {total}", SOFT + total) for total in range(12, 22)]
        rows += [("pair A", PAIR + 1)] + [(f"pair {rank}", PAIR + rank) for rank in range(2, 11)]
        lines = ["hand,2,3,4,5,6,7,8,9,10,A"]
        for name, hand in rows:
            # A pair of fours is also a hard eight where it may not be split; 4 and soft 12 come only as pairs.
            if name in ("4", "soft 12"):
                lines.append(name + ",H" * 10)
            else:
                lines.append(name + "," + ",".join(cell(hand, up) for up in columns))
        return "\n".join([*lines, "insurance,never"]) + "\n"


def train(options: dict, seconds: float, tables: int, seed: int) -> tuple[Agent, int]:
    """Plays rounds at many tables at once, until the time is up."""
    envs = gymnasium.make_vec("ch47/Blackjack-v0", num_envs=tables, options=options)
    layout, actions = envs.layout, envs.actions
    numbers = np.array([actions.index(name) for name in CHOICES])
    wager, insurance, decline = actions.index("wager 1"), actions.index("insurance"), actions.index("pass")
    agent, begun, rounds = Agent(seed), time.process_time(), 0
    observations, info = envs.reset(seed=seed)
    # Decisions of the round in its course: (tables, depth).
    memory = np.zeros((tables, 64, 2), dtype=np.int64)
    depth, won = np.zeros(tables, dtype=np.int64), np.zeros(tables)
    while time.process_time() - begun < seconds:
        mask = info["action_mask"].astype(bool)
        state = states(observations, layout, mask[:, actions.index("split")])
        turn = mask[:, numbers[0]]
        chosen = np.where(mask[:, insurance], decline, wager)
        if turn.any():
            choice = agent.choose(state[turn], mask[turn][:, numbers])
            chosen[turn] = numbers[choice]
            memory[turn, depth[turn] % 64] = np.stack([state[turn], choice], axis=1)
            depth[turn] += 1
        observations, rewards, over, _, info = envs.step(chosen)
        won += rewards
        if over.any():
            ended = np.flatnonzero(over)
            rounds += len(ended)
            for at in range(int(depth[ended].max(initial=0))):
                some = ended[depth[ended] > at]
                agent.learn(memory[some, at, 0], memory[some, at, 1], won[some])
            depth[ended], won[ended] = 0, 0.0
    return agent, rounds


def main() -> float:
    """Learns, and says how far the learned chart is from the best one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=50.0, help="seconds of processor time to learn")
    parser.add_argument("--tables", type=int, default=2048, help="tables that are played at once")
    parser.add_argument("--seed", type=int, default=47)
    args = parser.parse_args()
    options = {"decks": 8}
    agent, rounds = train(options, args.seconds, args.tables, args.seed)
    best, learned = ch47.strategy(options).mean, ch47.follow(agent.chart(), options)
    print(f"{rounds:,} rounds; the best chart gains {best:+.4%}, the learned one {learned:+.4%} of the wager")
    print(f"the difference is {best - learned:.4%}")
    return best - learned


if __name__ == "__main__":
    main()
