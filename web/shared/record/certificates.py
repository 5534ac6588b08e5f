"""The form of result certificates (A9 7.2), for the Desk of an event and for the body that confirmed its class."""

from typing import Any

from django import forms
from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common.actions.engine import Service
from common.actions.permissions import Actor
from ranking.certificates.exports.certificates import Certificates, result_certificates
from ranking.certificates.selectors import certificate_lines, qualified_officials, seal_of_event, signer_text
from ranking.record.models.records import RecordedEvent
from tournament.papers.rules.addresses import only_local
from web.shared.forms.fields import LinesField, set_choices
from web.shared.forms.writing import write
from web.shared.record.papers import pdf_download


class CertificateForm(forms.Form):
    """Who gets a certificate, in which language, and which qualified official signs."""

    row = forms.ChoiceField(label=gettext_lazy("For"), required=False)
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    referee = forms.ChoiceField(
        label=gettext_lazy("Signed by"),
        help_text=gettext_lazy("A qualified referee: officials whose qualification is recorded (2.3.4, A9 7.2)."),
    )

    why_local = LinesField(
        label=gettext_lazy("Why without a public address"),
        help_text=gettext_lazy(
            "Only this machine or its network can open the address of the QR codes. Choose a public address, or give a "
            "reason; it is kept with the change."
        ),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, recorded: RecordedEvent, address: str, data: Any, *, by_hand: bool = False) -> None:
        super().__init__(data, initial={"language": get_language()})
        self.recorded, self.address = recorded, address
        if not only_local(address):
            del self.fields["why_local"]
        players = [
            (str(line.row), f"{line.number} {line.name}" if line.number else line.name)
            for line in certificate_lines(recorded)
        ]
        set_choices(self, "row", [("", _("all players")), *players])
        signers = [
            (str(official.pk), f"{official.name} · {official.function} · {official.qualification}")
            for official in qualified_officials(recorded.event)
        ]
        nobody = [("", _("filled in by hand") if by_hand else _("please choose"))]
        set_choices(self, "referee", [*nobody, *signers])
        self.fields["referee"].required = not by_hand

    @property
    def previews(self) -> bool:
        """Whether the button of the preview was pressed."""
        return "preview" in self.data

    def clean_why_local(self) -> str:
        """Return the reason, which only a preview does not need."""
        reason = str(self.cleaned_data["why_local"])
        if not reason and not self.previews:
            raise forms.ValidationError(_("Please give a reason."))
        return reason

    def explained(self, request: HttpRequest, service: Service, actor: Actor, subject: Model) -> bool:
        """Keep the reason for an address that only this machine can open, if a valid form has one."""
        reason = self.cleaned_data.get("why_local")
        return not reason or write(request, self, service, actor, subject, why_local=reason).done

    def preview(self) -> HttpResponse:
        """Return the first chosen certificate of a valid form as PDF, marked as a preview."""
        parameters = self.parameters()
        lines = certificate_lines(self.recorded, parameters["row"])[:1]
        signer = signer_text(self.recorded.event, parameters["referee"])
        order = Certificates(
            self.recorded,
            lines,
            parameters["language"],
            self.address,
            signer,
            seal=seal_of_event(self.recorded),
            preview=True,
        )
        return pdf_download(result_certificates(order), f"{self.recorded.slug}-preview")

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of the job of a valid form."""
        cleaned = self.cleaned_data
        numbers = {name: int(cleaned[name]) if cleaned[name] else None for name in ("row", "referee")}
        return {
            "event": self.recorded.slug,
            "language": cleaned["language"],
            "address": self.address,
            **numbers,
        }
