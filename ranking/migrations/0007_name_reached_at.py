"""Call the time when a level was reached ``reached_at``: ``since`` is a word of versions."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ranking", "0006_name_ledgers")]

    operations = [
        migrations.RenameField("qualification", "since", "reached_at"),
        migrations.AlterModelOptions("qualification", {"ordering": ["-reached_at", "level", "person"]}),
    ]
