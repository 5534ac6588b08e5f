"""Let only the penalties say which foul they follow from, one penalty for a foul."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0013_fill_owners_of_penalties")]

    operations = [
        migrations.RemoveField(model_name="foul", name="order"),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until__isnull", True)),
                fields=("foul", "seat"),
                name="adjustment_one_penalty_of_foul",
            ),
        ),
        migrations.AddConstraint(
            model_name="forfeit",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until__isnull", True)), fields=("foul",), name="forfeit_one_of_foul"
            ),
        ),
    ]
