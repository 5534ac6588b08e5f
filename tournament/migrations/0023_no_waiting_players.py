"""Give events whose players would have waited fillers: the program never drew a chart with waiting players."""

from django.db import migrations


def use_fillers(apps, schema_editor):
    """Replace the removed choice "waiting" by the default."""
    settings = apps.get_model("tournament", "PlaySettings").objects
    settings.filter(incomplete_tables="waiting").update(incomplete_tables="fillers")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0022_check_in_by_session")]

    operations = [migrations.RunPython(use_fillers, migrations.RunPython.noop)]
