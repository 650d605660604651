#!/usr/bin/env python3
"""Confirms the exact edges in a certificate.

`ch47 odds GAME --certificate FILE` writes a certificate: for every wager its stake, the edge claimed for it, and the round
that it takes part in, compiled from the rules. This program shares no code with ch47 and knows no rules except what poker
hands are, how blackjack hands count and when a dealer draws. It works out from the compiled round what the patron gains on average and compares that with the claim, in
fractions throughout.

    python3 certificate.py FILE...
"""

import json
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, perm, prod


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


def tiles(proof):
    """Two hands of two tiles against the bank's two: counts every deal. How two tiles rank, and how hands are set, is taken from
    the certificate: that every hand is set once, from its own tiles, and what each pair of hands comes to, is worked out here."""
    counts, ranks = proof["counts"], proof["ranks"]
    assert all(0 < count < 3 for count in counts) and all(row == list(column) for row, column in zip(ranks, zip(*ranks)))
    hands, known = [], set()
    for laid in proof["hands"]:
        held = Counter(laid)
        high, low = ranks[laid[0]][laid[1]], ranks[laid[2]][laid[3]]
        assert all(count <= counts[sort] for sort, count in held.items()) and high >= low, "a hand is foul"
        known.add(tuple(sorted(laid)))
        some, whole = sum(1 << sort for sort in held), sum(1 << sort for sort in held if held[sort] == counts[sort])
        hands.append((high, low, some, whole, prod(comb(counts[sort], count) for sort, count in held.items())))
    tiles, four = sum(counts), sum(hand[4] for hand in hands)
    assert len(known) == len(hands) and four == comb(tiles, 4), "some hand is not there, or is there twice"
    hands.sort()
    many = [bin(sorts).count("1") for sorts in range(1 << len(counts))]
    wins = loses = 0
    for at, (high, low, some, whole, ways) in enumerate(hands):
        if not whole:  # the same four tiles again
            loses += ways * ways >> many[some]
        for other_high, other_low, others, others_whole, times in hands[at + 1:]:
            # The bank wins copies. Of a sort that both have, there are two tiles: half of the ways to take one from each.
            if other_low < low or whole & others or some & others_whole:
                continue
            deals = ways * times >> many[some & others]
            loses += deals
            if other_high > high and other_low > low:
                wins += deals
            elif other_high == high and other_low == low:
                loses += deals
    every = four * comb(tiles - 4, 4)
    both, one, none = proof["gains"]
    return [Fraction(both * wins + none * loses + one * (every - wins - loses), every)]


VALUES = "A23456789T"


def sort(cards):
    return "".join(sorted(cards, key=VALUES.index))


def count(cards):
    """What a hand of blackjack counts: an ace is eleven as long as that is not too much."""
    low = sum(VALUES.index(card) + 1 for card in cards)
    return low + 10 if "A" in cards and low < 12 else low


def take(shoe, cards):
    """What is left of a shoe, and in how many ways these cards come from it in one given order."""
    left, ways = list(shoe), 1
    for card in cards:
        at = VALUES.index(card)
        ways *= left[at]
        left[at] -= 1
    return left, ways


def dealer(shown):
    """Every set of cards that a dealer draws, standing on 17 or more: how many of each value, the end, and the orders."""
    found = Counter()

    def draw(cards):
        score = count(cards)
        if len(cards) == 1 or score < 17:
            for card in VALUES:
                draw(cards + card)
        else:
            end = 6 if score == 21 and len(cards) == 2 else 5 if score > 21 else score - 17
            found[sort(cards[len(shown):]), end] += 1

    draw(shown)
    return [([(VALUES.index(card), many) for card, many in Counter(cards).items()], len(cards), end, orders)
            for (cards, end), orders in found.items()]


def finals(course, now):
    """Where hands end that are played by the decisions given: their cards, and the row of what they gain."""
    found = Counter()
    while now:
        following = Counter()
        for cards, orders in now.items():
            choice = course["plays"][cards]
            if choice in "SR":
                found[cards, course["stands"][cards] if choice == "S" else course["surrender"]] += orders
                continue
            for more in (sort(cards + card) for card in VALUES):
                if count(more) > 21:
                    found[more, course["over"][choice == "D"]] += orders
                elif choice == "D":
                    found[more, course["doubles"][more]] += orders
                else:
                    following[more] += orders
        now = following
    return found


def mean(gains, cards):
    """Gains by how many cards are drawn for them, summed over all orders: every order of so many is as likely."""
    return sum(Fraction(gain, perm(cards, drawn)) for drawn, gain in gains.items())


def gained(ended, rows, sets, shoe):
    """What hands gain on average that end so, each alone against the dealer."""
    gains, known = Counter(), {}
    for (cards, row), orders in ended.items():
        left, ways = take(shoe, cards)
        if ways and len(set(rows[row])) == 1:
            gains[len(cards)] += ways * orders * rows[row][0]
        elif ways:
            if cards not in known:
                ends = known[cards] = {}
                for drawn, many, end, times in sets:
                    for at, each in drawn:
                        times *= perm(left[at], each)
                    ends[many, end] = ends.get((many, end), 0) + times
            for (many, end), times in known[cards].items():
                gains[len(cards) + many] += ways * orders * times * rows[row][end]
    return mean(gains, sum(shoe))


def split(course, pair, proof, view, sets, shoe):
    """Both hands of a pair: each gains as one does that is alone, since cards not seen are as good as any others. A blackjack of
    the dealer's takes one wager of both, or, where nobody looked for it, what went over 21 before."""
    rows, stake, cards = proof["rows"], proof["stake"], sum(shoe)
    ended = {(sort(hand.replace(pair, "", 1)), row): orders
             for (hand, row), orders in finals(course, {pair: 1}).items()}
    value = 2 * gained(ended, rows, sets, shoe)
    holes = [card for card in VALUES if len(view["shown"]) == 1 and count(view["shown"] + card) == 21]
    if not holes:
        return value - stake * (len(view["shown"]) == 2 and count(view["shown"]) == 21)
    hole, = holes
    value -= stake * Fraction(take(shoe, hole)[1], cards)
    if not view["looks"]:
        over, kept = Counter(), Counter()
        for (hand, row), orders in ended.items():
            if row in course["over"]:
                over[len(hand) + 1] -= 2 * orders * take(shoe, hand + hole)[1] * rows[row][0]
            else:
                kept[hand] += orders
        none = Counter()
        for one, other in combinations_with_replacement(kept, 2):
            times = kept[one] * kept[other] * (1 + (one != other)) * take(shoe, one + other + hole)[1]
            none[len(one + other) + 1] += times
        value -= mean(over, cards) - stake * (Fraction(take(shoe, hole)[1], cards) - mean(none, cards))
    return value


def blackjack(proof):
    """Blackjack, by the decisions given and what hands are paid; how often each comes, and how the dealer ends, is worked out."""
    total, chances = Fraction(0), Fraction(0)
    twos = {first + second: 1 + (first != second) for first, second in combinations_with_replacement(VALUES, 2)}
    for view in proof["views"]:
        shoe, ways = take(view["counts"], view["shown"])
        chance = Fraction(ways * twos.get(sort(view["shown"]), 1), perm(sum(view["counts"]), len(view["shown"])))
        sets, cards = dealer(view["shown"]), sum(shoe)
        whole = {hand: orders for hand, orders in twos.items() if hand[0] not in view["splits"] or hand[0] != hand[1]}
        value = gained(finals(view["hands"], whole), proof["rows"], sets, shoe)
        for hand in view["insures"]:
            left, ways = take(shoe, hand)
            value += Fraction(ways * twos[hand] * sum(map(int.__mul__, left, view["insurance"])), perm(cards, 3))
        for pair, course in view["splits"].items():
            left, ways = take(shoe, pair + pair)
            if ways:
                value += Fraction(ways, perm(cards, 2)) * split(course, pair, proof, view, sets, left)
        total, chances = total + chance * value, chances + chance
    assert chances == proof["sides"], "the dealer may show something else"
    return [total / proof["sides"]]


def check(path):
    with open(path) as file:
        certificate = json.load(file)
    how = {"chain": chain, "deals": deals, "hands": hands, "shared": shared, "tiles": tiles, "blackjack": blackjack}
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
