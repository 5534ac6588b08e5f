"""Web sites send results with their token: accepted results, errors with their place, replays and corrections."""

import csv
import io
import json
import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from ranking.bodies.models import Body
from ranking.pins.selectors.calculations import offers
from ranking.record.models.records import OfficialResult, RecordedEvent, ResultList
from ranking.record.models.sites import SitePlayer, SiteResults
from ranking.record.selectors.result_lists import plan_of
from ranking.record.services.result_lists import match_rows
from ranking.record.services.site_results import decline_results, end_token, make_token
from ranking.record.services.taken_lists import assign_result, take_list
from tests.support.ranking import HEADER, actor, new_person, sanctioned_event, taken_list
from tests.support.web_sites import EVENT, TOKEN, name_of, new_site, results
from web.api.web_results import THROTTLE
from web.shared.requests.rate_limit import LIMITS, Limit

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/web-events/cup-1"


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


@pytest.fixture
def site() -> Body:
    return new_site()


def put(document, address: str = ADDRESS, token: str = TOKEN, raw: bytes | None = None, **headers):
    data = json.dumps(document).encode() if raw is None else raw
    headers |= {"authorization": f"Bearer {token}", "accept-language": "en"}
    return Client(headers=headers).put(address, data, content_type="application/json")


def get(address: str = ADDRESS, token: str = TOKEN):
    return Client(headers={"authorization": f"Bearer {token}"}).get(address)


def errors(answer, status: int = 422) -> dict[str, str]:
    assert answer.status_code == status, answer.content[:500]
    return {error["where"]: error["message"] for error in answer.json()["errors"]}


def take(body: Body, people: dict[str, str] | None = None) -> str:
    """Take the waiting list into the record, as a member of the body."""
    kept = ResultList.objects.get(body=body)
    match_rows(actor(), body, kept=kept.pk, people=people or {})
    kept.refresh_from_db()
    return take_list(actor(), body, kept=kept.pk, seen=plan_of(kept).version)["letter"]


def test_sent_results_are_taken_in_and_count_for_this_sites_web_pins_only(site) -> None:
    sanctioned_event("cup-1")
    answer = put(results(44))
    assert answer.status_code == 202, answer.content
    waits = {"event": "cup-1", "state": "waiting", "rows": 44, "undecided": 0, "class": "C", "correction": False}
    assert answer.json() == waits | {"unchanged": False}
    assert get().json() == waits
    assert not RecordedEvent.objects.exists()
    assert take(site) == "C"
    assert get().json() == {"event": "cup-1", "state": "taken", "rows": 44, "class": "C", "version": 1}
    recorded = RecordedEvent.objects.get()
    assert (recorded.scope, recorded.web_site, recorded.players, recorded.sanctioned) == ("web", site.site, 44, True)
    first = recorded.results.first()
    assert (first.individual_rank, first.web_points, first.table_points) == (1, 4400, 300)
    available = offers(first.person)
    assert {(offer.kind, offer.level, offer.body) for offer in available} == {("web", 9, site), ("web", 8, site)}
    entry = AuditEntry.objects.get(action="site.send")
    assert (entry.actor_ref, entry.actor_name) == (f"site:{site.pk}", site.name)
    assert TOKEN not in str(AuditEntry.objects.values_list())


def test_every_wrong_row_is_named_and_nothing_is_kept(site) -> None:
    document = results(3)
    document["results"][0] |= {"place": "first", "web_points": -1}
    document["results"][2] |= {"colour": "red"}
    document["event"] |= {"starts": "2024-02-30"}
    errors_by_place = errors(put(document))
    assert set(errors_by_place) == {
        "event.starts", "results[0].place", "results[0].web_points", "results[2].colour"
    }  # fmt: skip
    document = results(3)
    document["results"][1] |= {"country": "ZZ", "player": document["results"][0]["player"]}
    document["results"][2] |= {"table_points": "25.4"}
    errors_by_place = errors(put(document))
    assert errors_by_place["results[2].table_points"] == "Table points: “25.4” is not a number."
    assert "is in the list twice" in errors_by_place["results[1]"]
    assert errors(put(None, raw=b"{"), 400) == {"body": "is not JSON"}
    assert "event" in errors(put(results(1), ADDRESS[:-5] + "CUP 1"))
    assert errors(put(results(3) | {"event": EVENT | {"ends": "2020-01-01"}}), 400)["event.ends"]
    lines = errors(put(results(3) | {"event": EVENT | {"name": "Web\nCup"}}), 400)
    assert "line break" in lines["event.name"]
    to_come = str(timezone.localdate() + timedelta(days=2))
    assert "in the future" in errors(put(results(3) | {"event": EVENT | {"ends": to_come}}), 400)["event.ends"]
    assert not SiteResults.objects.exists()


def test_a_lost_rank_has_its_own_place_value(site) -> None:
    """3.11.5: nothing counts; the word is that of the record and the event file."""
    document = results(44)
    document["results"][43] |= {"place": "rank-lost"}
    assert put(document).status_code == 202
    take(site)
    assert [result.status for result in OfficialResult.objects.filter(individual_rank=None)] == ["rank-lost"]


def test_results_are_sent_as_csv(site) -> None:
    rows = results(44)["results"]
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["名次", "用户名", "姓名", "国家", "网络比赛积分"])
    sheet.writerows([[row["place"], row["player"], row["name"], row["country"], row["web_points"]] for row in rows])
    query = "?name=Cup&starts=2024-05-01&ends=2024-05-02&sessions=6"
    address = f"{ADDRESS}/results.csv{query}"
    answer = put(None, address, raw=text.getvalue().encode("gb18030"))
    # A site cannot sanction its own events (A9 4.4, 5.3.3).
    assert (answer.status_code, answer.json()["class"]) == (202, "")
    take(site)
    assert OfficialResult.objects.get(individual_rank=2).web_points == 4300
    wrong = text.getvalue().replace("4300", "many").replace("4100", "")
    errors_by_place = errors(put(None, address, raw=wrong.encode()))
    assert set(errors_by_place) == {"rows[3].web_points", "rows[5].web_points"}
    assert "body" in errors(put(None, address, raw=b"a;b\n1;2\n"))
    assert "sessions" in errors(put(None, f"{ADDRESS}/results.csv?name=Cup", raw=b"x"))


def test_a_replay_changes_nothing_and_other_content_under_the_key_is_refused(site) -> None:
    first = put(results(44), **{"idempotency-key": "k1"}).json()
    assert put(results(44), **{"idempotency-key": "k1"}).json() == first
    again = put(results(44))
    assert (again.status_code, again.json()["unchanged"]) == (200, True)
    assert SiteResults.objects.count() == ResultList.objects.count() == 1
    assert put(results(43), **{"idempotency-key": "k1"}).status_code == 422
    assert put(results(43)).json()["rows"] == 43
    assert sorted(SiteResults.objects.values_list("state", flat=True)) == ["replaced", "waiting"]
    assert ResultList.objects.count() == 1
    take(site)
    assert put(results(43)).json() == {"event": "cup-1", "state": "taken", "rows": 43, "unchanged": True}


def test_a_correction_replaces_the_event_and_keeps_decided_persons(site) -> None:
    known = new_person(name_of(1), country="NL")
    put(results(44))
    kept = ResultList.objects.get()
    assert plan_of(kept).undecided == 1
    take(site, {"2": str(known.pk)})
    assert known.official_results.get().web_points == 4400
    assert SitePlayer.objects.get(code="user-1").person == known
    document = results(44)
    document["results"][0] |= {"web_points": 900, "place": 44, "name": "Another spelling"}
    del document["results"][43]
    answer = put(document).json()
    assert (answer["correction"], answer["undecided"], answer["rows"]) == (True, 0, 43)
    assert known.official_results.get().web_points == 4400  # until an official of the body has checked it
    plan = plan_of(ResultList.objects.get())
    changes = {change.name: (change.before, change.after) for change in plan.changes()}
    assert changes["Another spelling"][0]["web_points"] == 4400
    assert changes["Another spelling"][1]["web_points"] == 900
    assert changes[name_of(44)][1] is None
    assert len(changes) == 2
    take(site)
    recorded = RecordedEvent.objects.get()
    assert (recorded.version, recorded.players, recorded.results.count()) == (2, 43, 43)
    assert known.official_results.get().web_points == 900
    assert not known.qualifications.filter(level=8).exists()


def test_assigning_a_result_moves_the_sites_name_unless_there_are_several(site) -> None:
    """With two names it is unknown which one was meant: a reviewer decides on both again."""
    known, other = new_person(name_of(1)), new_person("Other Person")
    put(results(44))
    take(site, {"2": str(known.pk)})
    line = known.official_results.get()
    assign_result(actor(), site, result=line, person=other)
    assert SitePlayer.objects.get(code="user-1").person == other
    SitePlayer.objects.create(body=site, code="old-name", person=other)
    assign_result(actor(), site, result=line, person=other)
    assert SitePlayer.objects.filter(person=other).count() == 2
    assign_result(actor(), site, result=line, person=known)
    assert not SitePlayer.objects.filter(code__in=("user-1", "old-name")).exists()
    assert put(results(44), "/api/v1/web-events/cup-2").json()["undecided"] == 1


def test_a_foreign_event_id_is_refused_and_a_site_sees_only_its_results(site) -> None:
    other = new_site("other.example", token="other-token")
    put(results(44))
    take(site)
    assert "already" in errors(put(results(44), token="other-token"), 400)["event"]
    assert get(token="other-token").status_code == 404
    assert (len(get("/api/v1/web-events").json()), get("/api/v1/web-events", "other-token").json()) == (1, [])
    assert SiteResults.objects.filter(body=other).count() == 0


def test_a_reviewer_declines_with_a_reason_that_the_site_reads(site) -> None:
    put(results(44))
    decline_results(actor(), site, sent=SiteResults.objects.get().pk, reason="Two events in one")
    assert get().json() == {"event": "cup-1", "state": "declined", "rows": 44, "reason": "Two events in one"}
    assert not ResultList.objects.exists()
    assert put(results(44)).status_code == 202  # sent again, it waits again


@pytest.mark.parametrize("how", ["none", "wrong", "ended", "replaced", "over"])
def test_results_without_an_open_token_are_refused(site, how) -> None:
    if how == "ended":
        end_token(actor(), site)
    if how == "replaced":
        make_token(actor(), site, token="the-new-one")
        assert put(results(2), token="the-new-one").status_code == 202
        SiteResults.objects.all().delete()
    if how == "over":
        site.site_tokens.update(expires="2020-01-01T00:00:00Z")
    token = {"none": "", "wrong": "x"}.get(how, TOKEN)
    answer = put(results(2), token=token)
    assert set(errors(answer, 401)) == {"Authorization"}
    assert answer["WWW-Authenticate"] == "Bearer"
    assert get(token=token).status_code == 401
    assert not SiteResults.objects.exists()


def test_sites_and_token_guessers_have_rate_limits(site, monkeypatch) -> None:
    monkeypatch.setattr(THROTTLE, "num_requests", 2)
    monkeypatch.setitem(LIMITS, "site", Limit(2, ""))
    for _ in range(2):
        assert get("/api/v1/web-events").status_code == 200
    late = get("/api/v1/web-events")
    assert (late.status_code, "Retry-After" in late) == (429, True)
    for _ in range(2):
        assert get(token="guess").status_code == 401
    assert get(token="guess").status_code == 429
    # Guessing does not lock out the holder of an open token.
    monkeypatch.setattr(THROTTLE, "num_requests", 9)
    assert get("/api/v1/web-events").status_code == 200


def test_a_list_of_a_sites_body_is_always_an_event_on_its_site(site) -> None:
    rows = [["Place", "Name", "Web points", "TP"], ["1", "Ann", "1500", "200"]]
    kept = taken_list(site, [{"name": "", "rows": rows}], **HEADER | {"scope": "world", "players": 90})
    row = ResultList.objects.get(pk=kept)
    assert (row.header["scope"], row.header["web_site"]) == ("web", site.site)
    take_list(actor(), site, kept=kept, seen=plan_of(row).version)
    recorded = RecordedEvent.objects.get()
    assert (recorded.web, recorded.letter) == (True, "C")
    without = [{"name": "", "rows": [["Place", "Name", "TP"], ["1", "Bob", "20"]]}]
    kept = taken_list(site, without)
    [problem] = plan_of(ResultList.objects.get(pk=kept)).matches[0].row.problems
    assert problem.code == "no_web_points"


def test_the_documented_example_is_accepted(site) -> None:
    text = (settings.BASE_DIR / "docs" / "web-results.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"<<'JSON'\n(.*?)\nJSON", text, re.DOTALL)
    assert put(json.loads(shown)).json()["rows"] == 2
    [rows] = re.findall(r"```\n(Place.*?)\n```", text, re.DOTALL)
    [address] = re.findall(r"PUT (/api/v1/web-events/ID/results.csv\S+)`", text)
    answer = put(None, address.replace("/ID/", "/cup-2/"), raw=rows.encode())
    assert (answer.status_code, answer.json()["rows"]) == (202, 2)
    described = Client().get("/api/openapi.json").json()["paths"]
    assert {"/api/v1/web-events", "/api/v1/web-events/{event}", "/api/v1/web-events/{event}/results.csv"} <= set(
        described
    )
