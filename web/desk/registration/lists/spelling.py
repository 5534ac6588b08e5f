"""Rows of a list that differ from the registries of federations: choosing whose spelling counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from common.states import for_each
from tournament.registration.selectors.registry import Offer
from tournament.registry.rules.matching import SPELLING, Difference, Typed
from tournament.registry.rules.members import Member
from web.shared.forms.fields import set_choices
from web.shared.labels.members import numbers_text

#: The most rows on the page that differ; a list with more has another problem.
MOST_OFFERS = 500
DIFFERENCES = for_each(
    Difference,
    {
        Difference.SPELLING: gettext_lazy("spelled differently"),
        Difference.INCOMPLETE: gettext_lazy("the registry has more"),
        Difference.OTHER_PERSON: gettext_lazy("the number is another person's"),
        Difference.OTHER_NUMBER: gettext_lazy("the name has another number"),
        Difference.NO_NUMBER: gettext_lazy("the registry has a number"),
    },
)


@dataclass(frozen=True)
class OfferRow:
    """A row that differs: as in the list, as in the registries, and whether the registry's values are taken."""

    row: int
    difference: str | Promise
    listed: str
    members: list[str]
    may_take: bool
    taken: bool


class SpellingForm(forms.Form):
    """The ticked rows, or all whose name is the member's: a number of somebody else is ticked by hand only."""

    NAME = "spelling"

    taken = forms.TypedMultipleChoiceField(coerce=int, required=False)
    spelling = forms.ChoiceField(choices=[("ticked", ""), ("all", "")])

    def __init__(self, offers: Sequence[Offer], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict
        single = [offer for offer in offers if offer.member]
        self._of_same_name = [offer.row for offer in single if offer.finding.difference is not Difference.OTHER_PERSON]
        set_choices(self, "taken", [(offer.row, str(offer.row)) for offer in single])

    @property
    def rows(self) -> list[int]:
        """Return the rows whose values are taken from the registries."""
        if self.cleaned_data["spelling"] == "all":
            return self._of_same_name
        taken: list[int] = self.cleaned_data["taken"]
        return taken


def offer_rows(offers: Iterable[Offer]) -> list[OfferRow]:
    """Return the rows as the page shows them."""
    return [
        OfferRow(
            offer.row,
            DIFFERENCES[offer.finding.difference],
            _typed_text(offer.listed),
            [_member_text(member, offer.listed) for member in offer.finding.members],
            offer.member is not None,
            offer.taken,
        )
        for offer in offers
    ]


def _typed_text(typed: Typed) -> str:
    return ", ".join(filter(None, (typed.name, typed.latin_name, typed.country, typed.number)))


def _member_text(member: Member, typed: Typed) -> str:
    """Return a member with numbers; the parts of the name are added where they alone differ."""
    texts = [member.name, member.latin_name, member.country]
    differing = {name for name in SPELLING if getattr(member, name) not in ("", getattr(typed, name))}
    if differing and differing <= {"family_name", "given_name"}:
        texts.append(f"{member.family_name} | {member.given_name}")
    return ", ".join(filter(None, (*texts, numbers_text(member.numbers))))
