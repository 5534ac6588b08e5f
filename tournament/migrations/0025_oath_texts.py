"""Keep the oath of an event for each language; the text of before holds for all languages."""

from typing import Any

import common.i18n.text_fields
from django.db import migrations, models

LANGUAGES = ("zh", "en", "ja")


def gather(apps: Any, schema_editor: Any) -> None:
    for row in apps.get_model("tournament", "RegistrationSettings").objects.exclude(oath="").iterator():
        row.oath_texts = dict.fromkeys(LANGUAGES, row.oath)
        row.save(update_fields=["oath_texts"])


def spread(apps: Any, schema_editor: Any) -> None:
    """Keep the first text; the column of before holds one."""
    for row in apps.get_model("tournament", "RegistrationSettings").objects.iterator():
        row.oath = next(iter(row.oath_texts.values()), "")
        row.save(update_fields=["oath"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_check_equipment")]

    operations = [
        migrations.AddField(
            "registrationsettings",
            "oath_texts",
            common.i18n.text_fields.TextsField(blank=True, default=dict, max_length=6000),
        ),
        migrations.RunPython(gather, spread),
        migrations.AlterField("registrationsettings", "oath", models.TextField(blank=True, default="")),
        migrations.RemoveField("registrationsettings", "oath"),
        migrations.RenameField("registrationsettings", "oath_texts", "oath"),
    ]
