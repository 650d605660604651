"""What all environments share: tables that ask players for decisions, with numbered actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from . import _ch47
from ._border import Options, cents, load, settings, whole
from .errors import Misread

#: No player's turn: the equipment must show something, or the round is over.
CHANCE, OVER = -1, -2


def names() -> dict[str, tuple[str, bool, int]]:
    """The environments by name, ``Blackjack``: the game, whether rounds have decisions, and the minimum number of players."""
    title = lambda game: "".join(word.capitalize() for word in game.split("-"))  # noqa: E731
    return {title(game): (game, decides, seats) for game, decides, seats in _ch47.environments()}


class Tables:
    """One or more tables of a game, with players who decide and others who follow the stated strategy."""

    def __init__(
        self,
        game: str,
        options: Options | None = None,
        *,
        bets: Sequence[int] = (1,),
        unit: int | str | Decimal | None = None,
        asked: Sequence[bool] = (True,),
        tables: int = 1,
        seed: int = 0,
        explicit_chance: bool = False,
    ) -> None:
        units = [whole(bet, "bets") for bet in bets]
        if any(not 0 < bet < 2**31 for bet in units):
            raise Misread(f"bets are whole numbers of units above 0, not {bets!r}")
        config = {
            "bets": units, "unit": cents(unit), "asked": list(asked), "tables": whole(tables, "tables"),
            "seed": whole(seed, "seed"), "explicit_chance": explicit_chance,
        }  # fmt: skip
        self.rust = _ch47.Env(game, settings(options), json.dumps(config))
        self._describe()

    def _describe(self) -> None:
        spec = load(self.rust.spec())
        self.game: str = spec["game"]
        self.options: dict[str, Any] = spec["options"]
        #: The names of the actions, by number.
        self.actions: list[str] = spec["actions"]
        #: The value of a unit, in cents.
        self.unit: int = spec["unit"]
        self.decks: int = spec["decks"]
        #: Where each part of an observation is.
        self.layout: dict[str, slice] = {}
        low: list[float] = []
        high: list[float] = []
        for name, length, least, most in spec["layout"]:
            self.layout[name] = slice(len(low), len(low) + length)
            low += [least] * length
            high += [most] * length
        self.low = np.array(low, dtype=np.float32)
        self.high = np.array(high, dtype=np.float32)

    def observation(self, player: int = 0, table: int = 0) -> np.ndarray:
        """What a player sees."""
        return np.array(self.rust.observe(table, player), dtype=np.float32)

    def mask(self, table: int = 0) -> np.ndarray:
        """Which actions the player whose turn it is may take."""
        return np.frombuffer(bytes(self.rust.mask(table)), dtype=np.int8).copy()

    def copy(self) -> Tables:
        """A copy of the tables in the same state."""
        other = Tables.__new__(Tables)
        other.__dict__.update(self.__dict__)
        other.rust = self.rust.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Tables:
        return self.copy()
