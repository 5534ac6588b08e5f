"""Add the era of a head; those that exist share one, as none of their versions is repeated yet."""

from django.db import migrations, models

from common.actions.models.ledgers import new_era


class Migration(migrations.Migration):
    dependencies = [("common", "0004_drop_celery_results")]

    operations = [migrations.AddField("head", "era", models.CharField(default=new_era, max_length=8))]
