"""The small agent learns: in a few seconds it is already far better than one that mimics the dealer."""

import runpy
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

import ch47  # noqa: E402

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "learn_basic_strategy.py"


def test_the_agent_learns():
    program = runpy.run_path(str(EXAMPLE))
    options = {"decks": 8}
    agent, rounds = program["train"](options, 6.0, 1024, 47)
    best, learned = ch47.strategy(options).mean, ch47.follow(agent.chart(), options)
    # Mimicking the dealer costs more than five percent of the wager; the whole minute of the example comes within 0.1 %.
    assert rounds > 1000 and best - learned < 0.03, (rounds, best - learned)
