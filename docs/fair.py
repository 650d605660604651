#!/usr/bin/env python3
"""Deals a finished shoe again: python3 fair.py SHOE.json

Written from docs/fairness.md with the standard library alone, and shares no code with the program that dealt.
Exit code 0: everything came as it had to. 1: it did not. 2: the file cannot be read as a shoe.
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
FIELDS = {"version", "commitment", "secret", "nonces", "cuts", "composition", "draws"}


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


def derive_key(secret, nonces):
    texts = [nonce.encode() for nonce in nonces]
    salt = hashlib.sha256(b"".join(len(text).to_bytes(8, "big") + text for text in texts)).digest()
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, b"ch47 shoe 1\x01", hashlib.sha256).digest()


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
                raise ValueError(f"a cut at {cut} of {len(self.order)} cards")
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


def once(pairs):
    """A field that is there twice could be read in two ways."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a field is there twice")
    return dict(pairs)


def read(path):
    with open(path, encoding="utf-8") as file:
        shoe = json.load(file, object_pairs_hook=once)
    if not isinstance(shoe, dict) or set(shoe) != FIELDS or type(shoe["version"]) is not int or shoe["version"] != 1:
        raise ValueError("not a shoe file of version 1")
    texts = isinstance(shoe["nonces"], list) and all(isinstance(nonce, str) for nonce in shoe["nonces"])
    cuts = isinstance(shoe["cuts"], list) and all(is_count(cut, 16) for cut in shoe["cuts"])
    draws = isinstance(shoe["draws"], list) and all(
        isinstance(draw, dict) and set(draw) <= {"menu", "shown"} and isinstance(draw.get("shown"), str)
        and (draw.get("menu") is None or is_menu(draw["menu"])) for draw in shoe["draws"])
    hashes = all(isinstance(shoe[name], str) and re.fullmatch("[0-9a-f]{64}", shoe[name])
                 for name in ("commitment", "secret"))
    if not (texts and cuts and draws and hashes and is_menu(shoe["composition"])):
        raise ValueError("a field of the shoe file is not as it should be")
    if sum((count(shoe["composition"]) or {}).values()) >= 2**16:
        raise ValueError("more than 65535 cards")
    return shoe


def check(shoe):
    """Prints the whole order, and tells what speaks against the shoe; None if nothing does."""
    secret = bytes.fromhex(shoe["secret"])
    commitment = hashlib.sha256(b"ch47 commitment 1" + secret).hexdigest()
    if commitment != shoe["commitment"]:
        return f"the secret has the commitment {commitment}, but {shoe['commitment']} was published"
    deal = Deal(derive_key(secret, shoe["nonces"]), shoe["cuts"], shoe["composition"])
    print("order:", " ".join(deal.order) or "none")
    for number, draw in enumerate(shoe["draws"], 1):
        dealt = deal.draw(draw.get("menu"))
        if dealt != draw["shown"]:
            return f"draw {number} gives {dealt or 'nothing'}, not {draw['shown']}"
    return None


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        shoe = read(sys.argv[1])
        fault = check(shoe)
    except (OSError, ValueError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 2
    print(f"not fair: {fault}" if fault else f"fair: {len(shoe['draws'])} draws came as they had to")
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
