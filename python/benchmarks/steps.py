"""How many steps a second environments take, on one core: `python benchmarks/steps.py`.

Beside each figure stands the same loop without the environment (the same arrays are made and the same actions chosen), so that a
slow machine does not look like slow software. Rates are by processor time. A step that begins the next round counts as one.
"""

import sys
import time

import gymnasium
import numpy as np

import ch47.gym

SECONDS = 5.0


def measure(id: str, tables: int, **kwargs: object) -> tuple[float, float, float]:
    """Steps and rounds a second, and how many times as long the bare loop is as fast."""
    envs = gymnasium.make_vec(id, num_envs=tables, **kwargs)
    _, info = envs.reset(seed=1)
    random = np.random.default_rng(1)

    def choose(mask: np.ndarray) -> np.ndarray:
        return (mask * random.random(mask.shape, dtype=np.float32)).argmax(axis=1)

    steps, rounds, begun = 0, 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        _, _, over, _, info = envs.step(choose(info["action_mask"]))
        steps, rounds = steps + tables, rounds + int(over.sum())
    taken = time.process_time() - begun
    mask, bare, begun = info["action_mask"], 0, time.process_time()
    while time.process_time() - begun < SECONDS / 5:
        choose(mask)
        envs._arrays()
        bare += tables
    bare_rate = bare / (time.process_time() - begun)
    return steps / taken, rounds / taken, bare_rate / (steps / taken)


def main() -> None:
    """Prints a row for each environment."""
    print(f"{'environment':28}{'tables':>8}{'steps/s':>12}{'rounds/s':>12}{'bare loop':>11}")
    for id in sys.argv[1:] or ["ch47/Blackjack-v0", "ch47/RedDog-v0", "ch47/CaribbeanStud-v0", "ch47/CheminDeFer-v0"]:
        tables = 4096
        steps, rounds, bare = measure(id, tables)
        print(f"{id:28}{tables:8}{steps:12,.0f}{rounds:12,.0f}{bare:10.1f}×")


if __name__ == "__main__":
    assert ch47.gym.IDS
    main()
