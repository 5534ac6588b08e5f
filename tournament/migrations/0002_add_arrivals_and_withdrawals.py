import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Arrival",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("arrived_at", models.DateTimeField(null=True)),
                ("by", models.CharField(blank=True, max_length=150)),
                ("oath_signed", models.BooleanField(default=False)),
                ("id_seen", models.BooleanField(default=False)),
                ("fee_paid", models.BooleanField(default=False)),
                ("name_confirmed", models.BooleanField(default=False)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="arrival", to="tournament.entry"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Withdrawal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("from_session", models.PositiveSmallIntegerField()),
                ("until_session", models.PositiveSmallIntegerField(null=True)),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("by", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField(null=True)),
                ("return_reason", models.CharField(blank=True, max_length=500)),
                ("return_by", models.CharField(blank=True, max_length=150)),
                ("return_at", models.DateTimeField(null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="withdrawals",
                        to="tournament.entry",
                    ),
                ),
            ],
            options={
                "ordering": ["from_session"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until_session__isnull", True)),
                        fields=("entry",),
                        name="withdrawal_one_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_session__isnull", True),
                            ("until_session__gt", models.F("from_session")),
                            _connector="OR",
                        ),
                        name="withdrawal_ends_after",
                    ),
                ],
            },
        ),
    ]
