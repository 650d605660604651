"""The law, the options it leaves to a licensee, and whether a choice of them is lawful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _ch47
from ._border import Options, load, settings
from .errors import Unlawful


def games() -> list[str]:
    """The games, in the order of the law."""
    return _ch47.games()


def law(address: str) -> dict[str, Any]:
    """A provision, section, subchapter or reading, in our own words, with what applies it: ``law("5.2(b)")``."""
    return load(_ch47.law(address))


def contents() -> dict[str, Any]:
    """The whole law by subchapters and sections."""
    return load(_ch47.contents())


def search(words: str, *, subchapter: int | None = None, offset: int = 0, limit: int = 20) -> dict[str, Any]:
    """The places of the law that contain all of these words."""
    return load(_ch47.search(words, subchapter, offset, limit))


@dataclass(frozen=True)
class Option:
    """Something a licensee may choose."""

    key: str
    about: str
    #: The provision that gives or bounds the choice.
    cite: str
    #: Whether the text of that provision is held.
    held: bool
    #: ``flag``, ``choice``, ``choices``, ``odds``, ``money`` or ``number``.
    kind: str
    #: The words to choose from; the least and the most; the bound of odds.
    values: list[str]
    #: What may be written, in words.
    lawful: str
    #: Whether the licensee must decide.
    must: bool
    default: str | None
    standard: str | None
    #: Where the option exists: all of these must be met.
    only: list[dict[str, Any]]
    alike: str | None
    told: list[str]


def options(game: str) -> list[Option]:
    """Everything a licensee may choose at a game."""
    return [Option(**option) for option in load(_ch47.options(game))["options"]]


def standard_options(game: str) -> dict[str, Any]:
    """A game's usual choices, which apply wherever you state no others."""
    return load(_ch47.standard_options(game))


@dataclass(frozen=True)
class Check:
    """Whether options are lawful, exactly as they were written."""

    game: str
    lawful: bool
    #: Every violation: ``key``, ``written``, ``message``, ``help``, ``cite``, ``held``.
    violations: list[dict[str, Any]]
    #: What the choices oblige the licensee to do.
    duties: list[dict[str, Any]]

    def __bool__(self) -> bool:
        return self.lawful

    def raise_unlawful(self) -> None:
        """Raises :class:`ch47.Unlawful` unless the options are lawful."""
        if self.lawful:
            return
        cited = next((one for one in self.violations if one["cite"]), {"cite": None, "held": None})
        texts = [f"{one['message']}: {one['help']}" for one in self.violations]
        raise Unlawful(
            "\n".join(texts), violations=self.violations, cite=cited["cite"], held=cited["held"]
        )


def check(game: str, options: Options) -> Check:
    """Judges a submission as ``ch47 check`` does: what the licensee must decide is not filled in."""
    view = load(_ch47.check(game, settings(options)))
    return Check(view["game"], view["lawful"], view["violations"], view["duties"])
