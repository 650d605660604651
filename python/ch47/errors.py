"""What can go wrong. Whatever the law decides carries its provision in ``cite``."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Everything that ``ch47`` raises."""

    #: The provision, such as ``5.3(b)``; ``None`` where no provision is concerned.
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
    """The law says no to something that somebody did. The table is as it was before."""

    #: The reason for programs: a word, or an object with its figures.
    why: Any

    def __init__(self, message: str, *, why: Any = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.why = why


class Unlawful(Error, ValueError):
    """Options that the law does not allow. ``violations`` has all of them, each with its provision."""

    violations: list[dict[str, Any]]

    def __init__(self, message: str, *, violations: list[dict[str, Any]] | None = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.violations = violations or []


class Misread(Error, ValueError):
    """Something that was written cannot be read."""

    #: The line, from 1, where it is of a line.
    line: int | None

    def __init__(self, message: str, *, line: int | None = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.line = line


class Unsolved(Error):
    """Odds that cannot be worked out, and why."""


class Unsound(Error):
    """A journal that is not sound."""

    #: The first line that is wrong, from 0.
    line: int | None

    def __init__(self, message: str, *, line: int | None = None, **rest: Any) -> None:
        super().__init__(message, **rest)
        self.line = line


class OtherRules(Error):
    """A journal that other rules wrote: only a program that has them can verify it."""


class Fault(Error, RuntimeError):
    """A mistake in ``ch47`` itself. Please report it."""
