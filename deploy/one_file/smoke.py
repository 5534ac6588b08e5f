"""Use a built program as a person does, without any Python for it: `python -m deploy.one_file.smoke PROGRAM`.

It needs Python's standard library only and runs on the three systems. Each step prints how long it took; the first one
that fails ends it with a traceback and exit status 1.
"""

import argparse
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

from deploy.one_file.place import Place
from tests.start.browsing import Browser
from tests.start.processes import free_port, wait_until

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
EVENT = {
    "format": "mcr-event/1",
    "event": {"id": "smoke", "name": "Smoke", "rules": "wmo-2014", "sessions": 1},
    "players": [{"number": number, "name": f"Player {number}"} for number in range(1, 5)],
    "sessions": [{"number": 1, "tables": [{"number": 1, "seats": dict(zip("ESWN", range(1, 5), strict=True))}]}],
}
OPEN_TABLE = """
from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.sheets.rules.codes import new_table_access
from scoring.sheets.services.codes.cards import issue_table_codes
from tournament.events.models.events import Event
actor, codes = system_actor("smoke"), new_table_access([1])
import_event(actor, document=EVENT)
issue_table_codes(actor, Event.objects.get(slug="smoke"), codes=codes)
print(codes[1].token)
"""
INSIDE = {
    "modules": "True",
    "commands": "True",
    "templates": "True True",
    "translations": "['Settings', '设置', '設定']",
    "workbook": "[['张三', '12']]",
    "picture": "jpeg",
    "numbers": "4",
    "time zone": "True True",
    "backup": "True",
}


def step(name: str, work: Callable[..., object], *args: object) -> None:
    begun = time.monotonic()
    work(*args)
    print(f"{name}: {time.monotonic() - begun:.1f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--window", action="store_true", help="there is a screen: open the window too")
    options = parser.parse_args()
    print(f"{options.program}: {size(options.program) / 1e6:.0f} MB")
    folder = Path(tempfile.mkdtemp(prefix="pinju smoke "))
    try:
        place = Place(folder.resolve(), options.program.resolve())
        for walk in (first_start, second_day, inside, undo_update, *([window] if options.window else [])):
            step(walk.__name__, walk, place)
        assert sorted(place.place.iterdir()) == place.files
        assert list(place.temporary.glob("_MEI*")) == []
    finally:
        place.place.chmod(0o700)
        shutil.rmtree(folder, ignore_errors=True)
    print("All is well.")


def size(program: Path) -> int:
    files = program.rglob("*") if program.is_dir() else [program]
    return sum(file.stat().st_size for file in files if file.is_file())


def first_start(place: Place) -> None:
    """Start on an empty home, read, write a hand, and meet a second start and a taken port."""
    port, begun = free_port(), time.monotonic()
    with place.started("--console", port=port, ready="Ctrl-C ends it.") as running:
        print(f"  first start until it serves: {time.monotonic() - begun:.1f} s")
        assert f"http://127.0.0.1:{port}/" in running.printed
        password = (place.data / "admin-password.txt").read_text().split()[-1]
        assert password in running.printed
        pages(port)
        desk(port, password)
        hand(place, port)
        again = place.run("--console", "--port", str(free_port()), expected=1)
        assert f"already running with the data in {place.data}: http://127.0.0.1:{port}/" in again, again
        other = {"PINJU_HOME": str(place.folder / "other data")}
        taken = place.run("--console", "--port", str(port), expected=1, **other)
        assert f"Port {port} is taken by another program" in taken, taken


def pages(port: int) -> None:
    """Read pages in three languages, with what they load."""
    for language, word in (("en", "Standings"), ("zh-hans", "排名"), ("ja", "順位")):
        status, page = Browser(port).ask("GET", "/e/open-2018/standings/", **{"Accept-Language": language})
        assert (status, word in page) == (200, True), page[:500]
    loaded = [part.split('"')[0] for part in page.split('="')[1:] if part.startswith("/static/")]
    assert len(loaded) > 5
    for address in [
        *loaded,
        "/static/fonts/MCRSansSC-Regular.woff2",
        "/guide/zh/organizer/",
        "/guide/zh/pictures/floor.png",
    ]:
        assert status_of(port, address) == 200, address
    wait_until(lambda: status_of(port, "/readyz") == 200, 60)  # the worker answers too


def status_of(port: int, address: str) -> int:
    browser = Browser(port)
    try:
        return browser.ask("GET", address)[0]
    except UnicodeDecodeError:  # a font or picture arrived
        return 200


def desk(port: int, password: str) -> None:
    """Sign in and let the worker make the papers of the results."""
    browser, papers = Browser(port), "/e/open-2018/desk/papers/"
    browser.sign_in("admin", password)
    form = urlencode({"csrfmiddlewaretoken": browser.token(papers)})
    status, page = browser.ask("POST", f"{papers}packs/results/", form, **FORM)
    assert status == 302, page
    made = re.compile(rf"{papers}files/\d+/")
    wait_until(lambda: made.search(browser.ask("GET", papers)[1]), 120)


def hand(place: Place, port: int) -> None:
    """Write a hand at a table."""
    token = place.run("manage", "shell", "-v", "0", "-c", f"EVENT = {EVENT!r}\n{OPEN_TABLE}").split()[-1]
    phone = Browser(port)
    assert phone.ask("GET", f"/t/{token}/")[0] == 302
    assert phone.ask("GET", "/e/smoke/table/1/1/")[0] == 200
    facts = {"key": "1", "no": 1, "seen": 0, "winner": "E", "discarder": "S", "points": 24}
    headers = {"Accept": "application/json", "X-CSRFToken": phone.cookies["csrftoken"], **FORM}
    status, answer = phone.ask("POST", "/e/smoke/table/1/1/hand/", urlencode(facts), **headers)
    assert status == 200, answer


def second_day(place: Place) -> None:
    """Start again: the hand is there."""
    port, begun = free_port(), time.monotonic()
    with place.started("--console", port=port, ready="Ctrl-C ends it.") as running:
        print(f"  second start until it serves: {time.monotonic() - begun:.1f} s")
        assert "password" not in running.printed.split("The network")[0]
    document = json.loads(place.run("manage", "export_event", "smoke"))
    [table] = document["sessions"][0]["tables"]
    assert [(played["winner"], played["points"]) for played in table["hands"]] == [("E", 24)], table


def inside(place: Place) -> None:
    """Import all modules, read files in processes of their own, back up, and restore the backup elsewhere."""
    stick = place.folder / "U盘 stick"
    stick.mkdir()
    code = (HERE / "inside.py").read_text(encoding="utf-8")
    printed = place.run("manage", "shell", "-v", "0", "-c", f"STICK = {str(stick)!r}\n{code}")
    for name, result in INSIDE.items():
        assert f"{name} {result}" in printed, (name, printed)
    migrations = len(list(ROOT.glob("*/migrations/0*.py")))
    assert f"migrations {migrations} all known" in printed, printed
    other = {"PINJU_HOME": str(place.folder / "another laptop")}
    assert "Restored and verified. Start with: Pinju" in place.run("restore", stick, **other)
    assert "Player 1" in place.run("manage", "standings", "smoke", "--json", **other)
    if sys.platform != "win32":
        assert "gunicorn" in place.run("-m", "gunicorn", "--version", **other)
        place.run("-m", "gunicorn", "--check-config", "config.wsgi", **other)


def undo_update(place: Place) -> None:
    """Bring the data of the first program up to date, and go back to it."""
    home = place.folder / "data of the first program"
    home.mkdir()
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        database.executescript((ROOT / "tests/data/first_issue.sql").read_text(encoding="utf-8"))
        before = list(database.iterdump())
    report = json.loads((ROOT / "tests/data/first_issue.json").read_text(encoding="utf-8"))
    (home / "private-data-key.txt").write_text(report["private_data_key"])
    printed = place.run("manage", "prepare", "--skip-checks", PINJU_HOME=str(home))
    assert f"({place.program.name} undo-update goes back to it)" in printed, printed
    printed = place.run("undo-update", PINJU_HOME=str(home))
    assert "The data is as it was before the update" in printed, printed
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        assert list(database.iterdump()) == before


def window(place: Place) -> None:
    """Open the window in Chinese, and end the program by a signal, as the system does."""
    screen = {name: os.environ[name] for name in ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY") if name in os.environ}
    if sys.platform not in ("win32", "darwin"):  # there the language is a setting of the system, not a variable
        screen |= {
            "LANGUAGE": "zh_CN",
            "LC_ALL": "C.UTF-8",
            "PINJU_HOME": str(place.folder / "first start in a window"),
        }
    with place.started(port=free_port(), ready="Closing the window ends it.", **screen) as running:
        assert Browser(running.port).ask("GET", "/healthz")[0] == 200
        if "LANGUAGE" in screen:
            for sentence in ("管理员：admin   密码：", "密码只显示一次；", "演示赛事：", "出错信息记录在"):
                assert sentence in running.printed, running.printed


if __name__ == "__main__":
    main()
