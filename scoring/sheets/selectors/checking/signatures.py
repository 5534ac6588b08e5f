"""The signatures of a sheet, given and missing."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.sheets.models.facts import Signature
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.events.models.tables import Sitting


@dataclass(frozen=True)
class Signing:
    """A line of the signatures; ``signer``: a seat, "referee" or "chief-referee"; None: not done."""

    signer: str
    name: str
    check: Signature | None
    sign: Signature | None


def sitter_now(facts: SheetFacts, seat: str) -> Sitting:
    """Return the last sitter of the seat, who signs for it."""
    return max((row for row in facts.sittings if row.seat == seat), key=lambda row: row.from_hand)


def signings(facts: SheetFacts) -> Sequence[Signing]:
    """Return the lines of the players, East first, then of the referee and the chief referee."""
    current = Signature.objects.current().filter(sheet=facts.sheet)
    signatures = {(signature.step, signature.signer): signature for signature in current}

    def line(signer: str, name: str) -> Signing:
        check = signatures.get((Signature.Step.CHECK, signer))
        sign = signatures.get((Signature.Step.SIGN, signer))
        return Signing(signer, name or (sign.name if sign else ""), check, sign)

    lines = []
    for seat in facts.played_seats:
        sitting = sitter_now(facts, seat)
        lines.append(line(seat, sitting.entry.name if sitting.entry else sitting.name))
    return [*lines, line(Signature.Signer.REFEREE, ""), line(Signature.Signer.CHIEF_REFEREE, "")]


def disputed_hands(sheet: Sheet) -> list[int]:
    """Return the numbers of the hands that wait for a ruling."""
    return list(sheet.hand_set.current().filter(disputed=True).values_list("no", flat=True))
