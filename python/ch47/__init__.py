"""New Jersey's Rules of the Games (N.J.A.C. 19:47) as running software.

The law and its options, exact odds as fractions, strategy, simulation, rounds and disputes, journals; environments for
learning agents are in ``ch47.gym``, ``ch47.pettingzoo`` and ``ch47.openspiel``, simulations over many machines in
``ch47.ray``.
"""

from . import errors
from ._ch47 import VERSION as RULES_VERSION
from .errors import Error, Fault, Misread, OtherRules, Refused, Unlawful, Unsolved, Unsound
from .journals import Journal, records, replay, verify
from .rules import Check, Option, check, contents, games, law, options, search, standard_options
from .simulation import Simulated, Simulation, Sums, merge, simulate
from .tables import Table, judge, play
from .worth import Odds, Strategy, Wager, follow, odds, strategy

__all__ = [
    "RULES_VERSION", "Check", "Error", "Fault", "Journal", "Misread", "Odds", "Option", "OtherRules", "Refused",
    "Simulated", "Simulation", "Strategy", "Sums", "Table", "Unlawful", "Unsolved", "Unsound", "Wager", "check",
    "contents", "errors", "follow", "games", "judge", "law", "merge", "odds", "options", "play", "records", "replay",
    "search", "simulate", "standard_options", "strategy", "verify",
]  # fmt: skip
