"""Call the times of a clock's stop and the end of a role by what they are.

The columns are renamed by SQL: databases carry constraints along, and SQLite need not copy the table.
"""

from django.db import migrations, models
from django.db.models import F, Q

RENAMED = [("tournament_clockstop", "since", "begins_at"), ("tournament_clockstop", "until", "ends_at")]
CONSTRAINTS = [
    models.UniqueConstraint(condition=Q(ends_at__isnull=True), fields=("clock",), name="clock_one_open_stop"),
    models.CheckConstraint(condition=Q(ends_at__isnull=True) | Q(ends_at__gte=F("begins_at")), name="stop_ends_after"),
]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0018_name_ledgers")]

    operations = [
        migrations.RenameField("role", "until", "ends_at"),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    f'ALTER TABLE {table} RENAME COLUMN "{old}" TO "{new}"',
                    f'ALTER TABLE {table} RENAME COLUMN "{new}" TO "{old}"',
                )
                for table, old, new in RENAMED
            ],
            state_operations=[
                *(migrations.RemoveConstraint("clockstop", constraint.name) for constraint in CONSTRAINTS),
                *(migrations.RenameField("clockstop", old, new) for _table, old, new in RENAMED),
                *(migrations.AddConstraint("clockstop", constraint) for constraint in CONSTRAINTS),
                migrations.AlterModelOptions("clockstop", {"ordering": ["begins_at"]}),
            ],
        ),
    ]
