"""Names that are corrected at the check-in."""

import json
import re
from html import unescape

from django.test import Client

from common.actions.models.audit import AuditEntry
from tests.web.desk.checkin.pages import address
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event


def names(body: str) -> dict[str, str]:
    """Return the hidden fields of the last form that has some: name -> value."""
    fields = re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', body.split("Restore the old name")[0])
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def test_a_name_is_corrected_at_check_in_and_reverted(event: Event, desk: Client) -> None:
    page = f"{address('checkin', event)}?person=17"
    base = {"base": json.dumps({"name": "王伟", "latin_name": "Wang Wei", "family_name": "", "given_name": ""})}
    assert desk.post(page, base | {"name": ""}).status_code == 400
    assert desk.post(page, base | {"name": "=1+1"}).status_code == 400
    typed = {"name": "王薇", "latin_name": "Wang Wei", "family_name": "", "given_name": ""}
    assert desk.post(page, base | typed).status_code == 302
    entry = Entry.objects.get(number=17)
    assert (entry.name, entry.person.name, entry.checked.name_confirmed) == ("王薇", "王薇", True)
    # A change based on the old name is a conflict: no value is lost or replaced.
    late = desk.post(page, base | typed | {"name": "王微"})
    assert late.status_code == 409
    assert 'value="王微"' in late.content.decode()
    assert "changed this to “王薇”" in late.content.decode()
    body = desk.get(page).content.decode()
    assert "Before: 王伟" in body
    assert desk.post(page, names(body) | {"undo": "1"}).status_code == 302
    entry = Entry.objects.get(number=17)
    assert (entry.name, entry.checked.name_confirmed) == ("王伟", False)
    kept = AuditEntry.objects.filter(action="entry.correct_name").order_by("seq")
    assert [audit_entry.before.get("name") for audit_entry in kept] == ["王伟", "王薇"]


def test_a_name_without_a_glyph_is_saved_with_a_warning(event: Event, desk: Client) -> None:
    base = {"base": json.dumps({"name": "王伟", "latin_name": "Wang Wei", "family_name": "", "given_name": ""})}
    response = desk.post(f"{address('checkin', event)}?person=17", base | {"name": "王ሀ"}, follow=True)
    assert "cannot be printed" in response.content.decode()
