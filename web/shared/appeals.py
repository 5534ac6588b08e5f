"""Forms, template context and file responses of appeals, for Pocket and Floor."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common.actions.permissions import ADMINISTRATOR, Actor
from common.files.pictures import MOST_BYTES
from common.states import for_each
from scoring.appeals.exports import appeal_paper, receipt_paper
from scoring.appeals.models.additions import AppealAttachment
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import State
from scoring.appeals.selectors.appeals import (
    corrections_of,
    fee_end,
    last_step,
    leader_of,
    second_until,
)
from scoring.appeals.selectors.files import attachment_file, attachments_of
from scoring.appeals.selectors.labels import FEE_ENDS, target_text
from scoring.appeals.selectors.targets import Target, fouls_about, target_of
from scoring.appeals.services.filing import MOST_TEXT, AppealFiling, file_appeal
from scoring.appeals.services.shared import ENTITLED
from scoring.fouls.selectors.fouls import catalogue_of
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.papers.exports.order import Order
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.writing import WriteResult, write
from web.shared.stored.files import stored_file
from web.shared.stored.photos import ACCEPTED, PICTURE_ERRORS, cleaned_upload
from web.shared.viewer import ViewerContext

#: State of an appeal -> tone of its badge.
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


class AppealForm(AlternativesForm):
    """The target of the appeal, its matter and its text; for the competition as target also what about it."""

    against = forms.ChoiceField(label=gettext_lazy("Against"))
    subject = forms.ChoiceField(
        label=gettext_lazy("About"),
        choices=[("", gettext_lazy("Please choose")), *Appeal.Subject.choices],
        required=False,
        help_text=gettext_lazy("Only for another matter of the competition."),
    )
    matter = forms.ChoiceField(
        label=gettext_lazy("Concerns"),
        choices=Appeal.Matter.choices,
        initial=Appeal.Matter.RULES,
        help_text=gettext_lazy(
            "The chief referee decides first on rules and regulations, a department on other matters."
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("What happened, and what you ask for"),
        max_length=MOST_TEXT,
        widget=forms.Textarea({"rows": 8}),
        error_messages={"required": gettext_lazy("Write what the appeal is about.")},
    )
    late = forms.BooleanField(label=gettext_lazy("Record it anyway, as inadmissible"), required=False)

    def __init__(self, entry: Entry, targets: Sequence[Target], data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        kinds = catalogue_of(entry.event) if any(target.foul for target in targets) else {}
        choices = [("", _("Please choose")), *((target.key, target_text(target, kinds)) for target in targets)]
        self.fields["against"] = forms.ChoiceField(
            label=_("Against"), choices=choices, error_messages={"required": _("Choose what the appeal is against.")}
        )
        if not targets:
            self.fields["against"].help_text = _("Nothing to appeal against yet: no session of this player has begun.")
        others = [target.key for target in targets if target.of_competition]
        self.alternatives = (OnlyWith("against", others, ("subject",), chosen_by_typing=False),)
        self.targets = {target.key: target for target in targets}
        self.is_late = False

    def ask(self, questions: Mapping[str, str]) -> None:
        """Show the question about a late appeal, and the box that answers it."""
        self.is_late = True
        self.add_error("late", " ".join(questions.values()))

    def payload(self) -> dict[str, Any]:
        """Return the fields of `AppealFiling` except the appellant."""
        data = self.cleaned_data
        target = self.targets[data["against"]]
        payload = {"session": target.session, "sheet": target.sheet, "ruling": target.ruling, "foul": target.foul}
        return payload | {"subject": data["subject"], "matter": data["matter"], "text": data["text"]}

    @property
    def acknowledged(self) -> tuple[str, ...]:
        """Return the questions that were answered with yes."""
        return ("late",) if self.cleaned_data["late"] else ()


class FileForm(forms.Form):
    """A document or picture to attach to an appeal."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("JPEG, PNG or PDF, up to 10 MB. Only you and those who decide can open it."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty, with the error on the form, if the file is refused."""
        if not self.is_bound or not self.is_valid():
            return {}
        upload = self.cleaned_data["file"]
        if (upload.size or 0) > MOST_BYTES:
            self.add_error("file", str(PICTURE_ERRORS["too_large"]))
            return {}
        return cleaned_upload(self, upload)


class FurtherForm(forms.Form):
    """Why the appellant takes the decision to the committee."""

    text = forms.CharField(
        label=gettext_lazy("Why you do not accept the decision"),
        max_length=MOST_TEXT,
        widget=forms.Textarea({"rows": 6}),
        error_messages={"required": gettext_lazy("Write what the appeal is about.")},
    )


def may_read(reader: ViewerContext) -> bool:
    """Whether the official may read the texts of appeals: chief referee, committees and organizer."""
    return bool(reader.roles & {*ENTITLED, ADMINISTRATOR})


def appeal_context(appeal: Appeal, *, reads: bool) -> dict[str, Any]:
    """Return the template context of an appeal; ``reads`` includes its texts and files."""
    kinds = catalogue_of(appeal.event) if appeal.foul else {}
    steps = [(step, getattr(step, "text", None) if reads else None) for step in appeal.steps.all()]
    end = fee_end(appeal)
    corrections, under_correction = corrections_of(appeal)
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
        "corrections": corrections,
        "under_correction": under_correction,
    }


def foul_lines(appeal: Appeal) -> list[tuple[int, str]]:
    """Return number and text of every foul that may be cancelled once the appeal is upheld."""
    fouls = list(fouls_about(appeal))
    kinds = catalogue_of(appeal.event) if fouls else {}
    session = appeal.session
    targets = [Target("", foul.session or session, foul.sheet, foul=foul) for foul in fouls]
    return [(foul.number, target_text(target, kinds)) for foul, target in zip(fouls, targets, strict=True)]


def missing_signers(appeal: Appeal) -> list[str]:
    """Return the signers whose signature of the last step is missing."""
    if appeal.status != State.UNSIGNED:
        return []
    signed = {signature.signer for signature in last_step(appeal).signatures.all()}
    signers = ["player", "leader"] if appeal.entry and leader_of(appeal.entry) else ["player"]
    return [signer for signer in signers if signer not in signed]


def attachment_response(appeal: Appeal, number: int) -> HttpResponseBase:
    """Return an attachment, a picture inline and a PDF as a download; raise Http404 if it is missing."""
    row = attachments_of(appeal).filter(pk=number).first()
    if row is None:
        raise Http404
    document = row.kind == AppealAttachment.Kind.DOCUMENT
    kind = "application/pdf" if document else "image/jpeg"
    name = f"{appeal.event.slug}-appeal-{appeal.number}-{row.pk}.{row.kind}"
    return stored_file(attachment_file(row), name, content_type=kind, as_download=document)


def paper_response(appeal: Appeal, what: str, *, reads: bool) -> HttpResponse:
    """Return the PDF of the appeal ("appeal") or of the receipt of its fee ("receipt"); else raise Http404."""
    order = Order(appeal.event, get_language() or "en", timezone.now(), seal=appeal.event.ledger.audit_hash)
    if what == "appeal":
        data = appeal_paper(order, appeal, reads=reads)
    elif what == "receipt" and appeal.paid_at:
        data = receipt_paper(order, appeal)
    else:
        raise Http404
    name = f"{appeal.event.slug}-{what}-{appeal.number}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


def try_late(request: HttpRequest, form: AppealForm, actor: Actor, event: Event, appeal: AppealFiling) -> WriteResult:
    """File the appeal; if it is late, let the form ask whether to record it all the same."""
    return write(request, form, file_appeal, actor, event, appeal=appeal, acknowledged=form.acknowledged)
