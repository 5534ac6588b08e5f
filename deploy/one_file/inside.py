"""Run in the built program (`manage shell -c`) by smoke.py: what a bundle easily lacks is there and works."""

import io
import pkgutil
from importlib import import_module

import numpy
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.db.migrations.loader import MigrationLoader
from django.template.backends.django import get_installed_libraries
from django.template.loader import get_template
from django.utils import timezone, translation
from openpyxl import Workbook
from PIL import Image

from common.backups.releases import newest_unknown
from common.backups.running import back_up
from common.files.pictures.reading import clean_picture
from common.files.workbooks.reading import read_workbook
from common.files.workbooks.writing import as_file
from common.models import BackupPlan

OWN = ("common", "tournament", "scoring", "ranking", "web", "config", "launcher")

for package in OWN:
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
print("modules", sum(name.split(".")[0] in OWN for name in __import__("sys").modules) > 1000)

for name, app in get_commands().items():
    load_command_class(app, name)
print("commands", {"prepare", "doctor", "standings", "migrate"} <= set(get_commands()))

migrations = [key for key in MigrationLoader(None).disk_migrations if key[0] in OWN]
print("migrations", len(migrations), newest_unknown(migrations) or "all known")

templates = [
    file.relative_to(settings.BASE_DIR / "templates") for file in (settings.BASE_DIR / "templates").rglob("*.*")
]
for template in templates:
    get_template(template.as_posix())
print("templates", len(templates) > 400, len(get_installed_libraries()) > 5)

words = []
for language in ("en", "zh-hans", "ja"):
    with translation.override(language):
        words.append(translation.gettext("Settings"))
print("translations", words)

book, data = Workbook(), io.BytesIO()
book.active.append(["张三", 12])
print("workbook", read_workbook(as_file(book))[0]["rows"])

Image.new("RGB", (40, 30)).save(data, "PNG")
print("picture", clean_picture(data.getvalue())[0])

print("numbers", int(numpy.linalg.matrix_rank(numpy.eye(4))))
print(
    "time zone",
    timezone.localtime().tzinfo is not None,
    "Asia/Shanghai" in __import__("zoneinfo").available_timezones(),
)

BackupPlan.objects.update_or_create(pk=1, defaults={"folder": STICK, "keep": 3})  # noqa: F821  # smoke.py names it
print("backup", back_up())
