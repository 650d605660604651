"""The small agent learns basic strategy to within a tenth of a percent of the wager. The same seed learns the same chart."""

import runpy
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

import ch47  # noqa: E402

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "learn_basic_strategy.py"


def test_the_agent_learns():
    program = runpy.run_path(str(EXAMPLE))
    options = {"decks": 8}
    agent = program["train"](options, program["ROUNDS"], program["TABLES"], 47)
    # Both are exact, so no luck of the evaluation is in the difference.
    best, learned = ch47.strategy(options).mean, ch47.follow(agent.chart(), options)
    assert 0 <= best - learned < 0.001, best - learned
