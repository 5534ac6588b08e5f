"""Drop the tables of django_celery_results, which earlier versions installed and did not use."""

from django.db import migrations

APP = "django_celery_results"
STATEMENTS = [
    *(f"DROP TABLE IF EXISTS {APP}_{table}" for table in ("chordcounter", "groupresult", "taskresult")),
    f"DELETE FROM django_migrations WHERE app = '{APP}'",
]


class Migration(migrations.Migration):
    dependencies = [("common", "0003_add_backup_plan")]

    operations = [migrations.RunSQL(STATEMENTS, migrations.RunSQL.noop)]
