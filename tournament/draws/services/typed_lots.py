"""Type the lots that players drew by hand (3.5.1)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.i18n.wording import listed
from tournament.draws.models.draws import Draw, DrawNumber
from tournament.draws.selectors.draws import numbers_of
from tournament.draws.services.freezing import hash_list
from tournament.draws.services.shared import DRAWERS, NEVER, audit_ref


@action(
    "draw.lots",
    summary=gettext_lazy("Type the lots drawn by hand"),
    roles=DRAWERS,
    subject="draw",
    states={**NEVER, Draw.State.FROZEN: Answer.SAFE},
)
def type_lots(
    context: ActionContext, draw: Draw, *, lots: Mapping[int, int | None], drawn_by: Mapping[int, str]
) -> Done:
    """Store the lots typed so far: entry number -> lot (None: not drawn yet), and who drew for absent players (3.5.1).

    Entries that are not named keep their lots. Lots are from 1 to the number of players, each once.
    """
    if draw.lots != Draw.Lots.TYPED:
        raise Refused(_("The lots of this draw come from its seed."))
    lines = numbers_of(draw)
    before = _lots_of(lines)
    for line in lines:
        line.number = lots.get(line.entry.number, line.number)
        line.drawn_by = drawn_by.get(line.entry.number, line.drawn_by)
    _refuse_wrong_lots(draw, lines)
    # Numbers are unique at every moment: clear them all before numbers are swapped.
    draw.numbers.update(number=None)
    missing = sum(line.number is None for line in lines)
    draw.list_hash = draw.terms = ""
    if missing:
        draw.save(update_fields=["list_hash", "terms"])
    else:
        hash_list(context, draw, lines)
    DrawNumber.objects.bulk_update(lines, ["number", "drawn_by", "table", "apart"])
    return Done({"missing": missing}, audit_ref(draw), before, _lots_of(lines))


def _lots_of(lines: Sequence[DrawNumber]) -> dict[str, str]:
    """Return entry number -> lot, with the person who drew for an absent player."""
    drawn = {line.entry.number: (line.number, line.drawn_by) for line in lines if line.number or line.drawn_by}
    return {str(number): " · ".join(str(value) for value in values if value) for number, values in drawn.items()}


def _refuse_wrong_lots(draw: Draw, lines: list[DrawNumber]) -> None:
    drawn = [line for line in lines if line.number is not None]
    beyond = [line.name for line in drawn if not 1 <= (line.number or 0) <= draw.players]
    if beyond:
        figures = {"last": draw.players, "names": listed(beyond)}
        raise Refused(_("Lots go from 1 to %(last)d. Wrong: %(names)s.") % figures)
    counts = Counter(line.number for line in drawn)
    twice = sorted(number for number, count in counts.items() if number and count > 1)
    if twice:
        figures = {
            "lots": listed(twice),
            "names": listed(line.name for line in drawn if counts[line.number] > 1),
        }
        raise Refused(_("These lots appear more than once: %(lots)s (%(names)s).") % figures)
