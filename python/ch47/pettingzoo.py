"""PettingZoo: several seats at one table, each an agent; they decide in the table's order.

``env = ch47.pettingzoo.env("blackjack", seats=3)``. An episode is a round. Illegal actions end the episode with a penalty,
as is usual there; ``observation["action_mask"]`` says what is lawful.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._border import Options, load, whole
from ._env import OVER, Tables, names
from .errors import Misread, Refused

__all__ = ["SeatsEnv", "env", "raw_env"]

#: More than any table has.
_MOST_SEATS = 100


class SeatsEnv(AECEnv):
    """Several seats at one table."""

    def __init__(
        self,
        game: str = "blackjack",
        options: Options | None = None,
        *,
        seats: int = 2,
        bets: Sequence[int] = (1,),
        unit: int | str | Decimal | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        known = {name: least for name, _, least in names().values()}
        least = known.get(game, 1) if isinstance(game, str) else 1
        if not least <= whole(seats, "seats") <= _MOST_SEATS:
            raise Misread(f"{seats} seats: from {least} to {_MOST_SEATS}")
        self.metadata = {
            "name": f"ch47_{game.replace('-', '_')}_v0", "render_modes": ["ansi"], "is_parallelizable": False,
            "render_fps": 1,
        }  # fmt: skip
        self.tables = Tables(game, options, bets=bets, unit=unit, asked=[True] * seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        box = spaces.Box(self.tables.low, self.tables.high, dtype=np.float32)
        choices = len(self.tables.actions)
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(box.low, box.high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (choices,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(choices) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent sees: ``observation`` and ``action_mask``."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """What an agent may do."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a round, at a fresh table if there is a seed, otherwise at this one."""
        fresh = seed is not None or self._random is None or self.tables.rust.ask(0) != OVER
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        if fresh:
            self.tables.rust.fresh(0, int(self._random.integers(2**63)), 0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.tables.rust.begin(0)
        self.agent_selection = self.possible_agents[self.tables.rust.ask(0)]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What this agent sees now. Only the agent whose turn it is has lawful actions."""
        at = self.possible_agents.index(agent)
        asked = self.tables.rust.ask(0) == at
        mask = self.tables.mask() if asked else np.zeros(len(self.tables.actions), np.int8)
        return {"observation": self.tables.observation(at), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Takes an action for the agent whose turn it is. Raises :class:`ch47.Refused` if it is not lawful."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refused = self.tables.rust.step(0, whole(action, "action"))
        if refused is not None:
            view = load(refused)
            raise Refused(
                f"{view['text']} [{view['cite']}]", cite=view["cite"], held=view["held"], why=view["why"]
            )
        self._cumulative_rewards[agent] = 0.0
        asked = self.tables.rust.ask(0)
        for at, one in enumerate(self.possible_agents):
            self.rewards[one] = self.tables.rust.collect(0, at)
        if asked == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[asked]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table in words."""
        return self.tables.rust.text(0) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(*args: Any, **kwargs: Any) -> SeatsEnv:
    """The table itself, without wrappers."""
    return SeatsEnv(*args, **kwargs)


def env(*args: Any, **kwargs: Any) -> AECEnv:
    """The table with PettingZoo's usual wrappers: an illegal action ends the round and costs one unit."""
    wrapped = wrappers.TerminateIllegalWrapper(SeatsEnv(*args, **kwargs), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrapped)
