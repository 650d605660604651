#!/usr/bin/env python3
"""Solves chemin de fer with Gambit and compares what both sides gain with what ch47 found.

    ch47 odds chemin-de-fer --json > chemin.json
    python3 gambit.py chemin.json

It needs pygambit (`pip install --requirement requirements.lock`). All of it is in fractions.
"""

import json
import sys
import tempfile
from fractions import Fraction

import pygambit


def main(path):
    with open(path) as file:
        report = json.load(file)
    rows = report["strategies"]
    columns = [row["banker"] for row in rows if not row["player"]]
    # A table of payoffs, in which the first player's strategies come first.
    gains = {(row["player"], tuple(row["banker"])): f"{row['player_gain']} {row['banker_gain']}" for row in rows}
    table = [gains[player, tuple(banker)] for banker in columns for player in (False, True)]
    text = f'NFG 1 R "chemin de fer" {{ "Player" "Banker" }} {{ 2 {len(columns)} }}\n\n{" ".join(table)}\n'
    with tempfile.NamedTemporaryFile("w", suffix=".nfg") as file:
        file.write(text)
        file.flush()
        game = pygambit.read_nfg(file.name)
    found = set()
    for profile in pygambit.nash.enummixed_solve(game, rational=True).equilibria:
        found.add(tuple(Fraction(str(profile.payoffs[player])) for player in game.players))
    claimed = {(Fraction(one["player_gain"]), Fraction(one["banker_gain"])) for one in report["equilibria"]}
    for player, banker in sorted(found):
        print(f"Gambit: the Player gains {float(player):.8f}, the Banker {float(banker):.8f}")
    for player, banker in sorted(claimed):
        print(f"ch47:   the Player gains {float(player):.8f}, the Banker {float(banker):.8f}")
    return bool(claimed) and claimed <= found


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
