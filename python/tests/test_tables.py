"""Tables line by line, scripts and disputes."""

import pytest

import ch47


def test_a_table_answers_with_facts_and_provisions():
    table = ch47.Table("roulette", {"wheel": "double-zero", "zero": "half"})
    (placed,) = table.apply("p1 red 5.00")
    assert (placed["kind"], placed["cite"], placed["held"]) == ("placed", "5.1(e)9", True)
    assert table.bets[0]["stake"] == 500 and table.awaits == "wagers"
    before = table.copy()
    with pytest.raises(ch47.Refused) as raised:
        table.apply("p1 spins")
    assert raised.value.cite == "5.3(a)" and raised.value.held is True
    assert table == before, "a refusal changes nothing"
    assert table.apply("dealer spins") and table != before
    for offer in before.offers("p1")[:5]:
        before.copy().apply(offer["line"])


def test_a_round_by_usual_steps_and_chance():
    table = ch47.Table("minibaccarat")
    for _ in range(500):
        if table.awaits == "wagers" and not table.bets:
            break
        table.apply(next(iter(table.outcomes())) if table.awaits == "equipment" else table.usual())
    table.apply("p1@1 player 10")
    for _ in range(100):
        table.apply(next(iter(table.outcomes())) if table.awaits == "equipment" else table.usual())
        if not table.bets:
            break
    assert not table.bets


def test_what_cannot_be_read():
    table = ch47.Table("craps")
    for line in ("", "nobody knows", "p1 pas 5", "p1 pass", "p1 pass five"):
        with pytest.raises((ch47.Misread, ch47.Refused)):
            table.apply(line)
    with pytest.raises(ch47.Misread):
        table.offers("somebody")


def test_all_demo_rounds_go_as_written(examples):
    for file in sorted(examples.glob("*.round")):
        played = ch47.play(file.read_text())
        assert played["as_expected"] and played["text"] == file.read_text(), file.name


def test_a_script_that_is_refused():
    played = ch47.play("game roulette\np1 red 5\np1 spins\n", options={"zero": "all"})
    assert not played["as_expected"]
    (refused,) = [one for line in played["lines"] for one in line["refusals"]]
    assert refused["cite"] == "5.3(a)" and refused["held"]
    with pytest.raises(ch47.Misread) as raised:
        ch47.play("game whist\n")
    assert raised.value.line == 1


def test_disputes(examples):
    judged = ch47.judge((examples / "roulette-late.dispute").read_text())
    assert judged["game"] == "roulette" and judged["verdict"]["right"]
    with pytest.raises(ch47.Misread):
        ch47.judge("{}")
