"""What was kept of a draw as its plans is its start."""

from django.db import migrations


class Migration(migrations.Migration):
    """One name for one thing."""

    dependencies = [("tournament", "0015_add_suspensions_and_lost_ranks")]

    operations = [migrations.RenameField("draw", "plans", "start")]
