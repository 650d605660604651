"""The law, options and their judgment; bad input raises typed exceptions with provisions."""

import pickle
import tomllib

import pytest

import ch47
from ch47 import _ch47


def test_the_law_is_found_by_any_spelling():
    (provision,) = ch47.law("5.2(b)")["provisions"]
    assert provision["id"] == "5.2(b)" and provision["held"]
    assert ch47.law("19:47-5.2(b)")["provisions"] == [provision]
    assert ch47.search("vigorish", limit=3)["total"] > 3
    assert ch47.contents()["subchapters"]
    with pytest.raises(ch47.Misread):
        ch47.law("99.99(z)")


def test_every_game_has_options_with_provisions():
    for game in ch47.games():
        options = ch47.options(game)
        assert options and all(option.cite for option in options)
        assert ch47.check(game, ch47.standard_options(game)).lawful


def test_a_submission_is_judged_as_written(examples):
    for file in sorted(examples.glob("*.toml")):
        submission = tomllib.loads(file.read_text())
        if submission.get("game") not in ch47.games() or "provision" in submission:
            continue
        if file.name == "unlawful.toml":
            with pytest.raises(ch47.Misread, match="limits.maximum"):
                ch47.check(submission["game"], submission)
            del submission["limits"]["maximum"]
        judged = ch47.check(submission["game"], submission)
        assert judged.lawful == (file.name != "unlawful.toml"), file.name


def test_unlawful_options_raise_with_every_violation():
    check = ch47.check("roulette", {"wheel": "double-zero", "zero": "some", "odds": {"straight": "34 to 1"}})
    assert not check and {one["key"] for one in check.violations} == {"zero", "odds.straight"}
    with pytest.raises(ch47.Unlawful) as raised:
        check.raise_unlawful()
    with pytest.raises(ch47.Unlawful) as same:
        ch47.odds("roulette", {"odds": {"straight": "34 to 1"}})
    for error in (raised.value, same.value):
        assert error.cite and error.held is True and error.violations
        assert isinstance(error, ValueError)


def test_what_cannot_be_read_says_what_was_meant():
    with pytest.raises(ch47.Misread, match="did you mean `roulette`"):
        ch47.options("roulete")
    with pytest.raises(ch47.Misread, match="whole number or text"):
        ch47.check("roulette", {"zero": 0.5})
    with pytest.raises(ch47.Unlawful, match="did you mean `zero`"):
        ch47.odds("roulette", {"zerro": "half"})


def test_no_panic_crosses_the_border():
    with pytest.raises(ch47.Fault, match="provoked") as raised:
        _ch47.provoke_panic()
    assert isinstance(raised.value, Exception), "not a BaseException that slips through"


def test_exceptions_travel_between_processes():
    table = ch47.Table("roulette")
    with pytest.raises(ch47.Refused) as raised:
        table.apply("p1 spins")
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is ch47.Refused and str(again) == str(raised.value)
    assert (again.cite, again.held, again.why) == (raised.value.cite, raised.value.held, raised.value.why)
