"""Simulated rounds and their results: exact sums that can be added, wherever the rounds were played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from . import _ch47
from ._border import Options, cents, load, settings
from .errors import Misread

#: The most rounds to play until a result is precise enough.
MOST_ROUNDS = 1_000_000_000_000


@dataclass(frozen=True)
class Sums:
    """Exact sums over rounds, in cents."""

    rounds: int
    #: The amount wagered before the deal.
    initial: int
    #: The patron's net win.
    net: int
    #: Sums of net², initial² and net × initial.
    squares: tuple[int, int, int]

    @classmethod
    def _of(cls, view: dict[str, Any]) -> Sums:
        one, two, three = (int(text) for text in view["squares"])
        return cls(int(view["rounds"]), int(view["initial"]), int(view["net"]), (one, two, three))

    def __add__(self, other: Sums) -> Sums:
        one, two, three = (mine + more for mine, more in zip(self.squares, other.squares))
        return Sums(
            self.rounds + other.rounds, self.initial + other.initial, self.net + other.net, (one, two, three)
        )

    @property
    def edge(self) -> Fraction:
        """The house edge, per unit wagered before the deal."""
        return Fraction(-self.net, self.initial) if self.initial else Fraction(0)

    @property
    def standard_error(self) -> float | None:
        """The standard error of the edge; ``None`` for a single round."""
        view = {"rounds": str(self.rounds), "initial": str(self.initial), "net": str(self.net)}
        return _ch47.estimate(json.dumps(view | {"squares": [str(sum) for sum in self.squares]}))[1]


@dataclass(frozen=True)
class Simulated:
    """A wager and its results."""

    wager: str
    #: The stake, which is the unit, in cents.
    stake: int
    sums: Sums
    #: The exact house edge; at blackjack to fifteen digits; ``None`` if it is not known.
    exact: Fraction | None
    #: What the exact value assumes and the simulation does not.
    exact_if: str | None

    @property
    def edge(self) -> Fraction:
        """The house edge, per unit wagered before the deal."""
        return self.sums.edge

    @property
    def standard_error(self) -> float | None:
        """The standard error of the edge."""
        return self.sums.standard_error

    @property
    def z(self) -> float | None:
        """The difference between the simulated and the exact edge, in standard errors."""
        if self.exact is None or not self.standard_error:
            return None
        return float(self.edge - self.exact) / self.standard_error


@dataclass(frozen=True)
class Simulation:
    """The results of a simulation."""

    game: str
    options: dict[str, Any]
    #: The other parameters; they are the same for all shards of a simulation.
    asked: dict[str, Any]
    #: The shards that are included, and their total number.
    parts: frozenset[int]
    of: int
    #: How rounds were played: ``compiled``, from ``tables``, or through the ``rules``.
    way: str
    wagers: list[Simulated]
    #: Counts of events, at blackjack.
    counts: dict[str, int]
    #: Sums by true count from -10 to 10, at blackjack if cards were counted.
    by_count: dict[int, Sums]
    #: How the sums grew: for each point, each wager. Merged results have none.
    course: list[list[Sums]] = field(repr=False, compare=False)

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self.wagers[0].sums.rounds if self.wagers else 0

    def __getitem__(self, wager: str) -> Simulated:
        for one in self.wagers:
            if one.wager == wager:
                return one
        raise KeyError(wager)

    def _columns(self) -> dict[str, list[Any]]:
        return {
            "wager": [one.wager for one in self.wagers],
            "stake": [one.stake for one in self.wagers],
            "rounds": [one.sums.rounds for one in self.wagers],
            "initial": [one.sums.initial for one in self.wagers],
            "net": [one.sums.net for one in self.wagers],
            "edge": [float(one.edge) for one in self.wagers],
            "standard_error": [one.standard_error for one in self.wagers],
            "exact": [None if one.exact is None else float(one.exact) for one in self.wagers],
            "z": [one.z for one in self.wagers],
        }

    def to_numpy(self) -> Any:
        """A structured array with a row for each wager; unknown values are NaN."""
        import numpy as np

        columns = self._columns()
        width = max((len(name) for name in columns["wager"]), default=1)
        kinds = {"wager": f"U{width}", "stake": "i8", "rounds": "i8", "initial": "f8", "net": "f8"}
        table = np.zeros(len(self.wagers), dtype=[(name, kinds.get(name, "f8")) for name in columns])
        for name, values in columns.items():
            table[name] = [np.nan if value is None else value for value in values]
        return table

    def to_pandas(self) -> Any:
        """A frame with a row for each wager."""
        import pandas as pd

        return pd.DataFrame(self._columns()).set_index("wager")

    def to_arrow(self) -> Any:
        """An Arrow table with a row for each wager."""
        import pyarrow as pa

        return pa.table(self._columns())

    def course_to_numpy(self) -> tuple[Any, Any]:
        """How the edge converged: rounds played at each point, and the edge of each wager there (points × wagers)."""
        import numpy as np

        rounds = np.array([point[0].rounds for point in self.course], dtype=np.int64)
        edges = [[float(sums.edge) for sums in point] for point in self.course]
        return rounds, np.array(edges, dtype=np.float64).reshape(len(self.course), len(self.wagers))


def _simulation(text: str, asked: dict[str, Any], parts: Iterable[int], of: int) -> Simulation:
    view = load(text)
    exact = lambda text: None if text is None else Fraction(text)  # noqa: E731
    wagers = [
        Simulated(one["wager"], one["stake"], Sums._of(one["sums"]), exact(one["exact"]), one["exact_if"])
        for one in view["wagers"]
    ]
    by_count = {at - 10: Sums._of(sums) for at, sums in enumerate(view["by_count"])}
    course = [[Sums._of(sums) for sums in point] for point in view["course"]]
    same = {name: value for name, value in asked.items() if name not in ("threads", "parts", "of")}
    return Simulation(
        view["game"], view["options"], same, frozenset(parts), of, view["way"], wagers,
        dict(view["counts"]), by_count, course,
    )  # fmt: skip


def _asked(
    *,
    rounds: int | None = None,
    seed: int = 47,
    threads: int = 0,
    until_error: float | None = None,
    wager: str | None = None,
    stake: int | str | Decimal | None = None,
    through_rules: bool = False,
    boxes: int | None = None,
    strategy: str | None = None,
    penetration: float | None = None,
    shuffle_every_round: bool = False,
    count: str | None = None,
    ramp: str | None = None,
    insurance_at: int | None = None,
) -> dict[str, Any]:
    if rounds is None:
        rounds = MOST_ROUNDS if until_error is not None else 1_000_000
    for name, value, most in (("rounds", rounds, 2**63 - 1), ("seed", seed + 1, 2**64), ("threads", threads + 1, 1025)):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise Misread(f"{name}: not a whole number in its range")
    if until_error is not None and not 0 < until_error < 1:
        raise Misread("until_error: a part of the stake, above 0 and below 1, such as 1e-4")
    return {
        "rounds": rounds, "seed": seed, "threads": threads, "until_error": until_error, "wager": wager,
        "stake": cents(stake), "through_rules": through_rules, "boxes": boxes, "strategy": strategy,
        "penetration": penetration, "shuffle_every_round": shuffle_every_round, "count": count, "ramp": ramp,
        "insurance_at": insurance_at,
    }  # fmt: skip


def _run(
    game: str,
    written: str,
    asked: dict[str, Any],
    parts: tuple[int, int],
    of: int,
    progress: Callable[[int], Any] | None = None,
) -> Simulation:
    text = _ch47.simulate_rounds(game, written, json.dumps(asked | {"parts": parts, "of": of}), progress)
    return _simulation(text, asked, range(parts[0], parts[1] + 1), of)


def simulate(
    game: str,
    options: Options | None = None,
    *,
    shard: tuple[int, int] = (1, 1),
    progress: Callable[[int], Any] | None = None,
    **asked: Any,
) -> Simulation:
    """Plays rounds on all cores. The same seed gives the same result on any number of threads.

    ``rounds`` (a million), ``seed`` (47), ``threads`` (0: all cores), ``until_error`` (a standard error at which the
    run ends), ``wager`` (a name or kind; at blackjack an additional wager), ``stake``; ``shard=(2, 8)`` plays the
    second of eight parts, and :func:`merge` adds parts up. ``progress`` is called with the rounds played so far.

    Blackjack also takes ``boxes``, ``strategy`` (a chart as comma-separated values), ``penetration``,
    ``shuffle_every_round``, ``count`` (``"hi-lo"`` …), ``ramp`` and ``insurance_at``.
    """
    part, of = shard
    return _run(game, settings(options), _asked(**asked), (part, part), of, progress)


def merge(parts: Iterable[Simulation]) -> Simulation:
    """Merges shards of one simulation: the result equals that of one machine that ran all of them."""
    parts = list(parts)
    if not parts:
        raise Misread("merge: there are no parts")
    whole = parts[0]
    for part in parts[1:]:
        same = (part.game, part.options, part.asked, part.of) == (whole.game, whole.options, whole.asked, whole.of)
        if not same:
            raise Misread("merge: these are parts of different simulations")
        if twice := whole.parts & part.parts:
            raise Misread(f"merge: part {min(twice)} of {whole.of} comes twice")
        whole = add(whole, part)
        whole = replace(whole, parts=whole.parts | part.parts)
    if len(whole.parts) == whole.of:
        whole = replace(whole, parts=frozenset({1}), of=1)
    return whole


def add(one: Simulation, other: Simulation) -> Simulation:
    """The rounds of two simulations of the same wagers together."""
    wagers = [replace(a, sums=a.sums + b.sums) for a, b in zip(one.wagers, other.wagers, strict=True)]
    counts = {name: count + other.counts[name] for name, count in one.counts.items()}
    nothing = Sums(0, 0, 0, (0, 0, 0))
    keys = sorted(one.by_count | other.by_count)
    by_count = {at: one.by_count.get(at, nothing) + other.by_count.get(at, nothing) for at in keys}
    return replace(one, wagers=wagers, counts=counts, by_count=by_count, course=[])
