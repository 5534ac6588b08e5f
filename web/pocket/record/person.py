"""A person's public record."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ranking.levels.selectors.person_records import person_by_id, record_of
from ranking.links.selectors import is_public, person_of
from ranking.pins.selectors.applications import certificates_of
from web.pocket.plots.climbs import climb_of
from web.shared.record.labels import pin_name
from web.shared.record.rows import record_context
from web.shared.requests.methods import get_only


@get_only
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show every recorded event of a person; a merged person redirects to the kept one.

    404 if nothing may be shown: no event is in the record, or the person does not want it to be seen. The person always
    sees the page, as everybody else would.
    """
    owner = person_by_id(pk)
    if owner is None:
        raise Http404
    if owner.merged_into:
        return redirect("record:person", owner.merged_into.pk)
    own = request.user.is_authenticated and person_of(request.user) == owner
    record = record_of(owner, public=True)
    public = is_public(owner) and bool(record.lines)
    if not public and not own:
        raise Http404
    certificates = [(row, pin_name(row.level, web=row.kind == "web")) for row in certificates_of(owner, public=True)]
    context = {**record_context(record), "own": own, "public": public, "certificates": certificates}
    context["climb"] = climb_of(record)
    return render(request, "pocket/record/person.html", context)
