"""Exceptions. Those that come from the law carry the provision in ``cite``."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """The base class of all exceptions that ``ch47`` raises."""

    #: The provision, such as ``5.3(b)``; ``None`` if no provision is concerned.
    cite: str | None
    #: Whether the text of that provision is held; ``None`` without a provision.
    held: bool | None

    def __init__(self, message: str, *, cite: str | None = None, held: bool | None = None) -> None:
        super().__init__(message)
        self.cite = cite
        self.held = held

    def __reduce__(self) -> tuple[Any, ...]:
        # Keyword arguments survive pickling, as they must between processes.
        return _restore, (type(self), self.args[0], dict(self.__dict__))


def _restore(kind: type[Error], message: str, fields: dict[str, Any]) -> Error:
    error = kind.__new__(kind, message)
    Exception.__init__(error, message)
    error.__dict__.update(fields)
    return error


class Refused(Error):
    """The law refuses an act. The table is unchanged."""

    #: The machine-readable reason: a word, or an object with figures.
    why: Any

    def __init__(self, message: str, *, why: Any = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.why = why


class Unlawful(Error, ValueError):
    """The law does not allow the options. ``violations`` lists every violation with its provision."""

    violations: list[dict[str, Any]]

    def __init__(self, message: str, *, violations: list[dict[str, Any]] | None = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.violations = violations or []


class Misread(Error, ValueError):
    """An input cannot be read."""

    #: The number of the line, from 1, if the error concerns a line.
    line: int | None

    def __init__(self, message: str, *, line: int | None = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.line = line


class Unsolved(Error):
    """The odds cannot be computed; the message says why."""


class Unsound(Error):
    """A journal is not sound."""

    #: The first wrong line, from 0.
    line: int | None

    def __init__(self, message: str, *, line: int | None = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.line = line


class OtherRules(Error):
    """A journal was written under other rules: only a program with those rules can verify it."""


class Fault(Error, RuntimeError):
    """A bug in ``ch47`` itself. Please report it."""
