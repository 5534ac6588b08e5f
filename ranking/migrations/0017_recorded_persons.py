"""Keep who has official results, and the newest event of each; filled from the results."""

from datetime import date

import django.db.models.deletion
from django.db import migrations, models

BATCH = 2_000


def fill(apps, schema_editor):
    OfficialResult, RecordedPerson = (apps.get_model("ranking", name) for name in ("OfficialResult", "RecordedPerson"))
    merged_into = dict(
        apps.get_model("tournament", "Person").objects.exclude(merged_into=None).values_list("pk", "merged_into")
    )
    newest = {}
    rows = OfficialResult.objects.values_list("person", "recorded", "recorded__starts").order_by()
    for person, event, day in rows.iterator(BATCH):
        kept = merged_into.get(person, person)
        found = (day or date.min, event)
        newest[kept] = max(newest.get(kept, found), found)
    RecordedPerson.objects.bulk_create(
        (
            RecordedPerson(person_id=person, last_event_id=event, last_day=None if day == date.min else day)
            for person, (day, event) in newest.items()
        ),
        batch_size=BATCH,
    )


class Migration(migrations.Migration):
    dependencies = [("ranking", "0016_remove_unsanctioned"), ("tournament", "0039_indexes_of_lists")]

    operations = [
        migrations.CreateModel(
            "RecordedPerson",
            [
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="recorded",
                        serialize=False, to="tournament.person",
                    ),
                ),
                ("last_day", models.DateField(null=True)),
                (
                    "last_event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="ranking.recordedevent"
                    ),
                ),
            ],
            {"indexes": [models.Index(fields=["last_day", "person"], name="recorded_person_by_day")]},
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
