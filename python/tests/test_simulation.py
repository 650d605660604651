"""Simulations: sums are exact, parts add up to the whole, and results come as arrays and frames."""

import signal
import threading

import pytest

import ch47

ROUNDS = 200_000


def test_a_simulation_agrees_with_the_exact_odds():
    found = ch47.simulate("roulette", rounds=ROUNDS, wager="red")
    (red,) = found.wagers
    assert found.rounds == red.sums.rounds == ROUNDS and found.way == "compiled"
    assert red.exact == ch47.odds("roulette", wager="red")["red"].edge
    assert abs(red.z) < 5


@pytest.mark.parametrize("game", ["roulette", "blackjack", "minibaccarat"])
def test_parts_add_up_to_the_whole(game):
    whole = ch47.simulate(game, rounds=ROUNDS, seed=7, threads=1)
    parts = [ch47.simulate(game, rounds=ROUNDS, seed=7, shard=(part, 3)) for part in (1, 2, 3)]
    merged = ch47.merge(reversed(parts))
    assert merged == whole and merged.wagers == whole.wagers
    with pytest.raises(ch47.Misread, match="comes twice"):
        ch47.merge([parts[0], parts[0]])
    with pytest.raises(ch47.Misread, match="different simulations"):
        ch47.merge([parts[0], ch47.simulate(game, rounds=ROUNDS, seed=8, shard=(2, 3))])


def test_a_run_ends_when_it_is_precise_enough():
    found = ch47.simulate("roulette", until_error=5e-4, wager="red")
    assert found["red"].standard_error <= 5e-4 and found.rounds < 2**26


def test_blackjack_counts_what_happens():
    found = ch47.simulate("blackjack", {"decks": 6}, rounds=ROUNDS, count="hi-lo", ramp="1:2,3:8")
    assert found.counts["won"] + found.counts["tied"] + found.counts["lost"] == ROUNDS
    assert sum(sums.rounds for sums in found.by_count.values()) == ROUNDS
    with pytest.raises(ch47.Misread):
        ch47.simulate("blackjack", ramp="1:2")


def test_arrays_frames_and_arrow():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    arrow = pytest.importorskip("pyarrow")
    found = ch47.simulate("big-six", rounds=50_000)
    array, frame, table = found.to_numpy(), found.to_pandas(), found.to_arrow()
    assert isinstance(table, arrow.Table) and isinstance(frame, pandas.DataFrame)
    assert list(array["wager"]) == list(frame.index) == table["wager"].to_pylist()
    assert numpy.allclose(array["edge"], frame["edge"])
    rounds, edges = found.course_to_numpy()
    assert rounds[-1] == 50_000 and edges.shape == (len(rounds), len(found.wagers))
    assert numpy.allclose(edges[-1], array["edge"])


def test_bad_input():
    for wrong in ({"rounds": 0}, {"rounds": -1}, {"seed": -1}, {"until_error": 2.0}, {"shard": (0, 3)}, {"shard": (4, 3)}):
        with pytest.raises(ch47.Misread):
            ch47.simulate("roulette", **wrong)
    with pytest.raises(ch47.Refused):
        ch47.simulate("roulette", rounds=1, wager="red", stake="0.01")


def test_progress_and_interruption():
    seen = []

    def interrupt(rounds):
        seen.append(rounds)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        ch47.simulate("minibaccarat", rounds=10**13, progress=interrupt)
    assert seen, "the run told how far it was"
