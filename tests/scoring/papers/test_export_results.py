"""The command that writes a federation's workbook."""

import io
from pathlib import Path

import openpyxl
import pytest
from django.core.management import CommandError, call_command

from tests.support.cup import cup, taken_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("columns", [18, 19])
def test_the_command_writes_the_released_results_and_says_what_to_check(tmp_path: Path, columns: int) -> None:
    event, file, messages = taken_in(cup(), release=2), tmp_path / "results.xlsx", io.StringIO()
    call_command("export_results", event.slug, "--form=ema", f"--columns={columns}", str(file), stderr=messages)
    rows = list(openpyxl.load_workbook(file)["MCR template"].iter_rows(values_only=True))
    assert {len(row) for row in rows} == {columns}
    assert [row[2] for row in rows] == ["Place", 1, 2, 3, 4, 5, 6, 7]
    assert "without a rank" in messages.getvalue()


def test_the_command_refuses_what_it_cannot_write(tmp_path: Path) -> None:
    file = str(tmp_path / "results.xlsx")
    with pytest.raises(CommandError, match="There is no event nowhere"):
        call_command("export_results", "nowhere", "--form=ema", file)
    unreleased = taken_in(cup(), release=0)
    with pytest.raises(CommandError, match="No session is released yet|no results yet"):
        call_command("export_results", unreleased.slug, "--form=ema", file)
    assert not (tmp_path / "results.xlsx").exists()
