"""Journals are read, verified and replayed; damage is found at its line."""

import json

import pytest

import ch47


@pytest.fixture
def journal(examples):
    return (examples / "dispute.jsonl").read_text()


def test_a_sound_journal(examples, journal):
    found = ch47.verify(examples / "dispute.jsonl")
    assert found == ch47.verify(journal)
    assert found.lines == len(journal.splitlines()) and found.rounds > 0
    assert sum(amount for name, amount in found.balances.items()) == 0
    assert found.begins <= found.ends


def test_a_changed_journal_is_not_sound(journal):
    lines = journal.splitlines(keepends=True)
    record = json.loads(lines[5])
    record["at"] += 1
    lines[5] = json.dumps(record, separators=(",", ":")) + "\n"
    with pytest.raises(ch47.Unsound) as raised:
        ch47.verify("".join(lines))
    assert raised.value.line in (5, 6)
    with pytest.raises(ch47.Unsound):
        ch47.verify("{}\n")


def test_another_format_is_named(journal):
    first = json.loads(journal.splitlines()[0])
    first["v"] = 99
    with pytest.raises((ch47.OtherRules, ch47.Unsound)):
        ch47.verify(json.dumps(first) + "\n")


def test_rounds_are_replayed(journal):
    replay = ch47.replay(journal)
    last = replay["rounds"][-1]["round"]
    (one,) = ch47.replay(journal, last)["rounds"]
    assert one["steps"]
    with pytest.raises(ch47.Misread, match="no such round"):
        ch47.replay(journal, last + 100)
    assert len(ch47.records(journal)) == len(journal.splitlines())
