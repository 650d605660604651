"""A simulation on a real local cluster equals that of one machine, although a worker is killed."""

import os
import signal

import pytest

ray = pytest.importorskip("ray")

import ch47  # noqa: E402
import ch47.ray  # noqa: E402


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_a_lost_worker_changes_nothing(cluster):
    killed, told = [], []

    def progress(now):
        told.append(now.rounds)
        if not killed:
            killed.append(now.pid)
            os.kill(now.pid, signal.SIGKILL)

    asked = {"rounds": 4_000_000, "seed": 11, "wager": "player"}
    found = ch47.ray.simulate("minibaccarat", shards=8, progress=progress, **asked)
    assert killed and told == sorted(told) and told[-1] == 4_000_000
    assert found == ch47.simulate("minibaccarat", **asked)


@pytest.mark.parametrize("game", ["roulette", "blackjack"])
def test_until_error_ends_where_one_machine_ends(cluster, game):
    asked = {"until_error": 7e-4, "seed": 5} | ({"wager": "red"} if game == "roulette" else {})
    found, alone = ch47.ray.simulate(game, shards=3, **asked), ch47.simulate(game, **asked)
    assert found == alone and found.rounds > 2**20


def test_bad_input(cluster):
    with pytest.raises(ch47.Misread):
        ch47.ray.simulate("roulette", until_error=1e-3, rounds=12345)
    with pytest.raises(ch47.Error):
        ch47.ray.simulate("roulette", {"zero": "some"}, rounds=1000, shards=1)
