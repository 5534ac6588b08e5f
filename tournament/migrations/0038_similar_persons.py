"""Keep the keys and pairs of persons with alike names, and write the folded names again.

The pieces of two letters are new in them: an index of trigrams finds no shorter words.
"""

import django.db.models.deletion
from django.db import migrations, models

import tournament.people.models.persons
from common.i18n.search import searched_names

BATCH = 2_000


def fold_names(apps, schema_editor):
    for name in ("Person", "RegistryMember"):
        rows = apps.get_model("tournament", name).objects
        last = 0
        while batch := list(rows.filter(pk__gt=last).order_by("pk")[:BATCH]):
            for row in batch:
                row.search = searched_names(row.name, row.latin_name, row.family_name, row.given_name)
            rows.bulk_update(batch, ["search"], batch_size=500)
            last = batch[-1].pk


def person(**options):
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tournament.person", **options)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0037_api_token_event")]

    operations = [
        migrations.AddField(
            "person", "comparison", tournament.people.models.persons.ComparisonState(default=0, editable=False)
        ),
        migrations.AddIndex(
            "person",
            models.Index(condition=models.Q(comparison__lt=2), fields=["comparison"], name="person_not_compared"),
        ),
        migrations.CreateModel(
            "NameKey",
            [
                ("key", models.BigIntegerField()),
                ("person", person(related_name="name_keys")),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "key", "person", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "SimilarPair",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("first", person(related_name="similar_after", db_index=False)),
                ("second", person(related_name="similar_before")),
                ("strength", models.PositiveSmallIntegerField()),
                ("first_country", models.CharField(blank=True, max_length=3)),
                ("second_country", models.CharField(blank=True, max_length=3)),
            ],
            {
                "ordering": ["strength", "first_id", "second_id"],
                "indexes": [models.Index(fields=["strength", "first", "second"], name="similar_pair_by_strength")],
                "constraints": [
                    models.UniqueConstraint(fields=["first", "second"], name="similar_pair_once"),
                    models.CheckConstraint(
                        condition=models.Q(first__lt=models.F("second")), name="similar_pair_lower_first"
                    ),
                ],
            },
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
