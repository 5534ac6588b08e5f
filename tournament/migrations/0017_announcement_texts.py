"""Replace the columns of an announcement for each language by one of texts by language."""

from typing import Any

import common.i18n.text_fields
from django.db import migrations

LANGUAGES = ("zh", "en", "ja")


def gather(apps: Any, schema_editor: Any) -> None:
    for row in apps.get_model("tournament", "Announcement").objects.iterator():
        row.texts = {language: getattr(row, language) for language in LANGUAGES if getattr(row, language)}
        row.save(update_fields=["texts"])


def spread(apps: Any, schema_editor: Any) -> None:
    for row in apps.get_model("tournament", "Announcement").objects.iterator():
        for language in LANGUAGES:
            setattr(row, language, row.texts.get(language, ""))
        row.save(update_fields=LANGUAGES)


def removed(language: str) -> migrations.RemoveField:
    return migrations.RemoveField("announcement", language)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_a_draw_has_a_start")]

    operations = [
        migrations.AddField(
            "announcement",
            "texts",
            common.i18n.text_fields.TextsField(default=dict, max_length=300),
            preserve_default=False,
        ),
        migrations.RunPython(gather, spread),
        *map(removed, LANGUAGES),
    ]
