"""The form of result certificates (A9 7.2), for the Desk of an event and for the body that confirmed its class."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ranking.certificates.selectors import certificate_lines, qualified_officials
from ranking.record.models.records import RecordedEvent
from web.shared.forms.fields import set_choices


class CertificateForm(forms.Form):
    """Who gets a certificate, in which language, and which qualified official signs."""

    row = forms.ChoiceField(label=gettext_lazy("For"), required=False)
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    referee = forms.ChoiceField(
        label=gettext_lazy("Signed by"),
        help_text=gettext_lazy("Officials with a recorded qualification (2.3.4, A9 7.2)."),
    )

    def __init__(self, recorded: RecordedEvent, data: Any = None, *, by_hand: bool = False) -> None:
        super().__init__(data, initial={"language": get_language()})
        players = [(str(line.row), line.name) for line in certificate_lines(recorded)]
        set_choices(self, "row", [("", _("all players")), *players])
        signers = [(str(one.pk), f"{one.name} · {one.qualification}") for one in qualified_officials(recorded.event)]
        nobody = [("", _("filled in by hand") if by_hand else _("please choose"))]
        set_choices(self, "referee", [*nobody, *signers])
        self.fields["referee"].required = not by_hand

    def parameters(self, recorded: RecordedEvent, address: str) -> dict[str, Any]:
        """Return the parameters of the job of a valid form."""
        cleaned = self.cleaned_data
        numbers = {name: int(cleaned[name]) if cleaned[name] else None for name in ("row", "referee")}
        return {"event": recorded.slug, "language": cleaned["language"], "address": address, **numbers}
