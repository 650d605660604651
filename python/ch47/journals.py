"""Reads, verifies and replays the journals of tables."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from . import _ch47
from ._border import load
from .errors import Misread


@dataclass(frozen=True)
class Journal:
    """What a sound journal says."""

    table: str
    game: str | None
    lines: int
    #: Of these, how many the law refused.
    refused: int
    #: How many rounds have ended.
    rounds: int
    begins: datetime
    ends: datetime
    people: dict[int, str]
    #: What every account holds, in cents, derived from the lines again.
    balances: dict[str, int]
    #: The versions of the rules that wrote it.
    rules: list[str]
    #: The leaf hash of the last line, and the RFC 6962 root over all lines.
    head: str
    root: str


def _text(journal: str | os.PathLike[str]) -> str:
    """A journal: a path, or its text, which begins with a brace."""
    if isinstance(journal, str) and (journal == "" or journal.lstrip().startswith("{")):
        return journal
    try:
        return Path(journal).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Misread(f"{os.fspath(journal)}: this is not UTF-8 text") from None


def verify(
    journal: str | os.PathLike[str],
    *,
    checkpoint: str | os.PathLike[str] | None = None,
    key: str | None = None,
) -> Journal:
    """Verifies a journal from the first line to the last: chain, rules, money, keys, and a signed checkpoint if given.

    Raises :class:`ch47.Unsound` at the first line that is wrong, and :class:`ch47.OtherRules` where only other rules
    can tell.
    """
    signed = None if checkpoint is None else _text(checkpoint)
    view = load(_ch47.verify(_text(journal), signed, key))
    time = lambda at: datetime.fromtimestamp(at / 1000, timezone.utc)  # noqa: E731
    people = {int(number): name for number, name in view["people"].items()}
    return Journal(
        view["table"], view["game"], view["lines"], view["refused"], view["rounds"], time(view["from"]),
        time(view["to"]), people, view["balances"], view["rules"], view["head"], view["root"],
    )  # fmt: skip


def replay(journal: str | os.PathLike[str], round: int | None = None) -> dict[str, Any]:
    """The rounds of a journal, replayed by the rules; one of them with every step and provision."""
    return load(_ch47.replay(_text(journal), round))


def records(journal: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The lines of a journal as they are kept. They are read, not verified."""
    return load(_ch47.records(_text(journal)))
