"""Give photos of players that have no day of deletion that of the event's other private data."""

from django.db import migrations

from tournament.events.rules.months import months_after


def give_days(apps, schema_editor):
    photos = apps.get_model("scoring", "ScreenPicture").objects.filter(entry__isnull=False, delete_after=None)
    for photo in photos.select_related("entry__event__privacy_settings").iterator():
        event = photo.entry.event
        last_day, settings = event.ends or event.starts, getattr(event, "privacy_settings", None)
        if last_day and settings:
            photo.delete_after = months_after(last_day, settings.keep_months)
            photo.save(update_fields=["delete_after"])


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0033_digests"),
    ]

    operations = [migrations.RunPython(give_days, migrations.RunPython.noop, elidable=True)]
