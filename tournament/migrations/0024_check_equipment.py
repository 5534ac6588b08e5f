"""Add who confirmed the equipment and the site, item by item (3.5.5)."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0023_no_waiting_players'),
    ]

    operations = [
        migrations.CreateModel(
            name='EquipmentCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('item', models.CharField(max_length=10)),
                ('by', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('remark', models.CharField(blank=True, max_length=300)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='equipment_checks', to='tournament.event')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('event', 'item'), name='equipment_item_once')],
            },
        ),
    ]
