#!/usr/bin/env python3
"""Deals a finished window of chance again: python3 fair.py WINDOW.json

Written from docs/fairness.md with the standard library alone, and shares no code with the program that dealt.
Exit code 0: everything came as it had to. 1: it did not, and the first thing that is wrong is told. 2: no such file.
With --vectors FILE, every case of docs/vectors/chance-2.json must come out as it says.
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter

RANKS, SUITS = "A23456789TJQK", "cdhs"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
MASK32, MASK64 = 2**32 - 1, 2**64 - 1
FIELDS = {"version", "table", "window", "commitment", "secret", "panel", "parts", "failed", "cuts", "composition",
          "draws"}
LONGEST = 4096


class Unfair(Exception):
    """What is wrong: a word for programs, where, and why."""

    def __init__(self, code, at, why):
        super().__init__(why)
        self.code, self.at = code, at

    def __str__(self):
        return f"{self.code}{' ' + str(self.at) if self.at else ''}: {self.args[0]}"


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def chacha20_block(key, counter, stream):
    """One block of 64 bytes (RFC 8439, 2.3); the stream is the last 8 bytes of the nonce, the first 4 are zero."""
    words = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    words += [int.from_bytes(key[at:at + 4], "little") for at in range(0, 32, 4)]
    words += [counter, 0, stream & MASK32, stream >> 32]
    state = list(words)

    def mix(a, b, target, turn):
        state[a] = (state[a] + state[b]) & MASK32
        value = state[target] ^ state[a]
        state[target] = (value << turn | value >> 32 - turn) & MASK32

    def quarter_round(a, b, c, d):
        mix(a, b, d, 16)
        mix(c, d, b, 12)
        mix(a, b, d, 8)
        mix(c, d, b, 7)

    for _ in range(10):
        for column in range(4):
            quarter_round(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter_round(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return b"".join(((x + y) & MASK32).to_bytes(4, "little") for x, y in zip(words, state))


class Stream:
    """A stream of ChaCha20, read in words of 64 bits, the least byte first."""

    def __init__(self, key, number):
        self.key, self.number, self.counter, self.bytes = key, number, 0, b""

    def word(self):
        if not self.bytes:
            self.bytes = chacha20_block(self.key, self.counter, self.number)
            self.counter += 1
        word, self.bytes = self.bytes[:8], self.bytes[8:]
        return int.from_bytes(word, "little")

    def below(self, n):
        """A number below n, each equally likely: words that would make some likelier are rejected."""
        while True:
            product = self.word() * n
            if product & MASK64 >= 2**64 % n:
                return product >> 64


def commitment(table, window, secret):
    name = table.encode()
    return sha256(b"ch47 commitment 2", len(name).to_bytes(8, "big"), name, window.to_bytes(8, "big"), secret)


def link(value, times):
    for _ in range(times):
        value = sha256(b"ch47 link 2", value)
    return value


def salt_of(parts):
    values = b"".join(part["patron"].to_bytes(2, "big") + bytes.fromhex(part["value"]) for part in parts)
    return sha256(b"ch47 salt 2", len(parts).to_bytes(2, "big"), values, b"\0")


def derive_key(secret, salt, steps):
    if steps is not None:
        secret = sha256(b"ch47 delay 2", salt, secret)
        for _ in range(steps):
            secret = sha256(b"ch47 delay 2", secret)
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, b"ch47 draw 2\x01", hashlib.sha256).digest()


def lot(key, people, most):
    """So many of these people, one after the other."""
    left, drawn, stream = sorted(people), [], Stream(key, MASK64)
    while left and len(drawn) < most:
        drawn.append(left.pop(stream.below(len(left))))
    return drawn


def count(menu):
    """How many of each card the menu lists; None if anything but a card is possible."""
    counts = {}
    for text, weight in menu:
        if weight:
            if text not in CARDS:
                return None
            counts[text] = counts.get(text, 0) + weight
    return counts


class Deal:
    def __init__(self, key, cuts, composition):
        self.key, self.composition, self.draws = key, composition, 0
        self.counts = count(composition)
        self.order = [card for card in CARDS for _ in range((self.counts or {}).get(card, 0))]
        stream = Stream(key, 0)
        for last in range(len(self.order) - 1, 0, -1):
            other = stream.below(last + 1)
            self.order[last], self.order[other] = self.order[other], self.order[last]
        for cut in cuts:
            if cut > len(self.order):
                raise Unfair("form", 0, f"a cut at {cut} of {len(self.order)} cards")
            self.order = self.order[cut:] + self.order[:cut]

    def left(self):
        return dict(Counter(self.order))

    def draw(self, menu):
        """What comes; None if nothing is possible. Without a menu: the next card, or one of the composition."""
        if menu is None:
            menu = self.composition if self.counts is None else list(self.left().items())
        total = sum(weight for _, weight in menu)
        if total == 0:
            return None
        self.draws += 1
        if count(menu) == self.left():
            return self.order.pop(0)
        stream = Stream(self.key, self.draws)
        rest = stream.below(total)
        for text, weight in menu:
            if rest < weight:
                break
            rest -= weight
        places = [at for at, card in enumerate(self.order) if card == text]
        if places:
            del self.order[places[stream.below(len(places))]]
        return text


def is_count(value, bits):
    return type(value) is int and 0 <= value < 2**bits


def is_menu(value):
    return isinstance(value, list) and all(
        isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str) and is_count(entry[1], 32)
        for entry in value)


def is_hash(value):
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def is_list(value, each):
    return isinstance(value, list) and all(each(one) for one in value)


def is_patron(value):
    return is_count(value, 16)


def is_part(value):
    return (isinstance(value, dict) and set(value) == {"patron", "anchor", "since", "value"}
            and is_patron(value["patron"]) and is_count(value["since"], 64)
            and is_hash(value["anchor"]) and is_hash(value["value"]))


def is_failed(value):
    return (isinstance(value, dict) and set(value) == {"window", "commitment", "secret", "panel", "withheld"}
            and is_count(value["window"], 64) and is_hash(value["commitment"]) and is_hash(value["secret"])
            and is_list(value["panel"], is_patron) and is_list(value["withheld"], is_patron))


def is_draw(value):
    return (isinstance(value, dict) and set(value) <= {"menu", "shown"} and isinstance(value.get("shown"), str)
            and (value.get("menu") is None or is_menu(value["menu"])))


def once(pairs):
    """A field that is there twice could be read in two ways."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a field is there twice")
    return dict(pairs)


def check_form(file):
    fine = (isinstance(file, dict) and FIELDS <= set(file) <= FIELDS | {"steps"}
            and type(file["version"]) is int and file["version"] == 2
            and isinstance(file["table"], str) and is_count(file["window"], 64)
            and is_hash(file["commitment"]) and is_hash(file["secret"])
            and is_list(file["panel"], is_patron) and is_list(file["parts"], is_part)
            and (file.get("steps") is None or is_count(file["steps"], 64))
            and is_list(file["failed"], is_failed) and is_list(file["cuts"], lambda cut: is_count(cut, 16))
            and is_menu(file["composition"]) and is_list(file["draws"], is_draw))
    if not fine:
        raise Unfair("form", 0, "not a window file of version 2")
    if sum((count(file["composition"]) or {}).values()) >= 2**16:
        raise Unfair("form", 0, "more than 65535 cards")


def ascend(numbers):
    return all(a < b for a, b in zip(numbers, numbers[1:]))


def check(file):
    """Raises what speaks against the window first, or gives back its key and the order of its cards."""
    check_form(file)
    for one in file["failed"] + [file]:
        made = commitment(file["table"], one["window"], bytes.fromhex(one["secret"])).hex()
        if made != one["commitment"]:
            raise Unfair("commitment", one["window"],
                         f"the secret has the commitment {made}, but {one['commitment']} was published")
    for part in file["parts"]:
        depth = file["window"] - part["since"] + 1
        if not 1 <= depth <= LONGEST or link(bytes.fromhex(part["value"]), depth).hex() != part["anchor"]:
            raise Unfair("chain", part["patron"], f"the part of p{part['patron']} does not lead to its anchor")
    opened, panel, late = [part["patron"] for part in file["parts"]], file["panel"], len(file["failed"]) >= 3
    whole = ascend(opened) and set(opened) <= set(panel) if late else opened == panel
    if not ascend(panel) or not whole:
        raise Unfair("panel", 0, "the parts are not those of the panel, each once and in order")
    for one in file["failed"]:
        if not one["withheld"] or not ascend(one["withheld"]) or not set(one["withheld"]) <= set(one["panel"]):
            raise Unfair("panel", one["window"], "a window failed, but nobody in its panel is named for it")
    if (file.get("steps") is not None) != late or file.get("steps") == 0:
        raise Unfair("delay", 0, "a window must have a delay after three failed windows, and only then")
    key = derive_key(bytes.fromhex(file["secret"]), salt_of(file["parts"]), file.get("steps"))
    deal = Deal(key, file["cuts"], file["composition"])
    order = list(deal.order)
    for number, draw in enumerate(file["draws"], 1):
        dealt = deal.draw(draw.get("menu"))
        if dealt != draw["shown"]:
            raise Unfair("draw", number, f"draw {number} gives {dealt or 'nothing'}, not {draw['shown']}")
    return key, order


def try_vector(case):
    """What is not as the vector says; None if all is."""
    file, expect = case["window"], case["expect"]
    try:
        key, _ = check(file)
    except Unfair as wrong:
        found = {"wrong": wrong.code, "at": wrong.at}
        return None if found == expect else f"found {found}, expected {expect}"
    stream = Stream(key, 1)
    found = {"commitment": file["commitment"], "salt": salt_of(file["parts"]).hex(), "key": key.hex(),
             "words": [f"{stream.word():016x}" for _ in range(4)], "draws": [draw["shown"] for draw in file["draws"]]}
    if "lot" in expect:
        found["lot"] = lot(key, range(1, case["people"] + 1), 16)
    return None if found == expect else f"found {found}, expected {expect}"


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return json.loads(text, object_pairs_hook=once)
    except ValueError as error:
        raise Unfair("form", 0, str(error)) from None


def main():
    arguments = sys.argv[1:]
    try:
        if len(arguments) == 2 and arguments[0] == "--vectors":
            wrong = [(case["name"], fault) for case in read(arguments[1]) if (fault := try_vector(case))]
            for name, fault in wrong:
                print(f"{name}: {fault}")
            print(f"{len(wrong)} vectors are wrong" if wrong else "every vector comes out")
            return 1 if wrong else 0
        if len(arguments) != 1:
            print(__doc__.strip(), file=sys.stderr)
            return 2
        file = read(arguments[0])
        _, order = check(file)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    except Unfair as wrong:
        print(f"not fair: {wrong}")
        return 1
    print("order:", " ".join(order) or "none")
    print(f"fair: {len(file['draws'])} draws came as they had to, with {len(file['parts'])} parts of patrons")
    return 0


if __name__ == "__main__":
    sys.exit(main())
