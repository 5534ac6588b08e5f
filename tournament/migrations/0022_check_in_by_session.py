"""Keep check-ins by session; those of before are for session 1. Checked items stay once for the event."""

import django.db.models.deletion
from django.db import migrations, models


def copy_arrivals(apps, schema_editor):
    """Make a check-in for session 1 of each arrival."""
    CheckedItems, Arrival = apps.get_model("tournament", "CheckedItems"), apps.get_model("tournament", "Arrival")
    rows = CheckedItems.objects.filter(arrived_at__isnull=False).values_list("entry", "arrived_at", "by")
    Arrival.objects.bulk_create(
        (Arrival(entry_id=entry, session=1, at=at, by=by) for entry, at, by in rows.iterator()), batch_size=500
    )


def copy_back(apps, schema_editor):
    """Return the check-ins for session 1 to the checked items."""
    CheckedItems, Arrival = apps.get_model("tournament", "CheckedItems"), apps.get_model("tournament", "Arrival")
    for row in Arrival.objects.filter(session=1):
        CheckedItems.objects.update_or_create(entry_id=row.entry_id, defaults={"arrived_at": row.at, "by": row.by})


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0021_event_time_zone"),
    ]

    operations = [
        migrations.RenameModel("Arrival", "CheckedItems"),
        migrations.AlterField(
            model_name="checkeditems",
            name="entry",
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="checked", to="tournament.entry"),
        ),
        migrations.CreateModel(
            name="Arrival",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("session", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(null=True)),
                ("by", models.CharField(blank=True, max_length=150)),
                ("entry", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="arrivals", to="tournament.entry")),
            ],
            options={
                "ordering": ["session"],
                "constraints": [models.UniqueConstraint(fields=("entry", "session"), name="arrival_once_a_session")],
            },
        ),
        migrations.RunPython(copy_arrivals, copy_back),
        migrations.RemoveField(model_name="checkeditems", name="arrived_at"),
        migrations.RemoveField(model_name="checkeditems", name="by"),
        migrations.AddField(
            model_name="playsettings",
            name="sign_in",
            field=models.CharField(default="day", max_length=10),
        ),
    ]
