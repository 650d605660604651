"""Whatever is passed to the extension, it answers or raises an exception that says what is wrong: no panic, no crash."""

import inspect
import itertools
import json
import random

import pytest

import ch47
from ch47 import _ch47

ODD = [
    "", " ", "\0", "nonsense", "null", "[]", "{}", '{"zero": 7}', "é" * 300, "9" * 400, "-1", "\ud800", "5.2(b)", "p1 red 5",
    "roulette", "\n\n", "p65536 red 5", "p0 red 5", "p1 red 99999999999999999999", "🂡", -1, 0, 1, 3, 2**31, 2**63, 2**64, 10**40,
    True, 1.5, float("nan"), float("inf"), None, b"bytes", [], {}, (), object(),
]  # fmt: skip

#: What is right, for each parameter; further games bring their own lines.
CONFIG = json.dumps({"bets": [1], "unit": None, "asked": [True], "tables": 2, "seed": 1, "explicit_chance": False})
ASKED = json.dumps(
    {
        "rounds": 100, "seed": 1, "threads": 1, "until_error": None, "parts": [1, 1], "of": 1, "wager": None, "stake": None,
        "through_rules": False, "boxes": None, "strategy": None, "penetration": None, "shuffle_every_round": False,
        "count": None, "ramp": None, "insurance_at": None,
    }
)  # fmt: skip
SUMS = json.dumps({"rounds": "2", "initial": "200", "net": "-1", "squares": ["1", "1", "1"]})
RIGHT = {
    "address": "5.2(b)", "words": "vigorish", "subchapter": None, "offset": 0, "limit": 3, "name": "roulette", "written": "{}",
    "wager": "red", "stake": 500, "seen": None, "exact": False, "chart": "hand,2\n", "asked": ASKED, "tell": None, "sums": SUMS,
    "text": "5", "journal": "{}", "checkpoint": None, "key": None, "round": None, "config": CONFIG, "line": "p1 red 5",
    "facts": "", "by": "p1", "viewer": None, "at": 0, "player": 0, "action": 0, "outcome": 0, "seed": 1, "stream": 0,
    "actions": [0, 0], "penalty": 1.0, "arrays": (), "observations": None, "masks": None,
}  # fmt: skip

FUNCTIONS = [name for name in dir(_ch47) if inspect.isbuiltin(getattr(_ch47, name)) and name != "provoke_panic"]
METHODS = [
    (kind, name) for kind in ("Table", "Env") for name in dir(getattr(_ch47, kind)) if not name.startswith("_")
]


def parameters(function):
    """The names of what it takes, without itself."""
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    assert set(names) <= set(RIGHT), names
    return names


def odd_calls(names):
    """Each parameter with each odd value while the others are right, and some with several odd ones."""
    for name in names:
        for odd in ODD:
            yield [odd if other == name else RIGHT[other] for other in names]
    chance = random.Random(47)
    for _ in range(100):
        yield [chance.choice([*ODD, RIGHT[name]]) for name in names]


def must_be_clear(function, arguments):
    """Calls it: an answer, or an exception that names the error."""
    try:
        function(*arguments)
    except ch47.Fault as fault:
        pytest.fail(f"{function}{arguments!r}: {fault}")
    except ch47.Refused as refused:
        assert refused.cite and refused.held is not None
    except ch47.Unlawful as unlawful:
        assert unlawful.violations
    except (ch47.Error, TypeError, UnicodeError, BufferError):
        pass


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name):
    function = getattr(_ch47, name)
    for arguments in odd_calls(parameters(function)):
        must_be_clear(function, arguments)


@pytest.mark.parametrize("kind,name", METHODS, ids=lambda part: part)
def test_methods(kind, name):
    make = getattr(_ch47, kind)
    names = parameters(getattr(make, name))
    opened = (make("roulette", "{}") if kind == "Table" else make("blackjack", "{}", CONFIG) for _ in itertools.count())
    for arguments, one in zip(odd_calls(names), opened):
        must_be_clear(getattr(one, name), arguments)
    must_be_clear(getattr(next(opened), name), [RIGHT[name] for name in names])


@pytest.mark.parametrize("kind", ["Table", "Env"])
def test_constructors(kind):
    names = ["name", "written"] + (["config"] if kind == "Env" else [])
    for arguments in odd_calls(names):
        must_be_clear(getattr(_ch47, kind), arguments)


@pytest.mark.parametrize("game", ch47.games())
def test_options_of_every_game(game):
    """Every option with every odd value: it is lawful, or the violation names its provision."""
    for option in ch47.options(game):
        for odd in [value for value in ODD if isinstance(value, (str, int))]:
            try:
                found = ch47.check(game, {option.key: odd})
                assert found.lawful or all(one["message"] for one in found.violations)
                ch47.Table(game, {option.key: odd})
                ch47.odds(game, {option.key: odd}, wager="nonsense")
            except ch47.Fault as fault:
                pytest.fail(f"{game} {option.key}={odd!r}: {fault}")
            except ch47.Unlawful as unlawful:
                assert any(one["cite"] for one in unlawful.violations)
            except (ch47.Refused, ch47.Misread, ch47.Unsolved):
                pass


@pytest.mark.parametrize("game", ch47.games())
def test_lines_of_every_game(game):
    """Every text is refused or misread by a fresh table of every game, and leaves it as it was."""
    table = ch47.Table(game)
    words = [offer["line"] for offer in table.offers("p1")[:20]] + table.irregularities()[:20]
    for line in [odd for odd in ODD if isinstance(odd, str)] + [f"{word} {word}" for word in words]:
        before = table.copy()
        try:
            table.apply(line)
        except ch47.Fault as fault:
            pytest.fail(f"{game} {line!r}: {fault}")
        except (ch47.Error, UnicodeError):
            assert table == before
        table = before


def test_environments_say_what_is_wrong():
    gymnasium = pytest.importorskip("gymnasium")
    import ch47.gym

    for wrong in (
        {"game": "whist"}, {"game": "blackjack", "player": 5}, {"game": "blackjack", "player": "x"},
        {"game": "blackjack", "bets": ()}, {"game": "blackjack", "bets": ("x",)}, {"game": "blackjack", "bets": (2**31 - 1,), "unit": 10**15},
        {"game": "blackjack", "unit": -1}, {"game": "blackjack", "unit": 0.5}, {"game": "blackjack", "options": 5},
    ):  # fmt: skip
        with pytest.raises(ch47.Misread):
            ch47.gym.TableEnv(**wrong)
    for tables in (0, -1, 2**40, "x", None):
        with pytest.raises(ch47.Misread):
            ch47.gym.VectorTableEnv("blackjack", tables)
    env = ch47.gym.TableEnv("blackjack")
    with pytest.raises(ch47.Misread, match="nobody is asked"):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, 10**6, 2**70, "hit", None, 1.5):
        with pytest.raises(ch47.Misread):
            env.step(action)
    envs = gymnasium.make_vec("ch47/Blackjack-v0", num_envs=2)
    envs.reset(seed=1)
    for actions in ([0], [0, 10**6], [0, -1], [0.5, 0.5], ["a", "b"], [[0], [0], [0]]):
        with pytest.raises(ch47.Misread):
            envs.step(actions)


def test_seats_say_what_is_wrong():
    pytest.importorskip("pettingzoo")
    import ch47.pettingzoo

    for wrong in ({"seats": 0}, {"seats": -1}, {"seats": 8}, {"seats": 10**9}, {"seats": "x"}, {"game": "whist"}, {"bets": (0,)}):
        with pytest.raises(ch47.Misread):
            ch47.pettingzoo.raw_env(**({"game": "blackjack"} | wrong))
    env = ch47.pettingzoo.raw_env("blackjack", seats=2)
    env.reset(seed=1)
    for action in (-1, 10**6, "hit"):
        with pytest.raises(ch47.Misread):
            env.step(action)
