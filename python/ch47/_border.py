"""Conversions between Python values and the Rust extension: options, amounts and JSON."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from . import _ch47
from .errors import Misread

Options = Mapping[str, Any]


def settings(options: Options | None) -> str:
    """Options as JSON: ``{"limits": {"minimum": 5}}`` means ``{"limits.minimum": 5}``, as in a TOML file."""
    flat: dict[str, bool | int | str] = {}

    def take(prefix: str, values: Options) -> None:
        for key, value in values.items():
            name = prefix + str(key)
            if isinstance(value, Mapping):
                take(name + ".", value)
            elif isinstance(value, (bool, int, str)):
                flat[name] = value
            elif isinstance(value, Decimal):
                flat[name] = str(value)
            else:
                raise Misread(f"{name}: an option is true or false, a whole number or text, not {value!r}")

    if options is not None and not isinstance(options, Mapping):
        raise Misread(f"options are a mapping of keys and values, not {options!r}")
    take("", {key: value for key, value in (options or {}).items() if key != "game"})
    return json.dumps(flat)


def cents(amount: int | str | Decimal | Fraction | None) -> int | None:
    """An amount in dollars as whole cents: ``5``, ``"4.75"``, ``Decimal("0.50")``."""
    if amount is None:
        return None
    if isinstance(amount, Fraction):
        amount = Decimal(amount.numerator) / Decimal(amount.denominator)
    if isinstance(amount, (bool, float)) or not isinstance(amount, (int, str, Decimal)):
        raise Misread(f"an amount is a whole number, text or a Decimal, not {amount!r}")
    return _ch47.cents(str(amount))


def whole(value: Any, name: str) -> int:
    """A whole number, of whatever kind: an ``int``, or one of numpy's."""
    try:
        return operator.index(value)
    except TypeError:
        raise Misread(f"{name}: a whole number, not {value!r}") from None


def seen_text(seen: str | Iterable[str] | None) -> str | None:
    """Cards that were seen: ``"As 3d"`` or ``["As", "3d"]``."""
    return seen if seen is None or isinstance(seen, str) else " ".join(seen)


def fraction(text: str | None) -> Fraction | None:
    """``n/d`` as a fraction."""
    return None if text is None else Fraction(text)


def load(text: str) -> Any:
    """Parses JSON from the Rust extension."""
    return json.loads(text)
