#!/usr/bin/env python3
"""Solves a compiled round with Storm and compares the edge with the one that ch47 found.

    ch47 odds roulette --wager red --storm red --json > red.json
    python3 storm.py red.json red

It needs stormpy (`pip install --requirement requirements.lock`). Storm works in floating point, so edges are compared to nine digits.
"""

import json
import re
import sys
from fractions import Fraction

import stormpy


def main(report, name):
    with open(report) as file:
        wager = json.load(file)["wagers"][0]
    model = stormpy.build_model_from_explicit(f"{name}.tra", f"{name}.lab")
    mean = total = 0.0
    with open(f"{name}.lab") as file:
        labels = file.read().split("#END")[0].split()[3:]
    for label in labels:
        formula = stormpy.parse_properties(f'P=? [F "{label}"]')[0]
        chance = stormpy.model_checking(model, formula).get_value(model.initial_states[0])
        outcome, cents = re.fullmatch(r"(won|lost|even)(?:_(\d+))?", label).groups()
        mean += chance * {"won": 1, "lost": -1, "even": 0}[outcome] * int(cents or 0)
        total += chance
    stake = wager["stake"]
    found, claimed = -mean / stake, float(Fraction(wager["edge"]))
    print(f"{wager['wager']}: {model.nr_states} states, Storm finds {found:.12f}, ch47 {claimed:.12f}")
    return abs(total - 1) < 1e-9 and abs(found - claimed) < 1e-9


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
