"""A person's record, as everybody may see it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ranking.links.selectors import is_public, person_of
from ranking.pins.selectors.person_records import person_by_id, record_of
from web.shared.record.rows import record_context
from web.shared.requests.methods import get_only


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
    return render(request, "pocket/record/person.html", {**record_context(record), "own": own, "public": public})
