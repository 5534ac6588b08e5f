"""Who stands for a sheet, and who is still to do so."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.sheets.models.facts import Signature
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.tables import Sitting


@dataclass(frozen=True)
class Signing:
    """A line of the signatures: who (``signer``: a seat, "referee", "chief-referee"), ``name``, and what was done."""

    signer: str
    name: str
    check: Signature | None
    sign: Signature | None


def sitter_now(facts: SheetFacts, seat: str) -> Sitting:
    """Who sits on the seat at the end of the session: the one who stands for it."""
    return max((one for one in facts.sittings if one.seat == seat), key=lambda one: one.from_hand)


def signings(facts: SheetFacts) -> Sequence[Signing]:
    """The players who play here, East first, the referee and the chief referee, with what each has signed."""
    current = Signature.objects.current().filter(sheet=facts.sheet)
    found = {(signature.step, signature.signer): signature for signature in current}

    def line(signer: str, name: str) -> Signing:
        check = found.get((Signature.Step.CHECK, signer))
        sign = found.get((Signature.Step.SIGN, signer))
        return Signing(signer, name or (sign.name if sign else ""), check, sign)

    lines = []
    for seat in facts.played_seats:
        sitting = sitter_now(facts, seat)
        lines.append(line(seat, sitting.entry.name if sitting.entry else sitting.name))
    return [*lines, line(Signature.Signer.REFEREE, ""), line(Signature.Signer.CHIEF_REFEREE, "")]


def disputed_hands(sheet: Sheet) -> list[int]:
    """The numbers of the hands that wait for the referee."""
    return list(sheet.hand_set.current().filter(disputed=True).values_list("no", flat=True))
