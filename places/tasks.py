"""Long tasks that make pages: the public pages of an event as plain files."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.errors import Refused
from common.jobs import Progress, Result, job
from places.site.making import Counting, make_site
from tournament.selectors.events import event_by_slug


@job("site.make", summary=gettext_lazy("Public pages as files"))
def make_public_site(progress: Progress, *, event: str) -> Result:
    """Make the zip of the public pages of the event with this id."""
    found = event_by_slug(event)
    if found is None:
        raise Refused(_("There is no event %(event)s.") % {"event": event})
    data = make_site(found, Counting(progress.total, progress.step))
    return Result(data={"event": event, "papers": True}, file=data, file_name=f"{event}-site.zip")
