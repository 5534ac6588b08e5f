"""Let the database refuse to change or delete audit entries."""

from django.db import migrations

from common.actions import append_only


class Migration(migrations.Migration):
    dependencies = [("common", "0001_initial")]

    operations = [
        migrations.RunPython(
            lambda apps, editor: append_only.install_first(editor.connection),
            lambda apps, editor: append_only.remove(editor.connection),
        )
    ]
