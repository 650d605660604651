"""OpenSpiel games with explicit chance nodes: one round at a fresh table, with a chance node for every card.

Importing this module registers ``python_ch47_blackjack`` and every other card game with decisions; ``GAMES`` lists their
names. Options are written as in a script: ``pyspiel.load_game("python_ch47_blackjack", {"options": "decks=1"})``.
"""

from __future__ import annotations

import shlex
from typing import Any

import numpy as np
import pyspiel

from ._env import CHANCE, OVER, Tables, names
from .errors import Misread

__all__ = ["GAMES", "TableGame", "TableState"]

#: More than any round takes.
_MOST_DECISIONS, _MOST_CARDS = 200, 1000
#: More than any round wins or loses, in units.
_MOST_UNITS = 10_000.0
#: Cards, the cutting card, what the card reader says, or three dice, which show 216 different results.
_MOST_OUTCOMES = 216


def _options(text: str) -> dict[str, str]:
    pairs = [part.split("=", 1) for part in shlex.split(text)]
    if any(len(pair) != 2 for pair in pairs):
        raise Misread(f"options: {text!r} is not of the form key=value key=value")
    return {key: value for key, value in pairs}


def _type(name: str, game: str, players: int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=f"python_ch47_{game.replace('-', '_')}",
        long_name=f"{name} by N.J.A.C. 19:47",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"options": ""},
    )


class TableState(pyspiel.State):
    """A round in progress."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._tables = game.template.copy()
        players = game.num_players()
        self._won = [0.0] * players
        self._seen: list[list[str]] = [[] for _ in range(players)]
        self._look()

    @property
    def tables(self) -> Tables:
        """The table."""
        return self._tables

    def _look(self) -> None:
        for player, seen in enumerate(self._seen):
            self._won[player] += self._tables.rust.collect(0, player)
            now = describe(self._tables, player)
            if not seen or seen[-1] != now:
                seen.append(now)

    def current_player(self) -> int:
        """Who decides: a player, chance, or nobody any more."""
        asked = self._tables.rust.ask(0)
        if asked == CHANCE:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if asked == OVER else asked

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self._tables.mask())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that may come, with its chance."""
        outcomes = self._tables.rust.outcomes(0)
        total = sum(weight for _, weight in outcomes)
        return [(number, weight / total) for number, (_, weight) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        asked = self._tables.rust.ask(0)
        if asked == CHANCE:
            self._tables.rust.show(0, action)
        else:
            self._seen[asked].append(f"> {self._tables.actions[action]}")
            self._tables.rust.step(0, action)
        self._look()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self._tables.rust.outcomes(0)
            return outcomes[action][0] if action < len(outcomes) else f"outcome {action}"
        return self._tables.actions[action]

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self._tables.rust.ask(0) == OVER

    def returns(self) -> list[float]:
        """What each player has won, in units."""
        return list(self._won) if self.is_terminal() else [0.0] * len(self._won)

    def information_state_string(self, player: int | None = None) -> str:
        """Everything that a player has seen and done, in order."""
        return "\n".join(self._seen[self.current_player() if player is None else player])

    def __str__(self) -> str:
        return "\n".join(["/".join(seen) for seen in self._seen] + [str(self._won), str(self.current_player())])


def describe(tables: Tables, player: int) -> str:
    """What a player sees, in words: the parts of the observation that are not zero."""
    observation = tables.observation(player)
    parts = []
    for name, where in tables.layout.items():
        part = observation[where]
        if name != "unseen" and part.any():
            parts.append(name + "=" + ",".join(f"{at}:{part[at]:g}" for at in np.flatnonzero(part)))
    return " ".join(parts)


class _Observer:
    """What a player sees, as a tensor and in words."""

    def __init__(self, tables: Tables) -> None:
        self.tensor = np.zeros(len(tables.low), np.float32)
        self.dict = {name: self.tensor[where] for name, where in tables.layout.items()}

    def set_from(self, state: TableState, player: int) -> None:
        self.tensor[:] = state.tables.observation(player)

    def string_from(self, state: TableState, player: int) -> str:
        return describe(state.tables, player)


class TableGame(pyspiel.Game):
    """A game of the chapter, played for one round at a fresh table."""

    kind: pyspiel.GameType
    game: str
    players: int

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        #: The table before the first wager: every round begins with a copy of it.
        self.template = Tables(
            self.game, _options(params.get("options", "")), asked=[True] * self.players, explicit_chance=True
        )
        self.template.rust.begin(0)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.template.actions),
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=self.players,
            min_utility=-_MOST_UNITS,
            max_utility=_MOST_UNITS,
            max_game_length=_MOST_DECISIONS,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self) -> TableState:
        """A round before its first wager."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An observer of the table."""
        return _Observer(self.template)

    def max_chance_nodes_in_history(self) -> int:
        """More cards than any round takes."""
        return _MOST_CARDS


def _register() -> list[str]:
    registered = []
    for name, (game, decides, players) in names().items():
        # Craps has no cards and no end: its wagers may live over any number of rolls.
        if not decides or game == "craps":
            continue
        kind = _type(name, game, players)
        made = type(f"{name}Game", (TableGame,), {"kind": kind, "game": game, "players": players})
        pyspiel.register_game(kind, made)
        registered.append(kind.short_name)
    return registered


#: The names under which the games are registered.
GAMES = _register()
