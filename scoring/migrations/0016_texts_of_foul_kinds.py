"""Replace the columns of an event's kinds of fouls for each language by texts by language."""

from typing import Any

import common.i18n.text_fields
from django.db import migrations

LANGUAGES = ("zh", "en", "ja")
#: Column -> its longest text.
COLUMNS = {"name": 100, "about": 300}


def gather(apps: Any, schema_editor: Any) -> None:
    for row in apps.get_model("scoring", "FoulKind").objects.iterator():
        for column in COLUMNS:
            texts = {language: getattr(row, f"{column}_{language}") for language in LANGUAGES}
            setattr(row, column, {language: text for language, text in texts.items() if text})
        row.save(update_fields=list(COLUMNS))


def spread(apps: Any, schema_editor: Any) -> None:
    """Write the texts into the columns again; PostgreSQL refuses longer ones, which came with an event file."""
    for row in apps.get_model("scoring", "FoulKind").objects.iterator():
        for column, most in COLUMNS.items():
            for language in LANGUAGES:
                setattr(row, f"{column}_{language}", getattr(row, column).get(language, "")[:most])
        row.save()


class Migration(migrations.Migration):
    dependencies = [("scoring", "0015_protect_entries")]

    operations = [
        migrations.AddField(
            "foulkind",
            "name",
            common.i18n.text_fields.TextsField(default=dict, max_length=100),
            preserve_default=False,
        ),
        migrations.AddField(
            "foulkind",
            "about",
            common.i18n.text_fields.TextsField(blank=True, default=dict, max_length=300),
        ),
        migrations.RunPython(gather, spread),
        *[migrations.RemoveField("foulkind", f"{column}_{language}") for column in COLUMNS for language in LANGUAGES],
    ]
