"""The public record of a draw: what it is made of, that it can be repeated, and that every change of it is found."""

import json
from copy import deepcopy
from dataclasses import asdict
from hashlib import sha256
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournament.rules.draw_records import (
    ListLine,
    digest,
    drawn_again,
    list_text,
    mixed_seed,
    record_faults,
)

LINES = [ListLine(number, f'名 {number}, "x"', f"队{(number - 1) // 4}", "CN", "") for number in range(1, 19)]
SECRET, VALUE = "ab" * 32, "骰子 3 5"
CHANGES = [{"session": 2, "numbers": [3, 17]}]


def record(changes: list) -> dict:
    list_hash = digest(list_text(LINES))
    seed = mixed_seed(SECRET, VALUE, list_hash)
    drawn = asdict(drawn_again(LINES, 3, seed, changes))
    drawn |= {"list": [line._asdict() for line in LINES], "list_hash": list_hash, "secret": SECRET}
    drawn |= {"commitment": digest(SECRET), "public_value": VALUE, "changes": changes}
    return json.loads(json.dumps(drawn))


def test_the_list_is_a_file_for_draw_chart_and_the_same_whatever_its_order():
    assert list_text([ListLine(2, "=1+1", "", "JP", ""), ListLine(1, "王, 伟", "a", "", "r")]) == (
        'number,name,team,country,region\n1,"王, 伟",a,,r\n2,=1+1,,JP,\n'
    )


def test_the_seed_is_the_sha_256_of_secret_value_and_list_hash():
    assert mixed_seed("s", "v", "l") == sha256(b"s|v|l").hexdigest()
    assert len({mixed_seed("s", "v", "l"), mixed_seed("s", "w", "l"), mixed_seed("t", "v", "l")}) == 3


@pytest.mark.parametrize("changes", [[], CHANGES])
def test_a_record_holds(changes):
    assert record_faults(record(changes)) == []


def test_a_swap_by_hand_is_in_the_chart_and_only_there_where_it_is_named():
    before, after = record([])["chart"], record(CHANGES)["chart"]
    assert [before[at] == after[at] for at in range(3)] == [True, False, True]
    mended = [[{3: 17, 17: 3}.get(one, one) for one in table] for table in after[1]]
    assert mended == before[1]


def tampered() -> list:
    """A way to change each part of the record, with the fault that it makes."""

    def swap(found):
        first, second = found["chart"][0][:2]
        first[0], second[0] = second[0], first[0]

    return [
        (swap, "chart"),
        (lambda found: found["chart"][1][0].reverse(), "chart"),
        (lambda found: found["quality"].update(team_meetings=found["quality"]["team_meetings"] + 1), "quality"),
        (lambda found: found["list"][4].update(name="Somebody else"), "list_hash"),
        (lambda found: found["list"][4].update(team="队0"), "list_hash"),
        (lambda found: found.update(public_value="骰子 3 6"), "seed"),
        (lambda found: found.update(secret="ab" * 31 + "ac"), "commitment"),
        (lambda found: found.update(changes=[]), "chart"),
        (lambda found: found.update(sessions=4), "chart"),
        (lambda found: found.update(version="pinju-draw/0"), "version"),
        (lambda found: found["list"].pop(), "list_hash"),
        (lambda found: found.pop("seed"), "shape"),
        (lambda found: found.update(changes=[{"session": 9, "numbers": [1, 2]}]), "shape"),
    ]


@pytest.mark.parametrize(("change", "fault"), tampered())
def test_one_changed_number_is_found(change, fault, tmp_path):
    found = deepcopy(record(CHANGES))
    change(found)
    assert fault in record_faults(found)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("verify_draw", file, stdout=StringIO())


def test_the_commands_repeat_it(tmp_path):
    kept, file, entries = record([]), tmp_path / "record.json", tmp_path / "list.csv"
    file.write_text(json.dumps(kept), encoding="utf-8")
    entries.write_text(list_text(LINES), encoding="utf-8")
    call_command("verify_draw", file, entries=entries, stdout=StringIO())
    out = StringIO()
    call_command("draw_chart", players=18, sessions=3, entries=entries, seed=kept["seed"], json=True, stdout=out)
    assert json.loads(out.getvalue())["chart"] == kept["chart"]


def test_another_list_than_the_records_is_said(tmp_path):
    file, entries = tmp_path / "record.json", tmp_path / "list.csv"
    file.write_text(json.dumps(record([])), encoding="utf-8")
    entries.write_text(list_text([LINES[0]._replace(team="队9"), *LINES[1:]]), encoding="utf-8")
    with pytest.raises(CommandError, match="not the one of --entries"):
        call_command("verify_draw", file, entries=entries, stdout=StringIO())
