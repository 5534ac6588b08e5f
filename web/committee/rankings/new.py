"""The page that declares a ranking: its rule is tried on the record before it is saved."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.text_fields import joined_texts, spread_texts
from ranking.rankings.models import Ranking
from ranking.rankings.rules.rule import Rule
from ranking.rankings.services.rankings import NewRanking, create_ranking
from tournament.events.rules.event_ids import LONGEST, proposed_id
from web.committee.access import body_desk
from web.committee.rankings.forms import RankingForm
from web.committee.rankings.preview import preview_context
from web.shared.access import signed_in
from web.shared.forms.fields import IdField
from web.shared.forms.writing import show, write


class NewRankingForm(RankingForm):
    """A new ranking, with its id."""

    slug = IdField(
        label=gettext_lazy("Id"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("Part of every address; it cannot be changed later. Empty: made from the name."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([*(name for name in self.fields if name.startswith("name_")), "slug"])

    def clean(self) -> dict[str, Any]:
        """Propose an id where none was typed."""
        cleaned = super().clean()
        names = [name for name in joined_texts(cleaned, "name_").values() if name] if not self.errors else []
        if names and not cleaned.get("slug"):
            cleaned["slug"] = proposed_id(names[-1], None, set(Ranking.objects.values_list("slug", flat=True)))
        return cleaned


#: What a new ranking begins with: MERS.
USUAL = {**spread_texts({}, "name_"), "renewal": Ranking.Renewal.MONTH.value, **Rule().plain()}


@signed_in
def new(request: HttpRequest, slug: str) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    form = NewRankingForm(request.POST if request.method == "POST" else None, values=USUAL)
    if request.method == "POST" and "preview" in request.POST:
        context = preview_context(form.rule) if form.is_valid() else {}
        return show(request, "committee/rankings/new.html", form, desk=desk, **context)
    written = write(request, form, create_ranking, desk.actor, desk.body, **_payload(form))
    if written.done:
        messages.success(request, _("The ranking is declared. Compute it now: it is public then."))
        return redirect("committee:ranking", slug, written.answer["ranking"])
    return show(request, "committee/rankings/new.html", form, desk=desk)


def _payload(form: NewRankingForm) -> dict[str, Any]:
    if not form.is_valid():
        return {}
    data = form.cleaned_data
    names = joined_texts(data, "name_")
    return {"new": NewRanking(data["slug"], names, form.rule.plain(), data["renewal"])}
