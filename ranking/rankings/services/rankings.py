"""Declare, change and remove rankings of a body."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.merging import fields_to_write
from common.i18n.text_fields import cleaned_texts, joined_texts
from common.i18n.texts import Texts
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.rankings.models import Ranking
from ranking.rankings.rules.rule import Rule, read_rule
from ranking.rankings.selectors.values import ranking_values
from ranking.rankings.services.snapshots import audit_name, delete_snapshots
from ranking.series.rules.plain import RuleError
from ranking.series.services.labels import RULE_ERRORS
from tournament.people.services.checking import check_row


@dataclass(frozen=True)
class NewRanking:
    """What a new ranking begins with: id, name by language, rule as plain data, and when it is computed by itself."""

    slug: str
    name: Texts
    rule: Mapping[str, Any]
    renewal: str = Ranking.Renewal.MONTH


@action("ranking.create", summary=_("Declare a ranking"), roles=COMMITTEE, subject="body")
def create_ranking(_context: ActionContext, body: Body, *, new: NewRanking) -> Done:
    """Declare a ranking of the body. Refused for a used id and a rule that cannot be applied."""
    if Ranking.objects.filter(slug=new.slug).exists():
        raise Refused(_("This id is already used."), where="slug")
    name = cleaned_texts(new.name)
    ranking = Ranking(body=body, slug=new.slug, name=name, rule=_plain_rule(new.rule), renewal=new.renewal)
    check_row(ranking, exclude=("body",))
    ranking.save()
    return Done({"ranking": ranking.slug}, audit_name(ranking), None, ranking_values(ranking))


@action("ranking.change", summary=_("Change a ranking"), roles=COMMITTEE, subject="body")
def change_ranking(
    context: ActionContext, body: Body, *, ranking: Ranking, base: Mapping[str, Any], **values: Any
) -> Done:
    """Change the values that differ from ``base``, which the form showed: those of `ranking_values`.

    Snapshots keep the rule that they were computed by. Needs a reason if the rule of a computed ranking changes.
    """
    own = _own(body, ranking)
    before = ranking_values(own)
    merged = before | {name: values[name] for name in fields_to_write(base, values, before)}
    own.name = cleaned_texts(joined_texts(merged, "name_"))
    own.renewal = merged["renewal"]
    rule = _plain_rule({name: merged[name] for name in Rule().plain()})
    if rule != _plain_rule(own.rule) and own.snapshots.exists() and not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    own.rule = rule
    check_row(own, exclude=("body",))
    own.save()
    after = ranking_values(own)
    differing = sorted(name for name in after if before.get(name) != after[name])
    old, new = ({name: row.get(name) for name in differing} for row in (before, after))
    return Done({"ranking": own.slug}, audit_name(own), old, new, changed=bool(differing))


@action("ranking.remove", summary=_("Remove a ranking"), roles=COMMITTEE, subject="body")
def remove_ranking(context: ActionContext, body: Body, *, ranking: Ranking) -> Done:
    """Remove a ranking with all its snapshots, with a reason."""
    own = _own(body, ranking)
    if not context.reason:
        raise Refused(_("Please give a reason; it is kept with the change."), where="reason")
    before = ranking_values(own)
    delete_snapshots(context, own.snapshots.all())
    slug = own.slug
    own.delete()
    return Done({"ranking": slug}, f"ranking:{slug}", before, None, (LIVE, PUBLIC))


def _own(body: Body, ranking: Ranking) -> Ranking:
    """Return the ranking, locked. Refused if it is another body's or was removed."""
    own = Ranking.objects.select_for_update().filter(pk=ranking.pk, body=body).first()
    if own is None:
        raise Refused(_("This ranking was removed."))
    return own


def _plain_rule(plain: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return read_rule(plain).plain()
    except RuleError as error:
        raise Refused(RULE_WRONG[error.code], where=error.where) from None


#: Code of a `RuleError` -> its text.
RULE_WRONG = {
    **RULE_ERRORS,
    "factor": _("Age factors are not negative, and the first one is not 0."),
    "years": _("The last year is before the first one."),
}
