"""Count wrong personal codes apart for signing and for appeals; codes that were locked are open again."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0010_add_closings_and_corrections")]

    operations = [
        migrations.RemoveField("leadercode", "failed"),
        migrations.RemoveField("playercode", "failed"),
        migrations.CreateModel(
            name="CodeTries",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("use", models.CharField(max_length=7)),
                ("source", models.CharField(blank=True, max_length=64)),
                ("wrong", models.PositiveIntegerField()),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                (
                    "leader_code",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tries",
                        to="scoring.leadercode",
                    ),
                ),
                (
                    "player_code",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tries",
                        to="scoring.playercode",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("player_code__isnull", True), ("leader_code__isnull", True), _connector="XOR"
                        ),
                        name="code_tries_of_one_code",
                    ),
                    models.UniqueConstraint(
                        fields=("player_code", "use", "source"), name="code_tries_once_for_player"
                    ),
                    models.UniqueConstraint(
                        fields=("leader_code", "use", "source"), name="code_tries_once_for_leader"
                    ),
                ],
            },
        ),
    ]
