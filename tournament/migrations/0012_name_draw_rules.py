from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0011_add_papers"),
    ]

    operations = [
        migrations.AlterField(
            model_name="draw",
            name="scheme",
            field=models.CharField(
                default="apart",
                max_length=5,
            ),
        ),
    ]
