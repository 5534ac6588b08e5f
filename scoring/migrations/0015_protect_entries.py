"""Refuse to delete an entry that results, fouls, penalties, measures, appeals or awards refer to."""

import django.db.models.deletion
from django.db import migrations, models


def protected(model: str, column: str, related_name: str, **options: bool) -> migrations.AlterField:
    field = models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name=related_name, to="tournament.entry", **options
    )
    return migrations.AlterField(model, column, field)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0014_remove_order_of_fouls")]

    operations = [
        protected("countedresult", "entry", "results"),
        protected("sessionpenalty", "entry", "session_penalties"),
        protected("sessionpenalty", "paid_to", "+", null=True, blank=True),
        protected("foul", "entry", "fouls", null=True),
        protected("foul", "paid_to", "+", null=True),
        protected("measure", "entry", "measures"),
        protected("appeal", "entry", "appeals", null=True),
        protected("awardwinner", "entry", "awards", null=True),
    ]
