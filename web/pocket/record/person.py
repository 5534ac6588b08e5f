"""A person's record, as everybody may see it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ranking.links.selectors import is_public, person_of
from ranking.pins.selectors.person_records import Record, person_by_id, record_of
from web.pocket.record.rows import level_rows, record_rows
from web.pocket.record.words import pin_name
from web.shared.methods import get_only


@get_only
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Every counted event of somebody; of merged persons that of the one kept.

    404 where nothing may be shown: no event is in the record, or the person does not want it to be seen. The person
    sees it always, and then as everybody else would.
    """
    found = person_by_id(pk)
    if found is None:
        raise Http404
    if found.merged_into:
        return redirect("record:person", found.merged_into.pk)
    own = request.user.is_authenticated and person_of(request.user) == found
    record = record_of(found, public=True)
    public = is_public(found) and bool(record.lines)
    if not public and not own:
        raise Http404
    return render(request, "record/person.html", {**record_context(record), "own": own, "public": public})


def record_context(record: Record) -> dict[str, object]:
    """What the tables of a record show."""
    evaluation = record.evaluation
    return {
        "record": record,
        "rows": record_rows(record.pin_lines),
        "web_rows": record_rows(record.web_lines),
        "pin": pin_name(evaluation.pin),
        "sites": [_site(one) for one in record.sites],
        "by_session": record.reading.positive_cp == "session",
        "levels": level_rows(evaluation.pins),
        "next": level_rows(filter(None, [evaluation.next_pin])),
    }


def _site(record: Record) -> dict[str, object]:
    """What a record of one web site shows: its points and ranks alone make its pins (A9 7.4)."""
    evaluation = record.evaluation
    return {
        "name": record.lines[0].recorded.web_site,
        "pin": pin_name(evaluation.web_pin, web=True),
        "points": record.web_points,
        "levels": level_rows(evaluation.web),
        "next": level_rows(filter(None, [evaluation.next_web])),
    }
