"""Exact odds as fractions, and strategy."""

from fractions import Fraction

import pytest

import ch47


def test_odds_are_fractions():
    odds = ch47.odds("roulette", {"wheel": "double-zero", "zero": "half"})
    red = odds["red"]
    assert red.edge == Fraction(1, 38) and red.wins == Fraction(9, 19)
    assert sum(red.results.values()) == 1
    assert -sum(net * chance for net, chance in red.results.items()) == red.edge
    assert odds.options["zero"] == "half" and odds.exact_for == "every round"


def test_one_wager_and_cards_seen():
    fresh = ch47.odds("minibaccarat", wager="banker")
    assert len(fresh) == 1 and fresh.exact_for == "a fresh shoe"
    later = ch47.odds("minibaccarat", wager="banker", seen=["As"] * 4)
    assert later.unseen == fresh.options["decks"] * 52 - 4
    assert later["banker"].edge != fresh["banker"].edge


def test_refusals_carry_the_provision():
    with pytest.raises(ch47.Refused) as raised:
        ch47.odds("roulette", wager="seventeen")
    assert raised.value.cite == "5.1(e)" and raised.value.held is True
    with pytest.raises(ch47.Misread, match="is no card"):
        ch47.odds("minibaccarat", seen="Zz")
    with pytest.raises(ch47.Unsolved):
        ch47.odds("roulette", seen="As")
    with pytest.raises(ch47.Misread):
        ch47.odds("roulette", stake=-5)
    with pytest.raises(ch47.Misread):
        ch47.odds("roulette", stake=0.5)


def test_every_game_has_odds():
    for game in ch47.games():
        odds = ch47.odds(game)
        assert odds.wagers and all(isinstance(wager.edge, Fraction) for wager in odds), game


def test_strategy_is_the_published_one():
    strategy = ch47.strategy({"decks": 8})
    assert strategy("16", "10") in ("H", "Rh") and strategy("11", "6") == "D" and strategy("pair 8", "10") == "P"
    assert strategy.insurance is False
    assert -0.01 < strategy.mean <= strategy.best_mean < 0
    assert ch47.follow(strategy.csv, {"decks": 8}) == pytest.approx(strategy.mean, abs=1e-12)
    with pytest.raises(ch47.Misread):
        strategy("17", "12")


def test_frames():
    pandas = pytest.importorskip("pandas")
    frame = ch47.odds("big-six").to_pandas()
    assert isinstance(frame, pandas.DataFrame) and (frame["edge"] > 0).all()
    chart = ch47.strategy().to_pandas()
    assert chart.loc["soft 18", "9"] == "H"
