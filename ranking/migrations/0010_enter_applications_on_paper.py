"""Add applications on paper with their scans, the sex of form A10, and the promises of bodies."""

import common.i18n.text_fields
import common.privacy.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('ranking', '0009_register_sanctioned_events'),
    ]

    operations = [
        migrations.AddField(
            model_name='body',
            name='promise',
            field=common.i18n.text_fields.TextsField(blank=True, default=dict, max_length=2000),
        ),
        migrations.AddField(
            model_name='pinapplication',
            name='entered_by',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='pinapplication',
            name='received_on',
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='pinapplicationdata',
            name='sex',
            field=common.privacy.fields.EncryptedTextField(blank=True),
        ),
        migrations.CreateModel(
            name='ApplicationScan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=4)),
                ('name', models.CharField(max_length=40)),
                ('digest', models.CharField(max_length=64)),
                ('size', models.PositiveIntegerField()),
                ('added_at', models.DateTimeField()),
                ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scans', to='ranking.pinapplication')),
            ],
            options={
                'ordering': ['pk'],
                'abstract': False,
            },
        ),
    ]
