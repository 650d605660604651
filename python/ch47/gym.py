"""Gymnasium environments of every game: ``gymnasium.make("ch47/Blackjack-v0", options={"decks": 6})``.

Importing this module registers them. An episode is a round. The first action of a round is its wager, so that no round is
left out, not even one with nothing to decide. The shoe continues from round to round, and ``reset(seed=…)`` opens a
fresh table. Rewards are in units. An action that the law refuses changes nothing and costs ``penalty``; ``info["refused"]``
says by which provision.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from ._border import Options, load, whole
from ._env import OVER, Tables, names
from .errors import Misread

__all__ = ["IDS", "TableEnv", "VectorTableEnv", "register"]


def _asked(game: str, player: int | None) -> list[bool]:
    """Which players decide: one learner, and others only if the game needs them."""
    # A name that no game has is reported when the table is opened.
    least = next((seats for name, _, seats in names().values() if name == game), 1)
    player = least - 1 if player is None else whole(player, "player")
    if not 0 <= player < least:
        raise Misread(f"player {player}: a round has {least} of them, counted from 0")
    return [at == player for at in range(least)]


class _Described:
    """The words for the numbers of an environment."""

    tables: Tables

    @property
    def actions(self) -> list[str]:
        """The names of the actions, by number."""
        return self.tables.actions

    @property
    def layout(self) -> dict[str, slice]:
        """Where each part of an observation is: ``observation[env.layout["total"]]``,
        of many tables ``observations[:, envs.layout["total"]]``."""
        return self.tables.layout


class TableEnv(_Described, gymnasium.Env):
    """A table with one player who learns."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        options: Options | None = None,
        *,
        bets: Sequence[int] = (1,),
        unit: int | str | Decimal | None = None,
        penalty: float = 1.0,
        player: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        asked = _asked(game, player)
        self.player = asked.index(True)
        self.tables = Tables(game, options, bets=bets, unit=unit, asked=asked)
        self.penalty = float(penalty)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(len(self.tables.actions))
        self.observation_space = spaces.Box(self.tables.low, self.tables.high, dtype=np.float32)
        self._fresh = False

    def action_masks(self) -> np.ndarray:
        """Which actions are lawful now."""
        return self.tables.mask().astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.tables.mask()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts a round, at a fresh table if there is a seed or ``options={"fresh": True}``, otherwise at this one."""
        super().reset(seed=seed)
        in_mid_round = self.tables.rust.ask(0) != OVER
        if seed is not None or not self._fresh or in_mid_round or (options or {}).get("fresh"):
            self.tables.rust.fresh(0, int(self.np_random.integers(2**63)), 0)
            self._fresh = True
        self.tables.rust.begin(0)
        return self.tables.observation(self.player), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Takes an action."""
        refused = self.tables.rust.step(0, whole(action, "action"))
        reward = self.tables.rust.collect(0, self.player)
        info = self._info()
        if refused is not None:
            reward -= self.penalty
            info["refused"] = load(refused)
        over = self.tables.rust.ask(0) == OVER
        return self.tables.observation(self.player), float(reward), over, False, info

    def render(self) -> str | None:
        """The table in words."""
        return self.tables.rust.text(0) if self.render_mode == "ansi" else None


class VectorTableEnv(_Described, gymnasium.vector.VectorEnv):
    """Many tables at once, stepped in one call. Where a round is over, the next step starts a new one."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        options: Options | None = None,
        *,
        bets: Sequence[int] = (1,),
        unit: int | str | Decimal | None = None,
        penalty: float = 1.0,
        player: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        asked = _asked(game, player)
        self.tables = Tables(game, options, bets=bets, unit=unit, asked=asked, tables=num_envs)
        self.num_envs, self.penalty, self.render_mode = whole(num_envs, "num_envs"), float(penalty), render_mode
        self.single_action_space = spaces.Discrete(len(self.tables.actions))
        self.single_observation_space = spaces.Box(self.tables.low, self.tables.high, dtype=np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._fresh = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Starts a round at every table; the tables are fresh if there is a seed."""
        rust, fresh = self.tables.rust, seed is not None or not self._fresh or bool((options or {}).get("fresh"))
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            one = int(self.np_random.integers(2**63))
            seeds = [(one, at) for at in range(self.num_envs)]
        else:
            seeds = [(at if one is None else one, 0) for at, one in enumerate(seed)]
        for at, (one, stream) in enumerate(seeds):
            if fresh or rust.ask(at) != OVER:
                rust.fresh(at, one, stream)
            rust.begin(at)
        self._fresh = True
        observations, masks = self._arrays()
        rust.look_all(observations, masks)
        return observations, {"action_mask": masks.view(np.int8)}

    def _arrays(self) -> tuple[np.ndarray, np.ndarray]:
        width, choices = len(self.tables.low), len(self.tables.actions)
        return np.empty((self.num_envs, width), np.float32), np.empty((self.num_envs, choices), np.uint8)

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Takes an action at every table."""
        observations, masks = self._arrays()
        rewards = np.empty(self.num_envs, np.float64)
        over, refused = np.empty(self.num_envs, np.uint8), np.empty(self.num_envs, np.uint8)
        actions = np.ascontiguousarray(actions)
        if actions.dtype.kind not in "iu":
            raise Misread(f"actions are whole numbers, one for each table, not {actions.dtype}")
        actions = actions.astype(np.int64, copy=False)
        self.tables.rust.step_all(actions, self.penalty, (observations, rewards, over, masks, refused))
        info = {"action_mask": masks.view(np.int8), "refused": refused.view(np.bool_)}
        return observations, rewards, over.view(np.bool_), np.zeros(self.num_envs, np.bool_), info


#: The names of all environments.
IDS = [f"ch47/{name}-v0" for name in names()]


def register() -> None:
    """Registers every game; importing this module does so."""
    for name, (game, _, _) in names().items():
        id = f"ch47/{name}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="ch47.gym:TableEnv",
                vector_entry_point="ch47.gym:VectorTableEnv",
                kwargs={"game": game},
            )


register()
