"""Tables by the rules, rounds that are written down, and rounds that are in dispute."""

from __future__ import annotations

from typing import Any

from . import _ch47
from ._border import Options, load, settings
from .errors import Misread


class Table:
    """A table of any game. It takes lines of the notation, and answers with facts, each with its provision.

    >>> table = Table("roulette", {"zero": "half"})
    >>> table.apply("p1 red 5.00")[0]["cite"]
    '5.1(e)9'
    """

    def __init__(self, game: str, options: Options | None = None) -> None:
        self._table = _ch47.Table(game, settings(options))

    @property
    def game(self) -> str:
        """The game."""
        return self._table.game()

    @property
    def options(self) -> dict[str, Any]:
        """All options of the table."""
        return load(self._table.options())

    @property
    def awaits(self) -> str:
        """Who or what the table waits for: ``wagers``, ``equipment``, ``dealer``, ``p1`` …"""
        return self._table.awaits()

    @property
    def bets(self) -> list[dict[str, Any]]:
        """The wagers on the layout; stakes are in cents."""
        return load(self._table.bets())

    def apply(self, line: str) -> list[dict[str, Any]]:
        """Applies a line and returns the facts that follow.

        Raises :class:`ch47.Refused` if the law refuses it; the table is then unchanged.
        """
        if not line.strip():
            raise Misread("the line is empty")
        return load(self._table.apply(line))

    def given(self, facts: str) -> list[str]:
        """Puts a fresh table into the middle of a round, as a ``given`` line of a script does."""
        return self._table.given(facts)

    def kind_of(self, line: str) -> str:
        """Whether a line is an ``act``, ``chance`` or an ``irregularity``."""
        return self._table.kind_of(line)

    def offers(self, by: str) -> list[dict[str, Any]]:
        """What somebody may do now, and for how much: ``line`` is what to apply."""
        return load(self._table.offers(by))

    def outcomes(self) -> dict[str, int]:
        """What the equipment may show now, with weights."""
        return dict(self._table.outcomes())

    def irregularities(self) -> list[str]:
        """What can go wrong now, as lines."""
        return self._table.irregularities()

    def usual(self, by: str | None = None) -> str | None:
        """The act that is performed for somebody who is absent. Without a name: for the person the table waits for, or the dealer."""
        awaited = self.awaits
        return self._table.usual(by or ("dealer" if awaited in ("wagers", "equipment") else awaited))

    def picture(self, viewer: str | None = None) -> dict[str, Any]:
        """Everything on the table except the wagers, with only the cards that this person may see."""
        return load(self._table.picture(viewer))

    def copy(self) -> Table:
        """Another table in the same state."""
        other = Table.__new__(Table)
        other._table = self._table.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        mine = (self.game, self.options, self._table.state())
        return mine == (other.game, other.options, other._table.state())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<ch47.Table {self.game}: waits for {self.awaits}>"


def play(script: str, *, game: str | None = None, options: Options | None = None) -> dict[str, Any]:
    """Plays a script. ``text`` is the script with its answers; ``lines`` lists the answers as facts and refusals."""
    return load(_ch47.play(game, None if options is None else settings(options), script))


def judge(text: str) -> dict[str, Any]:
    """Judges a round that was dealt at a physical table: what was due, what was done, whose error it was."""
    return load(_ch47.judge(text))
