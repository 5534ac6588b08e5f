"""The public record of a draw: what it is made of, that it can be repeated, and that every change of it is found."""

import json
from copy import deepcopy
from hashlib import sha256
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.draws.rules.draw_lists import record_of
from tournament.draws.rules import count_draw, verify_draw
from tournament.draws.rules.records import (
    ListLine,
    described_start,
    lines_of,
    list_text,
    mixed_seed,
    record_faults,
    terms_text,
)
from tournament.draws.rules.verify_draw import faults

LINES = [ListLine(number, f'名 {number}, "x"', f"队{(number - 1) // 4}", "CN", "") for number in range(1, 19)]
CHANGES = [{"session": 2, "numbers": [3, 17]}]


def record(changes: list, *, rule: str = "apart", candidate: int = 1, lines: list = LINES) -> dict:
    return record_of(lines, 3, rule=rule, candidate=candidate, changes=changes)


def wrong(found: dict) -> list:
    """What the second program says of a record; that it cannot be read is an answer too."""
    try:
        return list(faults(found))
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        return [error]


def test_the_list_is_a_file_for_draw_chart_and_the_same_whatever_its_order():
    assert list_text([ListLine(2, "=1+1", "", "JP", ""), ListLine(1, "王, 伟", "a", "", "r")]) == (
        'number,name,team,country,region,apart,table\n1,"王, 伟",a,,r,,\n2,=1+1,,JP,,,\n'
    )


def test_wishes_are_columns_of_the_list_and_it_can_be_read_again():
    lines = [ListLine(1, "甲, \n乙", "", "", "", (2, 3), None), ListLine(2, '"', "", "", "", (), 1)]
    assert list_text(lines).endswith('\n1,"甲, \n乙",,,,2 3,\n2,"""",,,,,1\n')
    assert lines_of(list_text(lines)) == lines


def test_the_seed_is_the_sha_256_of_secret_value_list_hash_and_terms():
    terms = sha256(b"terms").hexdigest()
    assert mixed_seed("s", "v", "l", "terms") == sha256(f"s|v|l|{terms}".encode()).hexdigest()


def test_the_terms_name_the_start_of_each_candidate_before_there_is_a_seed():
    named = json.loads(terms_text(LINES, 3, "apart", 3))
    starts = [json.dumps(described_start(LINES, 3, "apart", at), separators=(",", ":")) for at in range(3)]
    assert (named["sessions"], named["players"], len(set(starts))) == (3, 18, 3)
    assert named["starts"] == [sha256(start.encode()).hexdigest() for start in starts]
    other = [LINES[0]._replace(team="x"), *LINES[1:]]
    assert json.loads(terms_text(other, 3, "apart", 1))["starts"][0] != named["starts"][0]


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

    def listed(old, new):
        return lambda found: found.update(list=found["list"].replace(old, new, 1))

    return [
        (swap, "chart"),
        (lambda found: found["chart"][1][0].reverse(), "chart"),
        (lambda found: found["quality"].update(team_meetings=found["quality"]["team_meetings"] + 1), "quality"),
        (listed("名 5", "Somebody else"), "list_hash"),
        (listed("队1", "队0"), "list_hash"),
        (lambda found: found.update(public_value="骰子 3 6"), "seed"),
        (lambda found: found.update(secret="ab" * 31 + "ac"), "commitment"),
        (lambda found: found.update(changes=[]), "chart"),
        (lambda found: found.update(sessions=4), "terms"),
        (lambda found: found.update(candidate=0), "start"),
        (lambda found: found.update(candidate=2), "terms"),
        (lambda found: found.update(rule="areas"), "shape"),
        (lambda found: found.update(terms=found["terms"].replace("]}", ',"' + "0" * 64 + '"]}')), "seed"),
        (lambda found: found["start"][0][0].reverse(), "start"),
        (lambda found: found.update(version="pinju-draw/0"), "version"),
        (lambda found: found.update(list=found["list"].rsplit("\n18,")[0] + "\n"), "list_hash"),
        (lambda found: found.pop("seed"), "shape"),
        (lambda found: found.update(changes=[{"session": 9, "numbers": [1, 2]}]), "shape"),
    ]


@pytest.mark.parametrize(("change", "fault"), tampered())
def test_one_changed_number_is_found(change, fault, tmp_path):
    found = deepcopy(record(CHANGES))
    change(found)
    assert fault in record_faults(found)
    assert wrong(found)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(found), encoding="utf-8")
    if fault != "version":
        with pytest.raises(CommandError):
            call_command("verify_draw", file, stdout=StringIO())


GOOD = record(CHANGES)
TEXTS = ("seed", "secret", "commitment", "public_value", "list", "list_hash", "terms")


@settings(max_examples=120)
@given(st.sampled_from([*TEXTS, "chart", "start", "quality", "sessions", "players", "fillers", "candidate"]), st.data())
def test_any_one_changed_number_is_found_by_both(part, data):
    found = deepcopy(GOOD)
    if part in TEXTS:
        text = found[part]
        at = data.draw(st.sampled_from([at for at, sign in enumerate(text) if sign in "0123456789abcdef"]))
        other = data.draw(st.sampled_from([sign for sign in "0123456789" if sign != text[at]]))
        found[part] = text[:at] + other + text[at + 1 :]
    elif part in ("chart", "start"):
        four = found[part][data.draw(st.integers(0, 2))][data.draw(st.integers(0, 4))]
        at = data.draw(st.integers(0, 3))
        four[at] = data.draw(st.integers(0, 21).filter(lambda number: number != four[at]))
    else:
        where = found["quality"] if part == "quality" else found
        name = data.draw(st.sampled_from(sorted(where))) if part == "quality" else part
        where[name] = (where[name] or 0) + data.draw(st.sampled_from([-1, 1, 4]))
    assert record_faults(found)
    assert wrong(found)


@pytest.mark.parametrize(
    ("rule", "candidate", "changes"), [("apart", 0, []), ("apart", 1, CHANGES), ("areas", 0, []), ("areas", 1, CHANGES)]
)
def test_the_second_program_draws_the_same(rule, candidate, changes):
    lines = [line._replace(region="ABCD"[line.number % 4]) for line in LINES]
    lines[3] = lines[3]._replace(apart=(9,), table=2)
    lines[7] = lines[7]._replace(table=1)
    found = record(changes, rule=rule, candidate=candidate, lines=lines)
    assert (record_faults(found), wrong(found)) == ([], [])


def test_the_second_program_needs_nothing_of_the_engine():
    files = [Path(one.__file__).read_text(encoding="utf-8") for one in (verify_draw, count_draw)]
    lines = [line for source in files for line in source.splitlines() if line.startswith(("import ", "from "))]
    brought = {"csv", "json", "collections", "collections.abc", "hashlib", "io", "itertools", "typing"}
    assert {line.split()[1] for line in lines} == brought | {count_draw.__name__}


def test_a_record_of_another_version_is_said_to_be_one(tmp_path):
    old = record([]) | {"version": "pinju-draw/4"}
    assert (record_faults(old), "version" in faults(old)) == (["version"], True)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(old), encoding="utf-8")
    with pytest.raises(CommandError, match="pinju-draw/5"):
        call_command("verify_draw", file, stdout=StringIO())


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
