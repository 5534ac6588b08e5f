"""Add the register of sanctioned events; an event that was confirmed as sanctioned gets an entry."""

import django.db.models.deletion
from django.db import migrations, models


def enter_sanctioned(apps, schema_editor):
    """Enter the events that were confirmed as sanctioned, so that their classes stay.

    The world body keeps the register; without one the body that confirmed the event stands for it.
    """
    entries = apps.get_model("ranking", "SanctionedEvent").objects
    world = apps.get_model("ranking", "Body").objects.filter(kind="world").order_by("pk").first()
    numbers = set()
    for recorded in apps.get_model("ranking", "RecordedEvent").objects.filter(sanctioned=True).order_by("pk"):
        number = recorded.sanction_number
        if not number or number in numbers:
            number = f"pinju-{recorded.pk}"
        numbers.add(number)
        recorded.register_entry = entries.create(
            body_id=world.pk if world else recorded.body_id,
            number=number,
            slug=recorded.slug,
            name=recorded.name,
            country=recorded.country,
            starts=recorded.starts,
            granted_on=recorded.confirmed_at.date(),
            granted_by=recorded.confirmed_by,
        )
        recorded.save(update_fields=["register_entry"])


class Migration(migrations.Migration):
    dependencies = [
        ("ranking", "0008_name_venues"),
    ]

    operations = [
        migrations.CreateModel(
            name="SanctionedEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("number", models.CharField(max_length=60)),
                ("slug", models.CharField(blank=True, max_length=64)),
                ("name", models.CharField(max_length=200)),
                ("country", models.CharField(blank=True, max_length=3)),
                ("starts", models.DateField(blank=True, null=True)),
                ("letter", models.CharField(blank=True, max_length=1)),
                ("granted_on", models.DateField()),
                ("granted_by", models.CharField(max_length=150)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by", models.CharField(blank=True, max_length=150)),
                ("withdrawn_reason", models.CharField(blank=True, max_length=500)),
                (
                    "body",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sanctioned_events", to="ranking.body"
                    ),
                ),
            ],
            options={
                "ordering": ["-granted_on", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="recordedevent",
            name="register_entry",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="recorded",
                to="ranking.sanctionedevent",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanctionedevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at", None)), fields=("number",), name="sanction_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sanctionedevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at", None), models.Q(("slug", ""), _negated=True)),
                fields=("slug",),
                name="sanctioned_event_once",
            ),
        ),
        migrations.RunPython(enter_sanctioned, migrations.RunPython.noop),
    ]
