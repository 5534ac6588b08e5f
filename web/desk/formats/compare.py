"""Compare up to four formats by playing each many times: the form, and the figures as table and plot."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common import jobs
from common.jobs.models import Job
from scoring.formats.selectors.comparing import PLANNED, full_tables
from web.desk.formats.forms import READY_LABELS, CompareForm
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only

RUNS = 1000


@signed_in
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the formats, and start the job that plays them."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    initial = {"formats": [PLANNED, "swiss"], "players": min(full_tables(desk.event), 144), "runs": RUNS}
    form = CompareForm(request.POST if request.method == "POST" else None, initial=initial, event=desk.event)
    if form.is_valid():
        parameters = {"event": slug, "seed": secrets.token_hex(8)} | form.cleaned_data
        job = jobs.start(desk.actor, "formats.simulate", ledger=desk.event.ledger, parameters=parameters)
        return redirect("jobs:job", job.pk)
    return show(request, "desk/formats/compare.html", form, desk=desk)


@get_only
@signed_in
def compared(request: HttpRequest, slug: str, job_id: int) -> HttpResponse:
    """Show what a finished comparison found."""
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    job = Job.objects.filter(pk=job_id, kind="formats.simulate", ledger=desk.event.ledger, state=Job.State.DONE).first()
    if job is None:
        raise Http404
    comparison = job.result["data"]
    names = {PLANNED: _("As planned here")} | {name: str(label) for name, label in READY_LABELS.items()}
    formats = [
        figures | {"name": names.get(figures["format"], figures["format"]), "hours_text": f"{figures['hours']:g}"}
        for figures in comparison["formats"]
    ]
    context = {
        "desk": desk,
        "comparison": comparison,
        "formats": formats,
        "measures": _measures(formats, comparison.get("team_size", 0)),
    }
    return render(request, "desk/formats/compared.html", context)


def _measures(formats: list[dict[str, Any]], team_size: int) -> list[dict[str, Any]]:
    """Return each measure with the figure of every format, as text and as the length of a bar in per cent."""
    of_teams = (_("The best team wins"), _("The best four teams are in the top 16"))
    of_players = (_("The best player wins"), _("The best four are in the top 16"))
    wins, in_top = of_teams if team_size else of_players
    shares = {
        "best_wins": wins, "best_four_in_top_16": in_top, "rank_correlation": _("Ranks agree with strength"),
    }  # fmt: skip
    measures = [
        {
            "label": label,
            "bars": [_bar(figures, f"{100 * figures[key]:.0f} %", 100 * figures[key]) for figures in formats],
        }
        for key, label in shares.items()
    ]
    most = max(figures["rematch_pairs"] for figures in formats) or 1
    rematches = [
        _bar(figures, f"{figures['rematch_pairs']:.1f}", 100 * figures["rematch_pairs"] / most) for figures in formats
    ]
    return [*measures, {"label": _("Rematches"), "bars": rematches}]


def _bar(figures: dict[str, Any], text: str, length: float) -> dict[str, Any]:
    return {"name": figures["name"], "text": text, "width": f"{min(100.0, max(0.0, length)):.1f}%"}
