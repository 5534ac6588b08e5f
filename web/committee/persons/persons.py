"""The persons of a body: their records, new qualifications, and codes for their accounts."""

from datetime import datetime

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.jobs import start
from common.templatetags.pinju import DASH, country_code
from ranking.bodies.models import Body
from ranking.levels.models import Qualification
from ranking.levels.selectors.person_records import person_by_id, record_of
from ranking.links.rules import new_code, spaced
from ranking.links.selectors import codes_for
from ranking.links.services.codes import issue_code
from ranking.pins.selectors.committee import matching_qualified
from ranking.record.selectors.persons import birth_years, is_of_body, persons_of_body
from tournament.people.models.persons import Person
from tournament.registration.rules.cells import clean
from web.committee.access import body_desk
from web.committee.conduct import conduct
from web.shared.access import signed_in
from web.shared.forms.numbers import numbers_shown
from web.shared.forms.writing import write
from web.shared.key_pages import paginate_by_key
from web.shared.record.labels import pin_name
from web.shared.record.rows import record_context
from web.shared.requests.methods import post_only
from web.shared.tables import NAMING, BaseTable

PER_PAGE = 50


class PersonTable(BaseTable):
    caption = gettext_lazy("Persons with official results")

    name = Column(gettext_lazy("Name"), attrs=NAMING)
    country = Column(gettext_lazy("Country"), default=DASH)
    born = Column(gettext_lazy("Born"), empty_values=(), orderable=False)
    federation_number = Column(gettext_lazy("Federation number"), default=DASH)
    last_day = Column(gettext_lazy("Last event"), accessor="recorded__last_day", empty_values=())

    class Meta:
        order_by = "name"

    def __init__(self, *args: object, body: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.body = body
        self.years: dict[int, str] = {}

    def render_born(self, record: Person) -> str:
        return self.years.get(record.pk, DASH)

    def render_last_day(self, record: Person) -> SafeString:
        recorded = record.recorded
        shown = date_format(recorded.last_day, "SHORT_DATE_FORMAT") if recorded.last_day else ""
        return format_html('{} <span class="note nowrap">{}</span>', recorded.last_event.name, shown)

    def order_country(self, rows: QuerySet[Person], is_descending: bool) -> tuple[QuerySet[Person], bool]:
        """Sort persons of a country by name, in the order of an index."""
        return rows.order_by(*(("-country", "-name", "-pk") if is_descending else ("country", "name", "pk"))), True

    def render_name(self, record: Person) -> SafeString:
        latin = format_html(' <span class="muted">{}</span>', record.latin_name) if record.latin_name else ""
        link = reverse("committee:person", args=[self.body, record.pk])
        return format_html('<a href="{}">{}</a>{}', link, record.name, latin)

    def render_country(self, value: str) -> SafeString | str:
        return country_code(value)


class QualifiedTable(BaseTable):
    """The persons who reach a level, the newest first."""

    caption = gettext_lazy("Who qualifies")

    person = Column(gettext_lazy("Name"), attrs=NAMING)
    level = Column(gettext_lazy("Reaches"))
    reached_at = Column(gettext_lazy("Since"))

    class Meta:
        orderable = False

    def __init__(self, *args: object, body: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.body = body

    def render_person(self, record: Qualification) -> SafeString:
        link = reverse("committee:person", args=[self.body, record.person_id])
        return format_html('<a href="{}">{}</a>', link, record.person.name)

    def render_reached_at(self, value: datetime) -> str:
        return date_format(localdate(value), "SHORT_DATE_FORMAT")

    def render_level(self, record: Qualification) -> str:
        return pin_name(record.level, web=record.kind == Qualification.Kind.WEB)


@signed_in
def persons(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who newly qualifies, and all persons with results; the search filters both lists."""
    desk = body_desk(request, slug)
    query = clean(request.GET.get("q", "")[:100])[0]
    exclude = () if desk.may_confirm else ("born",)
    table = PersonTable(persons_of_body(desk.body, query), body=slug, exclude=exclude)
    paginate_by_key(request, table, per_page=PER_PAGE)
    listed = [row.record for row in table.page.object_list]
    if desk.may_confirm:
        table.years = birth_years(listed)
    qualified = QualifiedTable(matching_qualified(desk.body, query), body=slug, prefix="q-")
    paginate_by_key(request, qualified, per_page=10)
    context = {"desk": desk, "table": table, "qualified": qualified, "q": query}
    return render(request, "committee/persons/persons.html", context)


@signed_in
@post_only
def evaluate(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the job that evaluates everybody."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    job = start(desk.actor, "pins.evaluate", ledger=desk.body.ledger)
    return redirect("jobs:job", job.pk)


@signed_in
def person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show one person's record and levels; a POST issues a code for the account, shown once."""
    desk = body_desk(request, slug)
    kept_person = person_of_body(desk.body, pk)
    form = forms.Form(request.POST if request.method == "POST" else None)
    code = new_code() if request.method == "POST" else ""
    done = write(request, form, issue_code, desk.actor, desk.body, person=kept_person, code=code).done
    if form.errors:
        messages.error(request, str(form.non_field_errors()[0]))
    context = {
        "desk": desk,
        "person": kept_person,
        "code": spaced(code) if done else "",
        "codes": codes_for(kept_person),
        "numbers": numbers_shown(kept_person),
        "linked": kept_person.accounts.count(),
        "born": birth_years([kept_person]).get(kept_person.pk, "") if desk.may_confirm else "",
        "merged": kept_person.merged_from.all(),
        "conduct": conduct(kept_person) if desk.may_confirm else None,
        **record_context(record_of(kept_person, public=False)),
    }
    return render(request, "committee/persons/persons_detail.html", context)


def person_of_body(body: Body, pk: int) -> Person:
    """Return the kept person with this id; 404 for persons of other bodies."""
    row = person_by_id(pk)
    if row is None or not is_of_body(body, row.kept):
        raise Http404
    return row.kept
