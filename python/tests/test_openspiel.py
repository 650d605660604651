"""The games pass OpenSpiel's own test, and their chance nodes have the chances of the shoe."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import ch47.openspiel  # noqa: E402


@pytest.mark.parametrize("name", ch47.openspiel.GAMES)
def test_openspiels_own_test(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=False, verbose=False)


def test_the_first_card_has_the_chance_of_the_shoe():
    state = pyspiel.load_game("python_ch47_blackjack", {"options": "decks=1"}).new_initial_state()
    assert state.current_player() == 0
    (wager,) = state.legal_actions()
    state.apply_action(wager)
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 52 and all(chance == pytest.approx(1 / 52) for _, chance in outcomes)
    first = state.action_to_string(outcomes[0][0])
    state.apply_action(outcomes[0][0])
    again = [state.action_to_string(action) for action, _ in state.chance_outcomes()]
    assert len(again) == 51 and first not in again


def test_copies_go_their_own_way():
    state = pyspiel.load_game("python_ch47_red_dog").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    before, chance = str(state), random.Random(1)
    copy = state.clone()
    while not copy.is_terminal():
        actions = [a for a, _ in copy.chance_outcomes()] if copy.is_chance_node() else copy.legal_actions()
        copy.apply_action(chance.choice(actions))
    assert str(state) == before and not state.is_terminal() and copy.returns() != [0.0] or copy.is_terminal()
