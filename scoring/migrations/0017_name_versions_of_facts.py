"""Call the versions between which a fact is valid by what they are; an appeal's step has begun at a time.

The columns are renamed by SQL: databases carry constraints along, and SQLite need not copy the tables.
"""

from django.db import migrations, models
from django.db.models import F, Q

#: Model -> prefix of its constraints, fields of which one current row each is allowed.
FACTS = {
    "adjustment": ("adjustment", ("seat", "hand_no", "order")),
    "forfeit": ("forfeit", ("seat",)),
    "hand": ("hand", ("no",)),
    "handrecord": ("hand_record", ("no",)),
    "roundseating": ("round_seating", ("round_no",)),
    "settlement": ("settlement", ()),
    "signature": ("signature", ("step", "signer")),
    "signedtotal": ("signed_total", ("seat",)),
    "statedtablepoints": ("stated_table_points", ("seat",)),
}
RENAMED = {"since": "valid_from_version", "until": "valid_until_version"}
CURRENT = Q(valid_until_version__isnull=True)


def constraints_of(model):
    prefix, fields = FACTS[model]
    ends_after = CURRENT | Q(valid_until_version__gt=F("valid_from_version"))
    yield models.UniqueConstraint(condition=CURRENT, fields=("sheet", *fields), name=f"{prefix}_one_current")
    yield models.CheckConstraint(condition=ends_after, name=f"{prefix}_ends_after")
    if model == "adjustment":
        yield models.UniqueConstraint(
            condition=CURRENT, fields=("foul", "seat"), name="adjustment_one_penalty_of_foul"
        )
    if model == "forfeit":
        yield models.UniqueConstraint(condition=CURRENT, fields=("foul",), name="forfeit_one_of_foul")


def renamed_columns(model):
    return [
        migrations.RunSQL(
            f'ALTER TABLE scoring_{model} RENAME COLUMN "{old}" TO "{new}"',
            f'ALTER TABLE scoring_{model} RENAME COLUMN "{new}" TO "{old}"',
        )
        for old, new in RENAMED.items()
    ]


def renamed_fields(model):
    return [
        *(migrations.RemoveConstraint(model, constraint.name) for constraint in constraints_of(model)),
        *(migrations.RenameField(model, old, new) for old, new in RENAMED.items()),
        *(migrations.AddConstraint(model, constraint) for constraint in constraints_of(model)),
    ]


class Migration(migrations.Migration):
    dependencies = [("scoring", "0016_texts_of_foul_kinds")]

    operations = [
        migrations.RenameField("appealstep", "since", "began_at"),
        *(
            migrations.SeparateDatabaseAndState(
                database_operations=renamed_columns(model), state_operations=renamed_fields(model)
            )
            for model in FACTS
        ),
    ]
