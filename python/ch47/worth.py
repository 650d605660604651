"""What wagers are worth: exact odds as fractions, and the best strategy at blackjack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from . import _ch47
from ._border import Options, cents, fraction, load, seen_text, settings
from .errors import Misread


@dataclass(frozen=True)
class Wager:
    """What a wager is worth. Everything is per unit staked, and exact."""

    kind: str
    #: As it is written in a script.
    wager: str
    #: What it pays, ``35 to 1``; empty where that depends on decisions.
    pays: str
    #: What the house keeps on average.
    edge: Fraction
    #: The stake in cents; ``None`` where only the edge is known, because people decide.
    stake: int | None
    wins: Fraction | None
    loses: Fraction | None
    loses_part: Fraction | None
    returned: Fraction | None
    #: On how many rolls, spins or deals the wager is at risk, on average.
    trials: Fraction | None
    edge_per_trial: Fraction | None
    variance: Fraction | None
    #: Whether the charge on it is rounded at this stake, so that the edge differs at other stakes.
    charge_rounded: bool
    #: Each gain with its chance.
    results: dict[Fraction, Fraction]

    @classmethod
    def _of(cls, view: dict[str, Any]) -> Wager:
        exact = ("wins", "loses", "loses_part", "returned", "trials", "edge_per_trial", "variance")
        results = {Fraction(one["net"]): Fraction(one["chance"]) for one in view.get("results", [])}
        return cls(
            kind=view["kind"],
            wager=view["wager"],
            pays=view["pays"],
            edge=Fraction(view["edge"]),
            stake=view.get("stake"),
            charge_rounded=view.get("charge_rounded", False),
            results=results,
            **{name: fraction(view.get(name)) for name in exact},
        )


@dataclass(frozen=True)
class Odds:
    """The odds of a table's wagers. ``odds["red"]`` is the wager, or the first of the kind, of that name."""

    game: str
    #: The options under which they hold, all of them.
    options: dict[str, Any]
    #: What they hold for: ``every round``, ``a fresh shoe`` or ``the shoe as it is``.
    exact_for: str
    #: What patrons do who have a choice; empty where they have none.
    method: str
    #: How many cards are unseen, if some were seen.
    unseen: int | None
    wagers: list[Wager]

    def __getitem__(self, name: str) -> Wager:
        for wager in self.wagers:
            if wager.wager == name:
                return wager
        for wager in self.wagers:
            if wager.kind == name:
                return wager
        raise KeyError(name)

    def __iter__(self) -> Iterator[Wager]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def to_pandas(self) -> Any:
        """A row for each wager; fractions stay exact."""
        import pandas as pd

        columns = ("kind", "pays", "edge", "wins", "loses", "loses_part", "returned", "trials", "variance", "stake")
        rows = [{name: getattr(wager, name) for name in columns} for wager in self.wagers]
        return pd.DataFrame(rows, index=pd.Index([wager.wager for wager in self.wagers], name="wager"))


def odds(
    game: str,
    options: Options | None = None,
    *,
    wager: str | None = None,
    stake: int | str | Decimal | None = None,
    seen: str | Iterable[str] | None = None,
) -> Odds:
    """Exact odds of the wagers of a table. Where players decide, the best decisions are assumed.

    ``options`` are applied on top of the usual ones. ``seen`` names cards that have left the shoe.
    """
    view = load(_ch47.exact_odds(game, settings(options), wager, cents(stake), seen_text(seen)))
    wagers = [Wager._of(one) for one in view["wagers"]]
    return Odds(view["game"], view["options"], view["exact_for"], view["method"], view["unseen"], wagers)


@dataclass(frozen=True)
class Strategy:
    """The best chart by totals at blackjack, and what it is worth per original wager."""

    options: dict[str, Any]
    #: What is seen of the dealer's cards.
    columns: list[str]
    #: For each hand (``16``, ``soft 18``, ``pair 8``) what to do in each column: S, H, D, Ds, P, Rh, Rs, Rp.
    rows: dict[str, list[str]]
    #: Whether insurance is taken.
    insurance: bool
    #: What the player gains on average by the chart.
    mean: float
    #: The same with the best decision for every hand, card by card.
    best_mean: float
    #: Both as fractions, if they were asked for.
    exact_mean: Fraction | None
    exact_best_mean: Fraction | None
    #: The hands on which the chart errs, the costliest first.
    exceptions: list[dict[str, Any]]
    #: The chart as comma-separated values, which ``simulate`` and ``follow`` read.
    csv: str

    def __call__(self, hand: str, dealer: str) -> str:
        """What to do: ``strategy("16", "10")``."""
        try:
            return self.rows[hand][self.columns.index(dealer)]
        except (KeyError, ValueError):
            raise Misread(f"the chart has no cell for {hand!r} against {dealer!r}") from None

    def to_pandas(self) -> Any:
        """The chart as a frame: hands by what is seen of the dealer's cards."""
        import pandas as pd

        return pd.DataFrame.from_dict(self.rows, orient="index", columns=self.columns)


def strategy(
    options: Options | None = None, *, seen: str | Iterable[str] | None = None, exact: bool = False
) -> Strategy:
    """The best chart at blackjack under these options. ``exact`` takes longer and gives its value as fractions."""
    view = load(_ch47.strategy(settings(options), seen_text(seen), exact))
    return Strategy(
        options=view["options"],
        columns=view["columns"],
        rows={row["hand"]: row["plays"] for row in view["rows"]},
        insurance=view["insurance"],
        mean=view["mean"],
        best_mean=view["best_mean"],
        exact_mean=fraction(view["exact_chart"]),
        exact_best_mean=fraction(view["exact_best"]),
        exceptions=view["exceptions"],
        csv=view["csv"],
    )


def follow(chart: str, options: Options | None = None) -> float:
    """What a round of blackjack by a chart (as comma-separated values) gains on average, per original wager."""
    return _ch47.follow_chart(settings(options), chart)
