from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

#: Each command that reads a file, with what else it needs.
READERS = {
    "score_hands": (),
    "import_event": (),
    "draw_round": ("--method=swiss",),
    "verify_round": (),
    "verify_draw": (),
    "simulate_format": ("--players=16", "--runs=1"),
    "federation_ranking": ("--formula=mers", "--date=2025-05-04", "--json"),
    "check_certificate": (),
    "check_published": (),
}


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(("name", "reason"), [("none.json", "No such file or directory"), (".", "Is a directory")])
def test_a_file_that_cannot_be_opened_is_wrong_use(tmp_path: Path, command: str, name: str, reason: str) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command(command, str(tmp_path / name), *READERS[command])
    assert refusal.value.returncode == 2
    assert str(refusal.value) == f"{tmp_path / name} cannot be read: {reason}"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("verify_audit", ["--file={}"]),
        ("draw_chart", ["--players=8", "--sessions=2", "--entries={}"]),
    ],
)
def test_a_file_of_an_option_that_cannot_be_opened_is_wrong_use(
    tmp_path: Path, command: str, options: list[str]
) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file") as refusal:
        call_command(command, *(option.format(tmp_path / "none") for option in options))
    assert refusal.value.returncode == 2
