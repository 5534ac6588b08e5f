"""Appeals as Pocket and Floor show and ask them: forms, words, files."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common.actions.errors import Unusual
from common.actions.permissions import ADMINISTRATOR, Actor
from common.files.pictures import MOST_BYTES
from common.states import for_each
from scoring.appeals.exports import appeal_paper, receipt_paper
from scoring.appeals.models import Appeal, AppealAttachment
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import (
    fee_end,
    last_step,
    leader_of,
    second_until,
)
from scoring.appeals.selectors.files import attachment_path, attachments_of
from scoring.appeals.selectors.labels import FEE_ENDS, target_text
from scoring.appeals.selectors.targets import Target, fouls_about, target_of
from scoring.appeals.services.filing import (
    ENTITLED,
    MOST_TEXT,
    AppealFacts,
    file_appeal,
)
from scoring.fouls.selectors.fouls import catalogue_of
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.papers.exports.order import Order
from web.live.reading import Reading
from web.shared.forms.writing import write
from web.shared.photos import ACCEPTED, WRONG, cleaned

#: The tone of an appeal's state, see the signs of templates.
TONES = for_each(
    State,
    {
        State.UNSIGNED: "warn",
        State.OPEN: "wait",
        State.UPHELD: "ok",
        State.REJECTED: "stop",
        State.INADMISSIBLE: "stop",
        State.WITHDRAWN: "idle",
    },
)


class AppealForm(forms.Form):
    """What the appeal is against, of which kind, and what it says."""

    against = forms.ChoiceField(label=gettext_lazy("Against"))
    matter = forms.ChoiceField(
        label=gettext_lazy("It concerns"),
        choices=Appeal.Matter.choices,
        initial=Appeal.Matter.RULES,
        help_text=gettext_lazy("Rules and regulations go to the chief referee first, other matters to a department."),
    )
    text = forms.CharField(
        label=gettext_lazy("What happened, and what you ask for"),
        max_length=MOST_TEXT,
        widget=forms.Textarea({"rows": 8}),
        error_messages={"required": gettext_lazy("Write what the appeal is about.")},
    )
    late = forms.BooleanField(label=gettext_lazy("Record it all the same, as inadmissible"), required=False)

    def __init__(self, entry: Entry, found: Sequence[Target], data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        kinds = catalogue_of(entry.event) if any(one.foul for one in found) else {}
        choices = [("", _("Please choose")), *((one.key, target_text(one, kinds)) for one in found)]
        self.fields["against"] = forms.ChoiceField(
            label=_("Against"), choices=choices, error_messages={"required": _("Choose what the appeal is against.")}
        )
        if not found:
            self.fields["against"].help_text = _("Nothing to appeal against yet: no session of this player has begun.")
        self.targets = {one.key: one for one in found}
        self.is_late = False

    def facts(self) -> dict[str, Any]:
        """Fields of `AppealFacts` besides who appeals."""
        found = self.cleaned_data
        target = self.targets[found["against"]]
        facts = {"session": target.session, "sheet": target.sheet, "ruling": target.ruling, "foul": target.foul}
        return facts | {"matter": found["matter"], "text": found["text"]}

    @property
    def acknowledged(self) -> tuple[str, ...]:
        """The questions that were answered with yes."""
        return ("late",) if self.cleaned_data["late"] else ()


class FileForm(forms.Form):
    """A document or picture handed in with the appeal."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("JPEG, PNG or PDF, up to 10 MB. Only you and those who decide can open it."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def facts(self) -> dict[str, Any]:
        """What the service is given; what is wrong with the file stands in the form, and nothing is given."""
        if not self.is_bound or not self.is_valid():
            return {}
        sent = self.cleaned_data["file"]
        if (sent.size or 0) > MOST_BYTES:
            self.add_error("file", str(WRONG["too_large"]))
            return {}
        return cleaned(self, sent)


class FurtherForm(forms.Form):
    """Why the decision is taken to the committee."""

    text = forms.CharField(
        label=gettext_lazy("Why you do not accept the decision"),
        max_length=MOST_TEXT,
        widget=forms.Textarea({"rows": 6}),
        error_messages={"required": gettext_lazy("Write what the appeal is about.")},
    )


def may_read(reader: Reading) -> bool:
    """Whether an official reads what appeals say: chief referee, committees and organizer."""
    return bool(reader.roles & {*ENTITLED, ADMINISTRATOR})


def appeal_context(appeal: Appeal, *, reads: bool) -> dict[str, Any]:
    """What every page of one appeal shows; ``reads``: with texts and files."""
    kinds = catalogue_of(appeal.event) if appeal.foul else {}
    steps = [(step, getattr(step, "text", None) if reads else None) for step in appeal.steps.all()]
    end = fee_end(appeal)
    return {
        "appeal": appeal,
        "tone": TONES[State(appeal.status)],
        "against": target_text(target_of(appeal), kinds),
        "steps": steps,
        "step": last_step(appeal),
        "reads": reads,
        "leader": leader_of(appeal.entry) if appeal.entry else "",
        "missing": missing_signers(appeal),
        "attachments": attachments_of(appeal) if reads else [],
        "further_until": second_until(appeal),
        "fee_end": FEE_ENDS.get(end, "") if appeal.fee_state == Appeal.Fee.PAID else "",
        "corrections": appeal.corrections.select_related("sheet__table__session", "foul"),
    }


def foul_lines(appeal: Appeal) -> list[tuple[int, str]]:
    """Number and line of every foul that may be cancelled once the appeal is upheld."""
    fouls = list(fouls_about(appeal))
    kinds = catalogue_of(appeal.event) if fouls else {}
    session = appeal.session
    return [(one.number, target_text(Target("", one.session or session, one.sheet, foul=one), kinds)) for one in fouls]


def missing_signers(appeal: Appeal) -> list[str]:
    """Who still has to sign the last step."""
    if appeal.status != State.UNSIGNED:
        return []
    signed = {one.signer for one in last_step(appeal).signatures.all()}
    wanted = ["player", "leader"] if appeal.entry and leader_of(appeal.entry) else ["player"]
    return [one for one in wanted if one not in signed]


def attachment_response(appeal: Appeal, number: int) -> FileResponse:
    """Hand out an attachment: a picture to be shown, a PDF to be kept; 404 if it is not there."""
    row = attachments_of(appeal).filter(pk=number).first()
    if row is None:
        raise Http404
    document = row.kind == AppealAttachment.Kind.DOCUMENT
    try:
        file = attachment_path(row).open("rb")
    except FileNotFoundError as gone:
        raise Http404 from gone
    kind = "application/pdf" if document else "image/jpeg"
    name = f"{appeal.event.slug}-appeal-{appeal.number}-{row.pk}.{row.kind}"
    return FileResponse(file, as_attachment=document, filename=name, content_type=kind)


def paper_response(appeal: Appeal, what: str, *, reads: bool) -> HttpResponse:
    """The appeal with its decisions ("appeal") or the receipt of its fee ("receipt") as PDF; 404 for anything else."""
    order = Order(appeal.event, get_language() or "en", timezone.now(), seal=appeal.event.head.audit_hash)
    if what == "appeal":
        data = appeal_paper(order, appeal, reads=reads)
    elif what == "receipt" and appeal.paid_at:
        data = receipt_paper(order, appeal)
    else:
        raise Http404
    name = f"{appeal.event.slug}-{what}-{appeal.number}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


def try_late(
    request: HttpRequest, form: AppealForm, actor: Actor, event: Event, appeal: AppealFacts
) -> dict[str, Any] | None:
    """File the appeal; where it is late the form asks whether to record it all the same."""
    try:
        return write(request, form, file_appeal, actor, event, appeal=appeal, acknowledged=form.acknowledged)
    except Unusual as unusual:
        form.is_late = True
        form.add_error("late", " ".join(unusual.questions.values()))
        return None
