"""All tables as the migrations it replaces leave them, for a database that has none of them."""

import django.db.models.deletion
from django.db import migrations, models

from common.actions import append_only
from common.making_tables import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('common', '0001_initial'),
        ('common', '0002_audit_append_only'),
        ('common', '0003_add_backup_plan'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='Head',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('name', models.CharField(max_length=100, unique=True)),
                        ('public', models.PositiveBigIntegerField(default=0)),
                        ('live', models.PositiveBigIntegerField(default=0)),
                        ('clock', models.PositiveBigIntegerField(default=0)),
                        ('calls', models.PositiveBigIntegerField(default=0)),
                        ('audit_seq', models.PositiveBigIntegerField(default=0)),
                        ('audit_hash', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64)),
                    ],
                ),
                migrations.CreateModel(
                    name='ClientKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('actor_ref', models.CharField(max_length=60)),
                        ('key', models.CharField(max_length=64)),
                        ('action', models.CharField(max_length=60)),
                        ('body', models.CharField(max_length=64)),
                        ('answer', models.JSONField(null=True)),
                        ('at', models.DateTimeField(auto_now_add=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('actor_ref', 'key'), name='client_key_once_per_actor')],
                    },
                ),
                migrations.CreateModel(
                    name='AuditEntry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('seq', models.PositiveBigIntegerField()),
                        ('at', models.DateTimeField()),
                        ('action', models.CharField(max_length=60)),
                        ('actor_ref', models.CharField(max_length=60)),
                        ('actor_name', models.CharField(max_length=200)),
                        ('device', models.CharField(blank=True, max_length=200)),
                        ('about', models.CharField(max_length=100)),
                        ('before', models.JSONField(null=True)),
                        ('after', models.JSONField(null=True)),
                        ('reason', models.TextField(blank=True)),
                        ('previous', models.CharField(max_length=64)),
                        ('hash', models.CharField(max_length=64)),
                        ('head', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='audit_entries', to='common.head')),
                    ],
                    options={
                        'ordering': ['head', 'seq'],
                        'constraints': [models.UniqueConstraint(fields=('head', 'seq'), name='audit_one_entry_per_seq')],
                    },
                ),
                migrations.CreateModel(
                    name='Job',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('kind', models.CharField(max_length=60)),
                        ('parameters', models.JSONField(default=dict)),
                        ('owner_ref', models.CharField(max_length=60)),
                        ('owner_name', models.CharField(max_length=200)),
                        ('state', models.CharField(default='queued', max_length=10)),
                        ('done', models.PositiveIntegerField(default=0)),
                        ('total', models.PositiveIntegerField(default=0)),
                        ('attempt', models.PositiveSmallIntegerField(default=0)),
                        ('cancel', models.BooleanField(default=False)),
                        ('made_at', models.DateTimeField(auto_now_add=True)),
                        ('heartbeat', models.DateTimeField(null=True)),
                        ('ended_at', models.DateTimeField(null=True)),
                        ('language', models.CharField(default='en', max_length=10)),
                        ('result', models.JSONField(default=dict)),
                        ('upload', models.FileField(blank=True, upload_to='uploads/')),
                        ('file', models.FileField(blank=True, upload_to='jobs/')),
                        ('file_name', models.CharField(blank=True, max_length=200)),
                        ('head', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='jobs', to='common.head')),
                    ],
                    options={
                        'indexes': [models.Index(fields=['state', 'heartbeat'], name='job_state_heartbeat')],
                    },
                ),
                migrations.CreateModel(
                    name='BackupPlan',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('folder', models.TextField(blank=True)),
                        ('keep', models.PositiveSmallIntegerField(default=20)),
                        ('wanted_at', models.DateTimeField(null=True)),
                        ('tried_at', models.DateTimeField(null=True)),
                        ('fault', models.CharField(blank=True, max_length=20)),
                        ('fault_detail', models.CharField(blank=True, max_length=200)),
                        ('good_at', models.DateTimeField(null=True)),
                        ('good_name', models.CharField(blank=True, max_length=100)),
                        ('good_bytes', models.PositiveBigIntegerField(default=0)),
                        ('good_digest', models.CharField(blank=True, max_length=64)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='backup_plan_only_one')],
                    },
                ),
            ],
        ),
        migrations.RunPython(
            lambda apps, editor: append_only.install_first(editor.connection),
            lambda apps, editor: append_only.remove(editor.connection),
        ),
    ]
