"""Events made before players could register themselves get the settings of it, with registration not open."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def give_settings(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Make the missing rows."""
    settings = apps.get_model("tournament", "RegistrationSettings")
    events = apps.get_model("tournament", "Event").objects.filter(registration_settings=None)
    settings.objects.bulk_create(settings(event=event) for event in events)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0009_add_self_registration"),
    ]

    operations = [
        migrations.RunPython(give_settings, migrations.RunPython.noop, elidable=True),
    ]
