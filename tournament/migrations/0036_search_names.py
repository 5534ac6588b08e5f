"""Store the folded names of persons, and index them: by name, by number, and on PostgreSQL by trigrams.

pg_trgm is a trusted extension of PostgreSQL: the owner of the database may create it.
"""

from django.db import migrations, models
from django.db.models.functions import Upper

import tournament.people.models.persons
from common.i18n.search import searched_names

BATCH = 2_000
TRIGRAMS = {"person_trigrams": "tournament_person", "member_trigrams": "tournament_registrymember"}


def fold_names(apps, schema_editor):
    Person = apps.get_model("tournament", "Person")
    persons = []
    for person in Person.objects.order_by("pk").iterator(BATCH):
        person.search = searched_names(person.name, person.latin_name, person.family_name, person.given_name)
        persons.append(person)
    Person.objects.bulk_update(persons, ["search"], batch_size=BATCH)


def add_trigrams(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        for index, table in TRIGRAMS.items():
            schema_editor.execute(f"CREATE INDEX {index} ON {table} USING gin (search gin_trgm_ops)")


def drop_trigrams(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for index in TRIGRAMS:
            schema_editor.execute(f"DROP INDEX {index}")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0035_identities")]

    operations = [
        migrations.AddField(
            "person", "search",
            tournament.people.models.persons.FoldedNames(blank=True, default="", editable=False),
            preserve_default=False,
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
        migrations.AddIndex("person", models.Index(fields=["name", "id"], name="person_by_name")),
        migrations.AddIndex("person", models.Index(Upper("federation_number"), name="person_by_number")),
        migrations.RunPython(add_trigrams, drop_trigrams),
    ]
