"""Where registrations differ from the registries of players: questions about one, offers for the rows of a list."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.people.models.persons import Person
from tournament.people.rules import number_key
from tournament.people.selectors import holder_of, holders_of
from tournament.registration.rules.rows import Candidate
from tournament.registry.rules.matching import SPELLING, Difference, Finding, Typed, taken_from
from tournament.registry.rules.members import Member
from tournament.registry.selectors.members import Lookup


@dataclass(frozen=True)
class Offer:
    """A row of a list (counted from 1) that differs from the registries, as the list has it.

    ``taken``: the row is registered as the registry has it. Several members cannot be taken.
    """

    row: int
    listed: Typed
    finding: Finding
    taken: bool = False

    @property
    def member(self) -> Member | None:
        """Return the only member that the row may mean."""
        return self.finding.members[0] if len(self.finding.members) == 1 else None


def registry_questions(typed: Typed, own: Person | None) -> dict[str, str]:
    """Return what to ask before a person is registered who differs from the registries: code -> question.

    ``own`` is the person whose registration is changed; None for a new one. A missing value that the registry has is no
    reason to ask, except the number.
    """
    lookup = Lookup([typed])
    finding = lookup.finding(typed)
    questions = {}
    if finding and finding.difference is not Difference.INCOMPLETE:
        question = f"{_fact(typed, finding)} {_question(finding.difference)}"
        questions[f"registry-{finding.difference.value}"] = question
    known = _known_under(typed, [listed.member for listed in lookup.matches(typed)])
    if known and known.holder != own:
        figures = {"name": known.holder.name, "number": known.number}
        questions["registry-known"] = (
            _("%(name)s is known here under the number %(number)s. Register a second person?") % figures
        )
    return questions


def registry_fact(typed: Typed) -> str:
    """Return how a person differs from the registries, as one sentence; empty if nothing does."""
    finding = Lookup([typed]).finding(typed)
    return _fact(typed, finding) if finding else ""


def offers_of(candidates: Iterable[Candidate], taken: Collection[int]) -> list[Offer]:
    """Return where the rows of a list differ from the registries.

    The values of the rows in ``taken`` are replaced by those of the registry.
    """
    listed = {candidate.row: _typed_of(candidate) for candidate in candidates if not candidate.problems}
    lookup = Lookup(listed.values())
    offers = []
    for candidate in candidates:
        typed = listed.get(candidate.row)
        finding = lookup.finding(typed) if typed else None
        if typed is None or finding is None:
            continue
        offer = Offer(candidate.row, typed, finding, candidate.row in taken and len(finding.members) == 1)
        if offer.taken and offer.member:
            candidate.values |= taken_from(offer.member, typed.number)
        offers.append(offer)
    return offers


def _typed_of(candidate: Candidate) -> Typed:
    names = {name: candidate.values.get(name, "") for name in SPELLING}
    return Typed(**names, number=candidate.values.get("federation_number", ""))


def _fact(typed: Typed, finding: Finding) -> str:
    figures = {
        "name": typed.name,
        "number": typed.number,
        "members": "; ".join(map(_shown, finding.members[:3])),
    }
    sentences = {
        Difference.SPELLING: _("In the registry, the number %(number)s is: %(members)s."),
        Difference.INCOMPLETE: _("The registry knows more of %(name)s: %(members)s."),
        Difference.OTHER_PERSON: _("In the registry, the number %(number)s is another person's: %(members)s."),
        Difference.OTHER_NUMBER: _("The registry has this name with another number: %(members)s."),
        Difference.NO_NUMBER: _("The registry has this name with a number: %(members)s."),
    }
    return sentences[finding.difference] % figures


def _question(difference: Difference) -> str:
    return {
        Difference.SPELLING: _("Keep your spelling?"),
        Difference.OTHER_PERSON: _("Keep the number for this name?"),
        Difference.OTHER_NUMBER: _("Keep the number that you typed?"),
        Difference.NO_NUMBER: _("Register without a number?"),
    }[difference]


def _shown(member: Member) -> str:
    numbers = " / ".join(number.number for number in member.numbers)
    return ", ".join(filter(None, (member.name, member.latin_name, member.country, numbers)))


@dataclass(frozen=True)
class _Known:
    """A person who is known here, and the number."""

    holder: Person
    number: str


def _known_under(typed: Typed, members: Sequence[Member]) -> _Known | None:
    """Return who is known here under another number of the member with the typed number."""
    own = number_key(typed.number)
    holders = [member for member in members if own in {number_key(registered.number) for registered in member.numbers}]
    others = {
        registered.number for member in holders for registered in member.numbers if number_key(registered.number) != own
    }
    if not own or holder_of(typed.number):
        return None
    known = holders_of(others)
    first = min(known, default="")
    return _Known(known[first].kept, first) if known else None
