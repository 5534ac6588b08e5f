"""The registry of a body: see and search its members, the file for laptops without network, deleting it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.files.json_files.reading import dump
from common.templatetags.pinju import DASH, country_code
from ranking.member_lists.selectors import registry_of
from ranking.member_lists.services import remove_registry, replace_registry
from tournament.registration.rules.cells import clean
from tournament.registry.models import Registry, RegistryMember
from tournament.registry.selectors.documents import registry_document
from tournament.registry.selectors.members import matching, member_of, members_of
from web.committee.access import BodyDesk, body_desk
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.key_pages import paginate_by_key
from web.shared.labels.members import number_text
from web.shared.requests.methods import get_only
from web.shared.tables import NAMING, BaseTable

PER_PAGE = 50


class MemberTable(BaseTable):
    caption = gettext_lazy("Members")

    name = Column(gettext_lazy("Name"), attrs=NAMING)
    numbers = Column(gettext_lazy("Numbers"), orderable=False, empty_values=())
    country = Column(gettext_lazy("Country"), default=DASH)
    club = Column(gettext_lazy("Club"), default=DASH)

    class Meta:
        order_by = "name"

    def render_name(self, record: RegistryMember) -> SafeString:
        latin = format_html(' <span class="muted">{}</span>', record.latin_name) if record.latin_name else ""
        return format_html("{}{}", record.name, latin)

    def render_numbers(self, record: RegistryMember) -> SafeString:
        numbers = ((number_text(number),) for number in member_of(record).numbers)
        return format_html_join(mark_safe("<br>"), "{}", numbers)

    def render_country(self, value: str) -> SafeString | str:
        return country_code(value)


@get_only
@signed_in
def registry(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the members by name; ``q`` finds a number or a name."""
    desk = registry_desk(request, slug)
    kept = registry_of(desk.body)
    query = clean(request.GET.get("q", "")[:100])[0]
    context = {"desk": desk, "registry": kept, "q": query, "waiting": _waiting(desk)}
    if kept:
        rows = members_of(kept)
        table = MemberTable(matching(rows, query) if query else rows)
        paginate_by_key(request, table, per_page=PER_PAGE)
        context |= {"table": table, "members": kept.members.count()}
    return render(request, "committee/registry/registry.html", context)


@get_only
@signed_in
def file(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the registry as a file, for an organizer's laptop without network."""
    kept = _registry(registry_desk(request, slug))
    answer = HttpResponse(dump(registry_document(kept)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="registry-{slug}-{kept.dated.isoformat()}.json"'
    return answer


@signed_in
def remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a reason, and delete the registry."""
    desk = registry_desk(request, slug)
    desk.require(desk.may(remove_registry, desk.body.ledger))
    kept = _registry(desk)
    form = ConfirmForm(request)
    if write(request, form, remove_registry, desk.actor, desk.body).done:
        messages.success(request, _("The registry is deleted. Copies on organizers' laptops are not."))
        return redirect("committee:registry", slug)
    return show(request, "committee/registry/remove.html", form, desk=desk, registry=kept)


def registry_desk(request: HttpRequest, slug: str) -> BodyDesk:
    """Return the pages of the body for an account that may import its registry; 403 for others."""
    desk = body_desk(request, slug)
    desk.require(desk.may(replace_registry, desk.body.ledger))
    return desk


def _registry(desk: BodyDesk) -> Registry:
    kept = registry_of(desk.body)
    if kept is None:
        raise Http404
    return kept


def _waiting(desk: BodyDesk) -> object:
    return desk.body.member_lists.filter(actor_ref=desk.actor.ref).first()
