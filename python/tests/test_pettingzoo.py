"""Several seats at one table pass PettingZoo's tests."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402

import ch47  # noqa: E402
import ch47.pettingzoo  # noqa: E402


@pytest.mark.parametrize("game", ch47.games())
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_test(game):
    api_test(ch47.pettingzoo.env(game, seats=3), num_cycles=200)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_seeds():
    seed_test(lambda: ch47.pettingzoo.env("blackjack", seats=2), num_cycles=50)


def test_every_seat_is_asked_and_paid():
    env = ch47.pettingzoo.raw_env("blackjack", seats=3)
    random, asked, won = np.random.default_rng(4), set(), dict.fromkeys(env.possible_agents, 0.0)
    for round in range(60):
        env.reset(seed=1 if round == 0 else None)
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            won[agent] += reward
            if over:
                env.step(None)
                continue
            asked.add(agent)
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    assert asked == set(env.possible_agents) and all(won.values())


def test_what_is_refused_says_why():
    env = ch47.pettingzoo.raw_env("blackjack", seats=2)
    env.reset(seed=1)
    with pytest.raises(ch47.Refused) as raised:
        env.step(env.tables.actions.index("stand"))
    assert raised.value.cite
    with pytest.raises(ch47.Misread):
        ch47.pettingzoo.env("chemin-de-fer", seats=1)
