"""Environments of every game pass Gymnasium's checker, and are worth what the exact odds say."""

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import ch47  # noqa: E402
import ch47.gym  # noqa: E402
from ch47._env import Tables, names  # noqa: E402


@pytest.mark.parametrize("id", ch47.gym.IDS)
def test_gymnasiums_own_checker(id):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Bets are not normalized, and a table is not drawn in pixels: the checker's two remarks.
        warnings.filterwarnings("ignore", message=".*(normaliz|infinity|render).*")
        check_env(gymnasium.make(id).unwrapped)


@pytest.mark.parametrize("id", ch47.gym.IDS)
def test_masks_are_what_the_law_allows(id):
    env = gymnasium.make(id)
    random = np.random.default_rng(1)
    for episode in range(20):
        observation, info = env.reset(seed=episode if episode % 5 == 0 else None)
        for _ in range(400):
            assert observation in env.observation_space
            mask = info["action_mask"].astype(bool)
            assert mask.any() and (mask == env.unwrapped.action_masks()).all()
            if not mask.all():
                before = observation
                refused = int(random.choice(np.flatnonzero(~mask)))
                observation, reward, over, _, info = env.step(refused)
                assert reward == -1 and info["refused"]["cite"] and not over
                assert (observation == before).all() and (info["action_mask"].astype(bool) == mask).all()
            observation, reward, over, _, info = env.step(int(random.choice(np.flatnonzero(mask))))
            assert "refused" not in info
            if over:
                break


def test_the_same_seed_plays_the_same_round():
    def play(seed):
        env = gymnasium.make("ch47/Blackjack-v0", options={"decks": 6})
        seen = [env.reset(seed=seed)[0]]
        for _ in range(50):
            action = int(np.flatnonzero(env.unwrapped.action_masks())[0])
            observation, reward, over, _, _ = env.step(action)
            seen += [observation, np.array([reward])]
            if over:
                seen.append(env.reset()[0])
        return np.concatenate(seen)

    assert (play(5) == play(5)).all() and play(5).tolist() != play(6).tolist()


def first(envs, names):
    """Takes the first of these actions that is lawful."""
    numbers = np.array([envs.actions.index(name) for name in names])
    return lambda masks: numbers[masks[:, numbers].argmax(axis=1)]


def play(id, rounds, tables=500, names=("stand", "pass", "wager 1"), **kwargs):
    """What rounds won by a policy that takes the first lawful action; usually it wagers one unit and stands on everything."""
    envs = gymnasium.make_vec(id, num_envs=tables, **kwargs)
    policy, won, results = first(envs, names), np.zeros(tables), []
    _, info = envs.reset(seed=3)
    while len(results) < rounds:
        _, rewards, over, _, info = envs.step(policy(info["action_mask"].astype(bool)))
        assert not info["refused"].any()
        won += rewards
        results += won[over].tolist()
        won[over] = 0
    return np.array(results)


def test_rounds_are_worth_what_the_chart_says():
    chart = "hand,2,3,4,5,6,7,8,9,10,A\n"
    rows = [str(n) for n in range(4, 22)] + [f"soft {n}" for n in range(12, 22)]
    rows += ["pair A"] + [f"pair {n}" for n in range(2, 11)]
    chart += "".join(row + ",S" * 10 + "\n" for row in rows) + "insurance,never\n"
    exact = ch47.follow(chart, {"decks": 8})
    results = play("ch47/Blackjack-v0", 60_000, options={"decks": 8})
    error = results.std() / np.sqrt(len(results))
    assert abs(results.mean() - exact) < 5 * error, (results.mean(), exact, error)


def test_red_dog_is_worth_what_it_is_exactly():
    results = play("ch47/RedDog-v0", 40_000)
    error = results.std() / np.sqrt(len(results))
    # Whoever never raises loses at least what the best player loses.
    assert -0.2 < results.mean() < -float(ch47.odds("red-dog")["original"].edge) + 5 * error


def test_pai_gow_by_the_house_way_is_worth_what_it_is_exactly():
    results = play("ch47/PaiGow-v0", 20_000, names=("house way", "wager 1"))
    error = results.std() / np.sqrt(len(results))
    edge = float(ch47.odds("pai-gow")["main"].edge)
    assert abs(results.mean() + edge) < 5 * error, (results.mean(), edge, error)


def test_pai_gow_shows_the_tiles_that_a_decision_names():
    env = gymnasium.make("ch47/PaiGow-v0")
    seen, places = np.zeros(22), env.unwrapped.layout["places"]
    for episode in range(1000):
        observation, _ = env.reset(seed=1 if episode == 0 else None)
        assert not observation[places].any()
        observation, _, over, _, info = env.step(env.unwrapped.actions.index("wager 1"))
        assert not over and observation[places].min() >= 1
        tiles, counts = np.unique(observation[places].astype(int), return_counts=True)
        # There are two tiles of the first eleven faces, and one of each of the others.
        assert (counts <= np.where(tiles <= 11, 2, 1)).all()
        seen[tiles] += counts
        env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    assert (seen[1:] > 0).all() and abs(seen[1:12].sum() / seen.sum() - 22 / 32) < 0.04


def test_a_keno_ticket_is_worth_what_it_is_exactly():
    env = gymnasium.make("ch47/Keno-v0")
    buy, done = (env.unwrapped.actions.index(name) for name in ("straight 1,2", "pass"))
    results = []
    for episode in range(10_000):
        env.reset(seed=1 if episode == 0 else None)
        _, won, over, _, _ = env.step(buy)
        while not over:
            _, reward, over, _, _ = env.step(done)
            won += reward
        results.append(won)
    edge, error = float(ch47.odds("keno")["straight 1,2"].edge), np.std(results) / np.sqrt(len(results))
    assert abs(np.mean(results) + edge) < 5 * error, (np.mean(results), edge, error)


def test_vector_and_single_environments_play_the_same_game():
    envs = gymnasium.make_vec("ch47/CaribbeanStud-v0", num_envs=3)
    single = gymnasium.make("ch47/CaribbeanStud-v0")
    assert envs.single_observation_space == single.observation_space
    assert envs.single_action_space == single.action_space
    observations, info = envs.reset(seed=[1, 2, None])
    assert observations.shape == (3, *single.observation_space.shape) and info["action_mask"].shape[0] == 3
    with pytest.raises(ch47.Misread):
        envs.step(np.zeros(2, dtype=np.int64))


def test_cards_that_were_seen_are_counted():
    env = gymnasium.make("ch47/Blackjack-v0", options={"decks": 6})
    unseen = env.unwrapped.layout["unseen"]
    observation, _ = env.reset(seed=1)
    assert observation[unseen].sum() == 6 * 52
    seen = 0
    for _ in range(30):
        over = False
        while not over:
            action = int(np.flatnonzero(env.unwrapped.action_masks())[0])
            observation, _, over, _, _ = env.step(action)
        before = observation[unseen].sum()
        assert before < 6 * 52 or observation[unseen].sum() == 6 * 52
        seen += before < 6 * 52
        observation, _ = env.reset()
    assert seen > 25


def test_options_bets_and_units():
    env = gymnasium.make("ch47/Blackjack-v0", bets=(1, 5), unit=20)
    env.reset(seed=2)
    observation, *_ = env.step(env.unwrapped.actions.index("wager 5"))
    if env.unwrapped.tables.rust.ask(0) >= 0:
        assert observation[env.unwrapped.layout["stakes"]] == 5
    with pytest.raises(ch47.Unlawful) as raised:
        gymnasium.make("ch47/Blackjack-v0", options={"decks": 9})
    assert raised.value.cite
    with pytest.raises(ch47.Misread):
        gymnasium.make("ch47/Blackjack-v0", bets=(0,))


def test_every_game_has_an_environment():
    assert sorted(game for game, _, _ in names().values()) == sorted(ch47.games())
    with pytest.raises(ch47.Misread):
        Tables("chemin-de-fer", asked=[True])
