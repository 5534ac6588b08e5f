"""The examples of the page for programmers and of its texts run as they are written, with an address and a token."""

import html
import json
import re
import shutil
import subprocess
import sys
from datetime import date

import pytest
from django.conf import settings
from django.test import Client

from tests.support.cup import cup, taken_in
from tests.support.devices import device_token
from tests.support.pin_applications import member
from tests.support.publishing import hall_token
from tests.support.ranking import new_body, new_person
from tests.support.rankings import career, computed, new_ranking
from tests.support.registries import new_registry, new_token
from tests.support.web_sites import TOKEN as SITE_TOKEN
from tests.support.web_sites import new_site
from web.api.page import EXAMPLE

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not shutil.which("curl"), reason="no curl on this machine"),
]
READS = "a-token-of-a-program"


def run(code: str) -> str:
    """Run a line of curl in a shell, or a program in Python, and return what it prints."""
    command = ["bash", "-ec", code] if code.startswith("curl ") else [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{code}\n{done.stderr}"
    return done.stdout


def programs_of(name: str, address: str, token: str) -> list[str]:
    """Return the examples in sh and Python of a text in docs."""
    text = (settings.BASE_DIR / "docs" / name).read_text(encoding="utf-8").replace("https://HOST", address)
    return [code.replace('TOKEN"', f'{token}"') for code in re.findall(r"```(?:sh|python)\n(.*?)```", text, re.DOTALL)]


def test_the_examples_of_the_page(live_server) -> None:
    career(new_person("王伟", country="NL"), 1, 1, ends=date(2026, 5, 4))
    computed(new_ranking(new_body(), slug="own", kind="own", factors=["1"], least=1), date(2026, 6, 1))
    computed(new_ranking(slug="mers"), date(2026, 6, 1))
    taken_in(cup())
    new_token(member(new_registry().ledger.body), READS)
    page = Client().get("/api/", headers={"host": live_server.url.removeprefix("http://")}).content.decode()
    codes = [html.unescape(code) for code in re.findall("<code>([^<]*)</code></pre>", page)]
    names = {"TOKEN": READS, "RANKING": "mers", "EVENT": "cup"}
    codes = [re.sub("|".join(names), lambda found: names[found[0]], code) for code in codes]
    programs = [code for code in codes if re.match(r"curl |import json\n", code)]
    scored, events, rankings, quotas_and_clock, *registries = map(run, programs)
    assert '"winning": true' in scored
    assert EXAMPLE["hand"] in programs[0]
    assert events.startswith('{"events": [')
    assert rankings == "own 1 王伟 1000.0000\nmers 1 王伟 738.8889\n"
    assert '"quotas": [{"country": "NL", "spots": 40, ' in quotas_and_clock
    assert '}{"event": "cup", "at": "' in quotas_and_clock
    assert ["Nederlandse Mahjong Bond" in said for said in registries] == [True, True]


def test_the_examples_of_registries(live_server) -> None:
    new_token(member(new_registry().ledger.body), READS)
    listed, members = map(run, programs_of("registries.md", live_server.url, READS))
    assert '"name": "Nederlandse Mahjong Bond"' in listed
    assert members.splitlines()[0] == "DE JONG Mattheu 08010039"


def test_the_example_of_web_results(live_server) -> None:
    new_site()
    [sent] = map(run, programs_of("web-results.md", live_server.url, SITE_TOKEN))
    assert '"event": "spring-2025", "state": "waiting", "rows": 2' in sent


def test_the_examples_of_scoring_devices(live_server) -> None:
    event = taken_in(cup())
    programs = programs_of("scoring-devices.md", live_server.url, device_token(event))
    place = f"{event.slug}/sessions/3/tables/1"
    read, written = (run(code.replace("open-2018/sessions/1/tables/3", place)) for code in programs)
    text = (settings.BASE_DIR / "docs" / "scoring-devices.md").read_text(encoding="utf-8")
    shown_read, shown_written = (json.loads(code) for code in re.findall(r"```json\n(.*?)```", text, re.DOTALL))
    own = {"event": event.slug, "session": 3, "table": 1, "seats": {"E": 1, "S": 5, "W": 2, "N": 9}}
    assert json.loads(read) == shown_read | own
    assert json.loads(written) == shown_written


def test_the_example_of_publishing(live_server) -> None:
    event = taken_in(cup())
    asked, *_checking = programs_of("publishing.md", live_server.url, hall_token(event))
    assert '"next": 1' in run(asked.replace("open-2018", event.slug))
