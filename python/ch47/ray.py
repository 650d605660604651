"""Simulations on many machines with Ray. The result equals that of one machine, even if workers are lost.

``ch47.ray.simulate("roulette", rounds=10**12, shards=1000)`` takes what :func:`ch47.simulate` takes. Rounds are divided
into parts. A part whose worker is lost is played again with the same result, because every part has its own random stream.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import ray

from ._border import Options, settings
from .errors import Misread
from .simulation import Simulation, _asked, _run, add

__all__ = ["Progress", "simulate"]

#: The number of rounds after which precision is first checked, as on one machine.
_FIRST_WAVE = 1 << 20
#: The most rounds to play until a result is precise enough.
_MOST_ROUNDS = 1 << 39


@dataclass(frozen=True)
class Progress:
    """How far a simulation is."""

    #: Parts that are done, and parts that are known so far.
    done: int
    parts: int
    #: Rounds played so far.
    rounds: int
    #: The largest standard error so far.
    error: float | None
    #: The process that played the last part.
    pid: int


def _play(game: str, written: str, asked: dict[str, Any], part: int, of: int) -> tuple[Simulation, int]:
    """Plays a part, on a worker."""
    return replace(_run(game, written, asked, (part, part), of), course=[]), os.getpid()


def _waves(asked: dict[str, Any], shards: int) -> Iterator[tuple[dict[str, Any], int, range]]:
    """The waves of a simulation, between which its precision is checked: the rounds of a plan, and which parts of it are played.

    Without a bound on the error there is one wave. With one, each wave is as long as all before it, which makes it the second
    half of a plan twice as long; so does one machine.
    """
    rounds, until_error = asked["rounds"], asked["until_error"]
    plain = asked | {"until_error": None, "threads": 1}
    if until_error is None:
        yield plain, shards, range(1, shards + 1)
        return
    played = 0
    while played < rounds:
        wave = max(2 * played, _FIRST_WAVE)
        if wave > rounds:
            raise Misread(f"rounds: with until_error, {_FIRST_WAVE} times a power of two, not {rounds}")
        if played == 0:
            yield plain | {"rounds": wave}, shards, range(1, shards + 1)
        else:
            yield plain | {"rounds": wave}, 2 * shards, range(shards + 1, 2 * shards + 1)
        played = wave


def _largest_error(found: Simulation) -> float | None:
    errors = [wager.standard_error for wager in found.wagers]
    return None if None in errors else max(errors)  # type: ignore[type-var]


def simulate(
    game: str,
    options: Options | None = None,
    *,
    shards: int | None = None,
    retries: int = 3,
    progress: Callable[[Progress], Any] | None = None,
    **asked: Any,
) -> Simulation:
    """Plays rounds on a Ray cluster: the one that is connected, or a local one.

    ``shards`` is the number of parts (by default four for each core of the cluster), ``retries`` how often a part is played
    again if its worker is lost. ``until_error`` ends the run when every wager's standard error is small enough.
    """
    whole = _asked(**asked)
    limited = whole["until_error"] is None or asked.get("rounds") is not None
    planned = whole if limited else whole | {"rounds": _MOST_ROUNDS}
    if not ray.is_initialized():
        ray.init()
    if shards is None:
        shards = max(1, 4 * int(ray.cluster_resources().get("CPU", 1)))
    remote = ray.remote(num_cpus=1, max_retries=retries)(_play)
    written, found, done, parts = settings(options), None, 0, 0
    for plan, of, wave in _waves(planned, shards):
        waiting = [remote.remote(game, written, plan, part, of) for part in wave]
        parts += len(waiting)
        while waiting:
            (ready,), waiting = ray.wait(waiting, num_returns=1)
            part, pid = ray.get(ready)
            found = part if found is None else add(found, part)
            done += 1
            if progress is not None:
                progress(Progress(done, parts, found.rounds, _largest_error(found), pid))
        assert found is not None
        error = _largest_error(found)
        if whole["until_error"] is not None and error is not None and error <= whole["until_error"]:
            break
    assert found is not None
    same = {name: value for name, value in whole.items() if name != "threads"}
    return replace(found, asked=same, parts=frozenset({1}), of=1)
