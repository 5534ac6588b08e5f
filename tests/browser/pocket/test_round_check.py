"""The scripts that recount a session drawn by standings and draw it again: they agree with the engine and find every
changed number."""

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.formats.selectors.leavers import mended
from scoring.formats.services.session_draws import release_session_draw
from scoring.releases.services.releasing import release_session
from tests.support.draws import ACTOR
from tests.support.formats import draw_next, play, with_format
from tests.tournament.draws.rules.rounds.histories import random_history
from tests.tournament.draws.rules.rounds.recorded import FILE
from tournament.draws.rules.pools import PoolUnit, pool_sizes, pools_document, pools_result
from tournament.draws.rules.rounds import Demands, as_document, draw_round, task_from
from tournament.events.models.events import Event
from tournament.presence.services.withdrawals import withdraw

STEPS = "record => Object.fromEntries(roundSteps(record).map(([name, holds]) => [name, holds()]))"
#: What the page's worker says of parts.
REDRAW = """parts => new Promise((done, fail) => {
  const worker = new Worker(document.getElementById("round-check").dataset.solver, { type: "module" });
  worker.onmessage = ({ data }) => done(data);
  worker.onerror = () => fail(new Error("the worker failed"));
  worker.postMessage(parts);
})"""
PASSED = "All checks passed: tables, figures and bounds are as stated, and the same seats came out."
GOOD = {"seats": True, "partition": True, "vector": True, "bounds": True}


@pytest.fixture
def drawn(live_server, page: Page) -> Page:
    """Return the public page of the draw of session 2."""
    event = with_format("swiss", players=16, sessions=3)
    play(event, 1)
    draw_next(event, 2)
    page.goto("/e/swiss/seats/2/draw/")
    expect(page.get_by_text("The figures and the record appear here")).to_be_visible()
    release_session(ACTOR, event.sessions.get(number=1))
    page.goto("/e/swiss/seats/2/")
    page.get_by_role("link", name="How this session was drawn").click()
    return page


def record(method: str, count: int, seed: int) -> dict:
    entries = [
        {"number": n, "rank": n, "table_points": str(Fraction(3 * count - n, 3)), "team": f"T{n % 9}", "country": "FR",
         "place_before": 1 + n % 4, "floats": n % 3}
        for n in range(1, count + 1)
    ]  # fmt: skip
    played = [[list(four) for four in session] for session in random_history(count, 3, seed)]
    document = {"entries": entries, "played": played, "apart": [[1, 2]]}
    demands = Demands("avoid", "avoid", "allow")
    task = task_from(document, method, "s", demands=demands)  # type: ignore[arg-type]
    result = as_document(task, draw_round(task))
    return {"tables": result["tables"], "parts": [{"stage": 1, "document": document, "result": result}]}


def checked(page: Page) -> Any:
    """Press the button and return the status."""
    page.get_by_role("button", name="Check this draw").click()
    return expect(page.get_by_role("status"))


def test_a_reader_checks_the_draw_of_a_session(drawn: Page) -> None:
    checked(drawn).to_have_text(PASSED)
    assert drawn.locator("[data-holds=yes]").count() == 5
    expect(drawn.locator("[data-step=redraw]")).to_contain_text("the same seats came out")


def test_the_page_names_the_table_that_differs(drawn: Page) -> None:
    """Two players of one table exchange winds in the record and in the seats: only drawing again finds it."""
    text = drawn.request.get(drawn.url + "../draw.json").text()
    changed = json.loads(text)
    for tables in (changed["tables"], changed["parts"][0]["result"]["tables"]):
        tables[2][0], tables[2][1] = tables[2][1], tables[2][0]
    drawn.route("**/draw.json", lambda route: route.fulfill(json=changed))
    checked(drawn).to_have_text("This record did not pass: something in it was changed.")
    expect(drawn.locator("[data-step=redraw]")).to_contain_text("other seats at table 3")
    changed = json.loads(text)
    changed["parts"][0]["result"]["version"] = "pinju-round/1"
    drawn.route("**/draw.json", lambda route: route.fulfill(json=changed))
    checked(drawn).to_have_text("Tables, figures and bounds are as stated. They were not drawn again here.")
    expect(drawn.locator("[data-step=redraw]")).to_contain_text("made by another version of the program")


def test_the_browser_repeats_every_recorded_draw(drawn: Page) -> None:
    recorded = json.loads(FILE.read_text(encoding="utf-8"))
    verdicts = drawn.evaluate(REDRAW, list(recorded.values()))
    assert dict(zip(recorded, verdicts, strict=True)) == dict.fromkeys(recorded, {"verdict": "same"})


def test_the_browser_finds_what_drawing_again_does_not_give(drawn: Page) -> None:
    part = json.loads(FILE.read_text(encoding="utf-8"))["split"]
    moved, proved, old, none = (deepcopy(part) for _copy in range(4))
    moved["result"]["tables"][1].reverse()
    proved["result"]["vector"][5]["bound"] -= 1
    old["result"]["version"] = "pinju-round/3"
    del none["document"]["entries"]
    assert drawn.evaluate(REDRAW, [moved, proved, old, none]) == [
        {"verdict": "tables", "tables": [2]}, {"verdict": "bounds"}, {"verdict": "version"}, {"verdict": "failed"},
    ]  # fmt: skip


def test_a_reader_checks_tables_that_were_changed_after_players_left(live_server: Any, page: Page) -> None:
    event = with_format("swiss", players=16, sessions=3, fillers=2)
    play(event, 1)
    draw_next(event, 2)
    for number in (1, 9):
        withdraw(ACTOR, event.entries.get(number=number), session=2, reason="ill")
    event = Event.objects.select_related("ledger").get(pk=event.pk)
    release_session_draw(ACTOR, event, session=2, digest=mended(event, 2, "touched").digest, how="touched")
    release_session(ACTOR, event.sessions.get(number=1))
    page.goto("/e/swiss/seats/2/draw/")
    expect(page.get_by_text("Changed after players left: the other tables stay as released.")).to_be_visible()
    expect(page.get_by_role("row", name="Rematches")).to_be_visible()
    checked(page).to_have_text(PASSED)
    assert page.locator("[data-holds=yes]").count() == 6
    record = page.request.get(page.url + "../draw.json").json()
    document = record["parts"][0]["document"]
    assert page.evaluate(STEPS, record)["mended"] is True
    for tables in (document["before"], record["earlier"][0]["tables"], document["result"]["tables"]):
        tables[0].reverse()
        assert page.evaluate(STEPS, record)["mended"] is False
        tables[0].reverse()
    del document["before"]
    assert page.evaluate(STEPS, record)["mended"] is None


def test_the_script_agrees_with_the_engine_and_finds_changes(drawn: Page) -> None:
    for method, count in (("fours", 24), ("swiss", 40), ("snake", 24), ("split", 16), ("winners", 16), ("lots", 20)):
        made = record(method, count, 4)
        assert drawn.evaluate(STEPS, made) == GOOD, method
        changed = deepcopy(made)
        tables = changed["parts"][0]["result"]["tables"]
        tables[0][0], tables[-1][0] = tables[-1][0], tables[0][0]
        changed["tables"] = tables
        assert False in drawn.evaluate(STEPS, changed).values(), method
    made = record("swiss", 40, 4)
    for at in range(10):
        changed = deepcopy(made)
        changed["parts"][0]["result"]["vector"][at]["value"] += 1
        assert drawn.evaluate(STEPS, changed)["vector"] is False
    changed = deepcopy(made)
    changed["parts"][0]["result"]["vector"][5]["bound"] = 10**7
    assert drawn.evaluate(STEPS, changed)["bounds"] is False


def test_the_script_agrees_with_the_engine_about_pools(drawn: Page) -> None:
    countries = ["", *(f"C{number % 7}" for number in range(1, 34)), "FR", "FR"]
    units = [PoolUnit(number, country) for number, country in enumerate(countries, start=1)]
    for kind, step in (("snake", 4), ("lot", 4), ("lot", 1), ("snake", 1)):
        document = pools_document(units, pool_sizes(len(units), 5, step), kind, "players")  # type: ignore[arg-type]
        result = pools_result(document, "seed")
        parts = [{"stage": 2, "document": document, "result": result}]
        assert drawn.evaluate("record => poolsStep(record)", {"parts": parts}) is True, kind
        for change in ({"country_pairs": 99}, {"bound": 99}, {"pools": [*result["pools"][1:], result["pools"][0]]}):
            changed = [{"stage": 2, "document": document, "result": result | change}]
            assert drawn.evaluate("record => poolsStep(record)", {"parts": changed}) is False, (kind, change)
    assert drawn.evaluate("record => poolsStep(record)", {"parts": [{"stage": 1, "result": {}}]}) is None
