"""Forms of the Floor's pages of fouls."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.forms.models import fields_for_model
from django.utils.translation import gettext_lazy as _

from common.forms import WholeNumberField
from common.i18n.text_fields import joined_texts, text_form_fields
from common.i18n.wording import listed
from scoring.fouls.models import FoulKind
from scoring.fouls.rules.catalogue import DISQUALIFICATION, FREE, ONE, POINTS, RANK_LOST, SUSPENSION
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import Penalty
from scoring.fouls.selectors.labels import EFFECT_WORDS
from scoring.sheets.rules.entering import EACH, NOBODY
from web.shared.forms.alternatives import AlternativesForm
from web.shared.forms.fields import LinesField
from web.shared.forms.questions import AskingForm

#: Effects that need a remark and a second press.
GRAVE = frozenset({SUSPENSION, RANK_LOST, DISQUALIFICATION})
REASON = _("It is kept with the change; everybody who can see the change can read it.")


class FoulForm(AlternativesForm, AskingForm):
    """A foul with its proposed penalty, accepted or changed with a reason."""

    title = forms.CharField(label=_("What happened"), max_length=200)
    article = forms.CharField(label=_("Article"), max_length=30, required=False)
    points = WholeNumberField(label=_("Points lost"), min_value=0, max_value=9999, required=False)
    payee = forms.ChoiceField(label=_("Paid to"), required=False)
    effects = forms.MultipleChoiceField(
        label=_("Penalty"), choices=list(EFFECT_WORDS.items()), required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(
        label=_("Reason for departing from the proposed penalty"), max_length=200, required=False, help_text=REASON
    )
    tiles = forms.CharField(
        label=_("Tiles to be discarded"), max_length=60, required=False, help_text=_("Such as 3m 5p E.")
    )
    remark = forms.CharField(
        label=_("Remark"), max_length=200, required=False, help_text=_("It appears in the record of fouls.")
    )
    late = forms.BooleanField(
        label=_("Raised after play went on: inadmissible, without effect (3.11.6.11(7))"), required=False
    )
    notes = LinesField(
        label=_("Evidence"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Seen by chief referee, committee and you; deleted with the private data."),
    )
    witnesses = forms.CharField(label=_("Witnesses"), max_length=300, required=False)
    times = WholeNumberField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        kind: CatalogueEntry,
        proposal: Penalty,
        payees: Collection[tuple[str, str]],
        times: int | None,
        data: Any = None,
    ) -> None:
        initial = {"points": proposal.points, "payee": proposal.payee, "effects": proposal.effects, "times": times}
        super().__init__(data, initial=initial)
        self.kind, self.proposal = kind, proposal
        # Ask at once for what the rules leave to the referee; everything else changes the proposed penalty.
        self.asks_points = kind.choice and POINTS in proposal.effects
        self.asks_payee = proposal.payee == ONE
        self.free = kind.code == FREE
        # Not ``required``: the proposed penalty needs no reason, and a changed one may need no remark.
        self.fields["reason"].widget.attrs["aria-required"] = "true"
        payee: Any = self.fields["payee"]
        payee.choices = [*([(ONE, "—")] if self.asks_payee else []), *payees]
        if GRAVE & set(proposal.effects):
            self.fields["remark"].widget.attrs["aria-required"] = "true"
        if not self.free:
            del self.fields["title"], self.fields["article"]

    @property
    def main(self) -> list[forms.BoundField]:
        """Return the fields shown at once."""
        names = ["title", "article"] if self.free else []
        names += ["points"] if self.asks_points else []
        names += ["payee"] if self.asks_payee else []
        names += ["tiles"] if "obligatory-discard" in self.proposal.effects else []
        names += ["remark"] if GRAVE & set(self.proposal.effects) else []
        return [self[name] for name in names]

    @property
    def change(self) -> list[forms.BoundField]:
        """Return the fields of a penalty other than the proposed one."""
        main_names = {field.name for field in self.main}
        return [self[name] for name in ("effects", "points", "payee", "reason") if name not in main_names]

    @property
    def more(self) -> list[forms.BoundField]:
        """Return the optional fields."""
        main_names = {field.name for field in self.main}
        return [self[name] for name in ("remark", "tiles", "notes", "witnesses") if name not in main_names]

    @property
    def changes_wrong(self) -> bool:
        """Return whether a field of the changed penalty has an error."""
        return any(field.errors for field in self.change)

    def refuse_changes(self) -> None:
        """Refuse input in the fields of a changed penalty when the proposed one is accepted."""
        names = [field.name for field in self.change]
        message = _("This belongs to another penalty: press “Use the changed penalty”, or undo this change.")
        self.refuse_typed(names, str(message))

    def ask_if_grave(self, changed: bool) -> bool:
        """Require a remark on a suspension, loss of rank or disqualification, and ask once more; return if refused."""
        effects = self.cleaned_data["effects"] if changed else self.proposal.effects
        grave = [str(EFFECT_WORDS[effect]) for effect in effects if effect in GRAVE]
        if not grave or self.cleaned_data["late"]:
            return False
        if not self.cleaned_data["remark"].strip():
            self.add_error("remark", _("Write what happened: the committee decides by this remark."))
            return True
        if "grave" in self.acknowledged:
            return False
        self.questions = {"grave": _("Penalty: %(penalty)s. Is that right?") % {"penalty": listed(grave)}}
        return True

    def payload(self, changed: bool) -> dict[str, Any]:
        """Return fields of `FoulReport`: the changed penalty, or else the proposed one with the referee's choices."""
        data = self.cleaned_data
        payload: dict[str, Any] = {
            name: data.get(name, "") for name in ("title", "article", "tiles", "remark", "notes", "witnesses")
        }
        payload |= {"occurrence": data["times"], "admissible": not data["late"]}
        if changed:
            penalty = {"effects": data["effects"], "points": data["points"] or 0, "payee": data["payee"] or NOBODY}
        elif self.asks_points or self.asks_payee:
            points = data["points"] if self.asks_points else self.proposal.points
            payee = data["payee"] if self.asks_payee else self.proposal.payee
            penalty = {"effects": self.proposal.effects, "points": points or 0, "payee": payee}
        else:
            penalty = {"effects": None}
        return payload | penalty


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), help_text=REASON, max_length=200)


class NoticeForm(forms.Form):
    """The public notice of a foul."""

    text = forms.CharField(
        label=_("Public notice"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "Shown on the event's page under public notices. To show it on the Wall, make an "
            "announcement. Empty: no notice."
        ),
    )


class SessionForm(forms.Form):
    """The session from which a measure takes effect or ends."""

    session = WholeNumberField(label=_("From session"), min_value=1, max_value=99)


class SuspendForm(SessionForm):
    """The session from which on, and the referee who decides together with a chief referee who proposed it."""

    referee = forms.CharField(
        label=_("Referee who decides with you"),
        help_text=_("Referee and chief referee decide a suspension (3.11.4); you proposed this one yourself."),
        max_length=100,
    )


class LiftForm(SessionForm):
    reason = forms.CharField(label=_("Reason"), help_text=REASON, max_length=200)


class FilterForm(forms.Form):
    session = WholeNumberField(label=_("Session"), required=False, min_value=1)
    table = WholeNumberField(label=_("Table"), required=False, min_value=1)
    number = WholeNumberField(label=_("Player no."), required=False, min_value=1)
    kind = forms.ChoiceField(label=_("Kind of foul"), required=False)

    def __init__(self, kinds: Collection[tuple[str, str]], data: Any) -> None:
        super().__init__(data)
        kind: Any = self.fields["kind"]
        kind.choices = [("", _("all")), *kinds]


class PlayerForm(forms.Form):
    """A player by number, at a table or not."""

    number = WholeNumberField(label=_("Player no."), min_value=1)


class KindForm(forms.Form):
    """An entry that the event adds to the catalogue."""

    effects = forms.MultipleChoiceField(
        label=_("Penalty"),
        choices=list(EFFECT_WORDS.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["warning"],
    )
    payee = forms.ChoiceField(
        label=_("Paid to"),
        choices=[(NOBODY, _("nobody")), (EACH, _("each of the others")), (ONE, _("one player, chosen at the table"))],
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        names = ["code", "article", "scope", "points", "counted"]
        help_texts = {"code": str(_("A word in lowercase letters, such as phone; it cannot be changed later."))}
        texts = text_form_fields(FoulKind.NAME_LABEL, "name_", max_length=FoulKind.MAX_NAME)
        texts |= text_form_fields(FoulKind.ABOUT_LABEL, "about_", max_length=FoulKind.MAX_ABOUT)
        self.fields |= fields_for_model(FoulKind, names, labels={"code": str(_("Code"))}, help_texts=help_texts) | texts
        self.order_fields(["code", *texts, "article", "scope", "effects", "points", "payee", "counted"])

    def payload(self) -> dict[str, Any]:
        names = ("code", "article", "scope", "effects", "points", "payee", "counted")
        payload = {name: self.cleaned_data[name] for name in names}
        data = self.cleaned_data
        return payload | {"name": joined_texts(data, "name_"), "about": joined_texts(data, "about_")}
