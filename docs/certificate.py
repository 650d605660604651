#!/usr/bin/env python3
"""Confirms the exact edges in a certificate.

`ch47 odds GAME --certificate FILE` writes a certificate: for every wager its stake, the edge claimed for it, and the round
that it takes part in, compiled from the rules. This program shares no code with ch47 and knows no rules except what poker
hands are. It works out from the compiled round what the patron gains on average and compares that with the claim, in
fractions throughout.

    python3 certificate.py FILE...
"""

import json
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb


def chain(proof):
    """A Markov chain: the values given must fulfill its equations, which have one solution if every state can end."""
    states, ends = proof["states"], proof["ends"]
    values = [Fraction(value) for value in proof["values"]]
    assert len(values) == len(states), "not every state has a value"
    ending = set()
    while True:
        more = {at for at, leads in enumerate(states) if at not in ending
                and any(end or state in ending for _, state, end in leads)}
        if not more:
            break
        ending |= more
    assert len(ending) == len(states), "some state never ends"
    for value, leads in zip(values, states):
        assert all(weight > 0 for weight, _, _ in leads), "a weight is not positive"
        mean = sum(weight * (Fraction(ends[end]) if end else values[state]) for weight, state, end in leads)
        assert value * sum(weight for weight, _, _ in leads) == mean, "a value is not the mean of what follows"
    return [values[0]]


def deals(proof):
    """Cards without replacement: counts every order in which cards of each class can come."""
    counts, states, ends = proof["counts"], proof["states"], proof["ends"]
    assert max(counts) < 1 << 16 and len(states[0]) == len(counts)
    chances = [Fraction(0)] * len(ends)
    now, orders, dealt = {(0, 0): 1}, 1, 0  # by the state and by how many cards of each class are gone, 16 bits for each
    while now:
        following, ended = {}, [0] * len(ends)
        for (state, gone), ways in now.items():
            for kind, (after, end) in enumerate(states[state]):
                left = counts[kind] - (gone >> 16 * kind & 0xFFFF)
                if left <= 0:
                    continue
                if end:
                    ended[end] += ways * left
                else:
                    key = after, gone + (1 << 16 * kind)
                    following[key] = following.get(key, 0) + ways * left
        orders *= sum(counts) - dealt
        assert orders, "the cards run out"
        dealt += 1
        for end, ways in enumerate(ended):
            chances[end] += Fraction(ways, orders)
        now = following
    assert sum(chances) == 1, "the chances do not add up"
    patrons = max(len(gains) for gains in ends)
    return [sum(chance * gains[at] for chance, gains in zip(chances, ends) if gains) for at in range(patrons)]


def hands(proof):
    """Five cards against a dealer's: the deals of each kind of hand must be as many as there are. How they fare against the
    dealer is taken from the certificate."""
    kinds = [0, 13 * 6 * comb(12, 3) * 4**3, comb(13, 2) * 36 * 44, 13 * 4 * comb(12, 2) * 4**2, 10 * 4**5 - 40,
             4 * comb(13, 5) - 40, 13 * 4 * 12 * 6, 13 * 48, 36, 4]
    kinds[0] = comb(52, 5) - sum(kinds)
    each = 47 * comb(46, 4)
    for at, (kind, row) in enumerate(zip(kinds, proof["deals"])):
        folds = 0 if at else proof["folds"]
        assert sum(row) + folds == kind * each, "a kind of hand has another number of deals"
    total = proof["fold"] * proof["folds"]
    for gains, row in zip(proof["gains"], proof["deals"]):
        total += sum(gain * deals for gain, deals in zip(gains, row))
    return [Fraction(total, comb(52, 5) * each)]


def kind_and_pair(ranks, suits):
    """The kind of five cards, as an index from the lowest, and the rank of a pair; ranks count from 0 for twos to 12."""
    groups = Counter(ranks)
    shape = sorted(groups.values(), reverse=True)
    if len(shape) < 5:
        kind = {(2, 1): 1, (2, 2): 2, (3, 1): 3, (3, 2): 6, (4, 1): 7}[tuple(shape[:2])]
        return kind, groups.most_common(1)[0][0]
    low, high = min(ranks), max(ranks)
    straight = high - low == 4 or (high == 12 and sorted(ranks)[3] == 3)
    if len(set(suits)) == 1:
        return (9 if low == 8 else 8) if straight else 5, None
    return 4 if straight else 0, None


def shared(proof):
    """Own and shared cards: counts every deal by what is decided and by the line of the pay table. Only what hands are paid is
    taken from the certificate: what they are, and whether a wager gains on average, is worked out here."""
    sizes = [proof["own"] + seen for seen in proof["seen"]] + [5]
    deck = [(rank, suit) for rank in range(13) for suit in range(4)]
    known = {}

    def line(cards):
        kind, pair = kind_and_pair(*zip(*cards))
        return proof["pairs"][pair] if kind == 1 else proof["kinds"][kind]

    def follow(cards, nth):
        """How often each decision and line come from these cards; sets that differ only in the names of suits are alike."""
        if nth == len(proof["seen"]):
            return {(0, line(cards)): 1}
        suits = [0] * 4
        for rank, suit in cards:
            suits[suit] |= 1 << rank
        key = tuple(sorted(suits))
        if key not in known:
            found = Counter()
            for more in combinations([card for card in deck if card not in cards], sizes[nth + 1] - sizes[nth]):
                found.update(follow(cards + more, nth + 1))
            worth = sum(ways * proof["worth"][end] for (_, end), ways in found.items())
            made = worth > 0 or (worth == 0 and proof["ties"])
            known[key] = {(later | made << nth, end): ways for (later, end), ways in found.items()}
        return known[key]

    deals = Counter()
    for cards in combinations(deck, sizes[0]):
        deals.update(follow(cards, 0))
    total = sum(ways * proof["gains"][made][end] for (made, end), ways in deals.items())
    return [Fraction(total, sum(deals.values()))]


def check(path):
    with open(path) as file:
        certificate = json.load(file)
    how = {"chain": chain, "deals": deals, "hands": hands, "shared": shared}
    gains = [how[proof["kind"]](proof) for proof in certificate["proofs"]]
    for wager in certificate["wagers"]:
        edge = -gains[wager["proof"]][wager["patron"]] / wager["stake"]
        assert edge == Fraction(wager["edge"]), f"{wager['wager']}: the edge is {edge}, not {wager['edge']}"
    many = len(certificate["wagers"])
    print(f"{certificate['game']}: {many} wager{'s' * (many != 1)} confirmed")
    for wager in certificate["without"]:
        print(f"{certificate['game']}: {wager['wager']} has no certificate: {wager['why']}")


if __name__ == "__main__":
    failed = False
    for path in sys.argv[1:]:
        try:
            check(path)
        except (AssertionError, KeyError, IndexError, TypeError, ValueError, OSError) as why:
            failed = True
            print(f"{path}: not confirmed: {type(why).__name__} {why}")
    sys.exit(failed or len(sys.argv) < 2)
