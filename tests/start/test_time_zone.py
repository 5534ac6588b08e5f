"""The time on pages is that of the machine."""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.formats import date_format

from tests.support.paths import ROOT


def zone_shown(home: Path, **environment: str) -> str:
    code = "from django.conf import settings; print(settings.TIME_ZONE)"
    environment |= {"PINJU_HOME": str(home), "DJANGO_SETTINGS_MODULE": "config.settings"}
    without = {key: value for key, value in os.environ.items() if key != "TZ"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=without | environment, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode().strip()


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/New_York"])
def test_tz_variable_sets_the_time_zone(tmp_path: Path, zone: str) -> None:
    assert zone_shown(tmp_path, TZ=zone) == zone


@pytest.fixture(scope="module")
def zone_of_the_machine(tmp_path_factory: pytest.TempPathFactory) -> str:
    return zone_shown(tmp_path_factory.mktemp("home"))


@pytest.mark.parametrize("nonsense", ["Nowhere/Atall", "../../etc/passwd", "<+0330>-3:30"])
def test_invalid_tz_variable_is_ignored(tmp_path: Path, nonsense: str, zone_of_the_machine: str) -> None:
    assert zone_shown(tmp_path, TZ=nonsense) == zone_of_the_machine


def test_english_dates_are_unambiguous() -> None:
    with translation.override("en"):
        at = datetime(2026, 11, 12, 16, 5)
        assert date_format(at, "SHORT_DATETIME_FORMAT") == "12 Nov 2026, 16:05"
        assert date_format(at, "DATETIME_FORMAT") == "12 November 2026, 16:05"
        assert date_format(at.date()) == "12 November 2026"
