"""The public record of a draw: its contents, repeating it, and detecting every change of it."""

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


def wrong(record: dict) -> list:
    """Return the faults that the second program finds; an unreadable record counts too."""
    try:
        return list(faults(record))
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
        return [error]


def test_list_is_a_file_for_draw_chart_independent_of_order():
    assert list_text([ListLine(2, "=1+1", "", "JP", ""), ListLine(1, "王, 伟", "a", "", "r")]) == (
        'number,name,team,country,region,apart,table\n1,"王, 伟",a,,r,,\n2,=1+1,,JP,,,\n'
    )


def test_wishes_in_the_list_survive_a_round_trip():
    lines = [ListLine(1, "甲, \n乙", "", "", "", (2, 3), None), ListLine(2, '"', "", "", "", (), 1)]
    assert list_text(lines).endswith('\n1,"甲, \n乙",,,,2 3,\n2,"""",,,,,1\n')
    assert lines_of(list_text(lines)) == lines


def test_seed_is_the_sha_256_of_secret_value_list_hash_and_terms():
    terms = sha256(b"terms").hexdigest()
    assert mixed_seed("s", "v", "l", "terms") == sha256(f"s|v|l|{terms}".encode()).hexdigest()


def test_terms_contain_the_start_of_each_candidate():
    named = json.loads(terms_text(LINES, 3, "apart", 3))
    starts = [json.dumps(described_start(LINES, 3, "apart", at), separators=(",", ":")) for at in range(3)]
    assert (named["sessions"], named["players"], len(set(starts))) == (3, 18, 3)
    assert named["starts"] == [sha256(start.encode()).hexdigest() for start in starts]
    other = [LINES[0]._replace(team="x"), *LINES[1:]]
    assert json.loads(terms_text(other, 3, "apart", 1))["starts"][0] != named["starts"][0]


@pytest.mark.parametrize("changes", [[], CHANGES])
@pytest.mark.parametrize("candidate", [0, 1])
def test_unchanged_record_is_valid(changes, candidate):
    assert record_faults(record(changes, candidate=candidate)) == []


def test_swap_by_hand_changes_only_its_session():
    before, after = record([])["chart"], record(CHANGES)["chart"]
    assert [before[at] == after[at] for at in range(3)] == [True, False, True]
    mended = [[{3: 17, 17: 3}.get(number, number) for number in table] for table in after[1]]
    assert mended == before[1]


def tampered() -> list:
    """Return changes of each part of the record with their faults."""

    def swap(record):
        first, second = record["chart"][0][:2]
        first[0], second[0] = second[0], first[0]

    def listed(old, new):
        return lambda record: record.update(list=record["list"].replace(old, new, 1))

    return [
        (swap, "chart"),
        (lambda record: record["chart"][1][0].reverse(), "chart"),
        (lambda record: record["quality"].update(team_meetings=record["quality"]["team_meetings"] + 1), "quality"),
        (listed("名 5", "Another person"), "list_hash"),
        (listed("队1", "队0"), "list_hash"),
        (lambda record: record.update(public_value="骰子 3 6"), "seed"),
        (lambda record: record.update(secret="ab" * 31 + "ac"), "commitment"),
        (lambda record: record.update(changes=[]), "chart"),
        (lambda record: record.update(sessions=4), "terms"),
        (lambda record: record.update(candidate=0), "start"),
        (lambda record: record.update(candidate=2), "terms"),
        (lambda record: record.update(rule="areas"), "shape"),
        (lambda record: record.update(terms=record["terms"].replace("]}", ',"' + "0" * 64 + '"]}')), "seed"),
        (lambda record: record["start"][0][0].reverse(), "start"),
        (lambda record: record.update(version="pinju-draw/0"), "version"),
        (lambda record: record.update(list=record["list"].rsplit("\n18,")[0] + "\n"), "list_hash"),
        (lambda record: record.pop("seed"), "shape"),
        (lambda record: record.update(changes=[{"session": 9, "numbers": [1, 2]}]), "shape"),
    ]


@pytest.mark.parametrize(("change", "fault"), tampered())
def test_changed_record_is_refused_with_its_fault(change, fault, tmp_path):
    changed = deepcopy(record(CHANGES))
    change(changed)
    assert fault in record_faults(changed)
    assert wrong(changed)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(changed), encoding="utf-8")
    if fault != "version":
        with pytest.raises(CommandError):
            call_command("verify_draw", file, stdout=StringIO())


GOOD = record(CHANGES)
TEXTS = ("seed", "secret", "commitment", "public_value", "list", "list_hash", "terms")


@settings(max_examples=120)
@given(st.sampled_from([*TEXTS, "chart", "start", "quality", "sessions", "players", "fillers", "candidate"]), st.data())
def test_both_programs_detect_any_changed_number(part, data):
    record = deepcopy(GOOD)
    if part in TEXTS:
        text = record[part]
        at = data.draw(st.sampled_from([at for at, sign in enumerate(text) if sign in "0123456789abcdef"]))
        other = data.draw(st.sampled_from([sign for sign in "0123456789" if sign != text[at]]))
        record[part] = text[:at] + other + text[at + 1 :]
    elif part in ("chart", "start"):
        four = record[part][data.draw(st.integers(0, 2))][data.draw(st.integers(0, 4))]
        at = data.draw(st.integers(0, 3))
        four[at] = data.draw(st.integers(0, 21).filter(lambda number: number != four[at]))
    else:
        where = record["quality"] if part == "quality" else record
        name = data.draw(st.sampled_from(sorted(where))) if part == "quality" else part
        where[name] = (where[name] or 0) + data.draw(st.sampled_from([-1, 1, 4]))
    assert record_faults(record)
    assert wrong(record)


@pytest.mark.parametrize(
    ("rule", "candidate", "changes"), [("apart", 0, []), ("apart", 1, CHANGES), ("areas", 0, []), ("areas", 1, CHANGES)]
)
def test_second_program_draws_the_same_chart(rule, candidate, changes):
    lines = [line._replace(region="ABCD"[line.number % 4]) for line in LINES]
    lines[3] = lines[3]._replace(apart=(9,), table=2)
    lines[7] = lines[7]._replace(table=1)
    changed_record = record(changes, rule=rule, candidate=candidate, lines=lines)
    assert (record_faults(changed_record), wrong(changed_record)) == ([], [])


def test_second_program_is_independent_of_the_engine():
    files = [Path(module.__file__).read_text(encoding="utf-8") for module in (verify_draw, count_draw)]
    lines = [line for source in files for line in source.splitlines() if line.startswith(("import ", "from "))]
    brought = {"csv", "json", "collections", "collections.abc", "hashlib", "io", "itertools", "math", "typing"}
    assert {line.split()[1] for line in lines} == brought | {count_draw.__name__}


def test_record_of_another_version_is_reported(tmp_path):
    old = record([]) | {"version": "pinju-draw/4"}
    assert (record_faults(old), "version" in faults(old)) == (["version"], True)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(old), encoding="utf-8")
    with pytest.raises(CommandError, match="pinju-draw/5"):
        call_command("verify_draw", file, stdout=StringIO())


def test_commands_repeat_the_record(tmp_path):
    kept, file, entries = record([]), tmp_path / "record.json", tmp_path / "list.csv"
    file.write_text(json.dumps(kept), encoding="utf-8")
    entries.write_text(list_text(LINES), encoding="utf-8")
    call_command("verify_draw", file, entries=entries, stdout=StringIO())
    out = StringIO()
    call_command(
        "draw_chart", players=18, sessions=3, entries=entries, seed=kept["seed"], candidate=2, json=True, stdout=out
    )
    assert json.loads(out.getvalue())["chart"] == kept["chart"]


def test_list_different_from_the_record_is_reported(tmp_path):
    file, entries = tmp_path / "record.json", tmp_path / "list.csv"
    file.write_text(json.dumps(record([])), encoding="utf-8")
    entries.write_text(list_text([LINES[0]._replace(team="队9"), *LINES[1:]]), encoding="utf-8")
    with pytest.raises(CommandError, match="not the one of --entries"):
        call_command("verify_draw", file, entries=entries, stdout=StringIO())
