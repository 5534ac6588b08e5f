"""The public record of a draw: what it is made of, that it can be repeated, and that every change of it is found."""

import json
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournament.rules.derive_draw import unfounded
from tournament.rules.draw_records import (
    ListLine,
    described_plans,
    digest,
    drawn_again,
    list_text,
    mixed_seed,
    record_faults,
    terms_text,
)
from tournament.rules.verify_draw import faults

LINES = [ListLine(number, f'名 {number}, "x"', f"队{(number - 1) // 4}", "CN", "") for number in range(1, 19)]
SECRET, VALUE = "ab" * 32, "骰子 3 5"
CHANGES = [{"session": 2, "numbers": [3, 17]}]


def record(changes: list, *, rule: str = "apart", candidate: int = 1, lines: list = LINES) -> dict:
    list_hash, terms = digest(list_text(lines)), terms_text(len(lines), 3, rule, 2)
    seed = mixed_seed(SECRET, VALUE, list_hash, terms)
    found = asdict(drawn_again(lines, 3, seed, changes, rule=rule, candidate=candidate))
    found |= {"list": [line.as_record() for line in lines], "list_hash": list_hash, "secret": SECRET}
    found |= {"commitment": digest(SECRET), "public_value": VALUE, "changes": changes, "terms": terms}
    found |= {"rule": rule, "candidate": candidate, "plans": described_plans(len(lines), 3, rule, candidate)}
    return json.loads(json.dumps(found))


def test_the_list_is_a_file_for_draw_chart_and_the_same_whatever_its_order():
    assert list_text([ListLine(2, "=1+1", "", "JP", ""), ListLine(1, "王, 伟", "a", "", "r")]) == (
        'number,name,team,country,region\n1,"王, 伟",a,,r\n2,=1+1,,JP,\n'
    )


def test_wishes_are_columns_of_the_list_where_there_are_any():
    lines = [ListLine(1, "甲", "", "", "", (2, 3), None), ListLine(2, "乙", "", "", "", (), 1)]
    assert list_text(lines) == "number,name,team,country,region,apart,table\n1,甲,,,,2 3,\n2,乙,,,,,1\n"


def test_the_seed_is_the_sha_256_of_secret_value_list_hash_and_terms():
    terms = sha256(b"terms").hexdigest()
    assert mixed_seed("s", "v", "l", "terms") == sha256(f"s|v|l|{terms}".encode()).hexdigest()


def test_the_terms_name_how_many_candidates_and_the_plans_of_each():
    named = json.loads(terms_text(18, 3, "apart", 3))
    assert (named["sessions"], named["candidates"], len(set(named["plans"]))) == (3, 3, 3)


@pytest.mark.parametrize("changes", [[], CHANGES])
@pytest.mark.parametrize("candidate", [0, 1])
def test_a_record_holds(changes, candidate):
    assert record_faults(record(changes, candidate=candidate)) == []


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
        (lambda found: found.update(sessions=4), "terms"),
        (lambda found: found.update(candidate=0), "plans"),
        (lambda found: found.update(candidate=2), "shape"),
        (lambda found: found.update(rule="areas"), "shape"),
        (lambda found: found.update(terms=found["terms"].replace('"candidates":2', '"candidates":3')), "seed"),
        (lambda found: found["plans"][0]["positions"][0][0].reverse(), "plans"),
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
    with suppress(LookupError, TypeError, ValueError):
        assert unfounded(found) or faults(found, entries_of(found))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("verify_draw", file, stdout=StringIO())


def entries_of(found: dict) -> list:
    return [(line["number"], line["team"], line["country"]) for line in found["list"]]


@pytest.mark.parametrize(
    ("rule", "candidate", "changes"), [("apart", 0, []), ("apart", 1, CHANGES), ("areas", 0, []), ("areas", 1, CHANGES)]
)
def test_the_second_program_draws_the_same(rule, candidate, changes):
    lines = [line._replace(region="ABCD"[line.number % 4]) for line in LINES]
    lines[3] = lines[3]._replace(apart=(9,), table=2)
    lines[7] = lines[7]._replace(table=1)
    found = record(changes, rule=rule, candidate=candidate, lines=lines)
    assert record_faults(found) == []
    assert unfounded(found) == []
    assert faults(found, entries_of(found)) == []


def test_a_record_of_an_earlier_version_is_still_drawn_again(tmp_path):
    old = json.loads((Path(__file__).parents[2] / "data" / "draw_record_3.json").read_text(encoding="utf-8"))
    assert (old["version"], unfounded(old), record_faults(old)) == ("pinju-draw/3", [], ["version"])
    file, out = tmp_path / "record.json", StringIO()
    file.write_text(json.dumps(old), encoding="utf-8")
    call_command("verify_draw", file, stdout=out)
    assert "a second program draws the same lots" in out.getvalue()
    assert "Not drawn again: made by version pinju-draw/3" in out.getvalue()
    assert unfounded(old | {"chart": [old["chart"][1], old["chart"][0], *old["chart"][2:]]}) == ["chart"]
    assert unfounded(old | {"version": "pinju-draw/1"}) == ["version"]


def test_the_commands_repeat_it(tmp_path):
    kept, file, entries = record([]), tmp_path / "record.json", tmp_path / "list.csv"
    file.write_text(json.dumps(kept), encoding="utf-8")
    entries.write_text(list_text(LINES), encoding="utf-8")
    call_command("verify_draw", file, entries=entries, stdout=StringIO())
    out = StringIO()
    call_command(
        "draw_chart", players=18, sessions=3, entries=entries, seed=kept["seed"], candidate=2, json=True, stdout=out
    )
    assert json.loads(out.getvalue())["chart"] == kept["chart"]


def test_another_list_than_the_records_is_said(tmp_path):
    file, entries = tmp_path / "record.json", tmp_path / "list.csv"
    file.write_text(json.dumps(record([])), encoding="utf-8")
    entries.write_text(list_text([LINES[0]._replace(team="队9"), *LINES[1:]]), encoding="utf-8")
    with pytest.raises(CommandError, match="not the one of --entries"):
        call_command("verify_draw", file, entries=entries, stdout=StringIO())
