"""All tables as the migrations it replaces leave them, for a database that has none of them."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import common.privacy.fields
from common.making_tables import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('ranking', '0001_initial'),
        ('ranking', '0002_add_digest'),
        ('ranking', '0003_add_pin_applications'),
        ('ranking', '0004_add_web_sites_and_missing_results'),
        ('ranking', '0005_name_applications_taken_back'),
    ]

    initial = True

    dependencies = [
        ('common', '0001_squashed_0003_add_backup_plan'),
        ('tournament', '0001_squashed_0015_add_suspensions_and_lost_ranks'),
    ]

    operations = [
        CreateModels(
            operations=[
                migrations.CreateModel(
                    name='Body',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('slug', models.CharField(max_length=64, unique=True, validators=[django.core.validators.RegexValidator('^[a-z0-9][a-z0-9-]*$')])),
                        ('name', models.CharField(max_length=200)),
                        ('kind', models.CharField(max_length=10)),
                        ('countries', models.JSONField(blank=True, default=list)),
                        ('site', models.CharField(blank=True, max_length=200)),
                        ('head', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='body', to='common.head')),
                    ],
                    options={
                        'ordering': ['name', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='CorrectionRequest',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('text', common.privacy.fields.EncryptedTextField()),
                        ('answer', common.privacy.fields.EncryptedTextField(blank=True)),
                        ('state', models.CharField(default='open', max_length=10)),
                        ('made_at', models.DateTimeField()),
                        ('answered_at', models.DateTimeField(blank=True, null=True)),
                        ('answered_by', models.CharField(blank=True, max_length=150)),
                        ('delete_after', models.DateField()),
                        ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='correction_requests', to='ranking.body')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='correction_requests', to='tournament.person')),
                    ],
                    options={
                        'ordering': ['-made_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='LinkCode',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('code_hash', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                        ('made_at', models.DateTimeField()),
                        ('made_by', models.CharField(blank=True, max_length=150)),
                        ('expires', models.DateTimeField()),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                        ('account', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('application', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.application')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='link_codes', to='tournament.person')),
                    ],
                    options={
                        'ordering': ['-made_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='PersonRecord',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('public', models.BooleanField(default=True)),
                        ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='record', to='tournament.person')),
                    ],
                ),
                migrations.CreateModel(
                    name='PinSettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('positive_cp', models.CharField(default='competition', max_length=15)),
                        ('below_c', models.CharField(default='not', max_length=10)),
                        ('unsanctioned', models.CharField(default='not', max_length=10)),
                        ('body', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pin_settings', to='ranking.body')),
                    ],
                    options={
                        'abstract': False,
                    },
                ),
                migrations.CreateModel(
                    name='RecordedEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('slug', models.CharField(max_length=64, unique=True)),
                        ('name', models.CharField(max_length=200)),
                        ('country', models.CharField(blank=True, max_length=3)),
                        ('place', models.CharField(blank=True, max_length=200)),
                        ('starts', models.DateField(blank=True, null=True)),
                        ('ends', models.DateField(blank=True, null=True)),
                        ('rules', models.CharField(max_length=20)),
                        ('scope', models.CharField(blank=True, max_length=30)),
                        ('sanction_body', models.CharField(blank=True, max_length=200)),
                        ('sanction_number', models.CharField(blank=True, max_length=60)),
                        ('web_site', models.CharField(blank=True, max_length=200)),
                        ('players', models.PositiveIntegerField()),
                        ('sessions', models.PositiveSmallIntegerField()),
                        ('letter', models.CharField(blank=True, max_length=1)),
                        ('sanctioned', models.BooleanField(default=False)),
                        ('rules_met', models.BooleanField(default=False)),
                        ('conditions', models.JSONField(blank=True, default=list)),
                        ('departures', models.JSONField(blank=True, default=list)),
                        ('revision', models.PositiveBigIntegerField(default=0)),
                        ('version', models.PositiveIntegerField(default=1)),
                        ('confirmed_at', models.DateTimeField()),
                        ('confirmed_by', models.CharField(max_length=150)),
                        ('evaluated_at', models.DateTimeField(blank=True, null=True)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recorded_events', to='ranking.body')),
                        ('event', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='recorded', to='tournament.event')),
                        ('digest', models.CharField(blank=True, max_length=64)),
                    ],
                    options={
                        'ordering': ['-starts', '-pk'],
                        'indexes': [models.Index(fields=['evaluated_at'], name='recorded_evaluated')],
                    },
                ),
                migrations.CreateModel(
                    name='OfficialResult',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('row', models.PositiveIntegerField()),
                        ('number', models.PositiveIntegerField(blank=True, null=True)),
                        ('name', models.CharField(max_length=200)),
                        ('latin_name', models.CharField(blank=True, max_length=200)),
                        ('country', models.CharField(blank=True, max_length=3)),
                        ('team', models.CharField(blank=True, max_length=200)),
                        ('group', models.CharField(blank=True, max_length=200)),
                        ('status', models.CharField(default='ranked', max_length=15)),
                        ('individual_rank', models.PositiveIntegerField(blank=True, null=True)),
                        ('team_rank', models.PositiveIntegerField(blank=True, null=True)),
                        ('group_rank', models.PositiveIntegerField(blank=True, null=True)),
                        ('table_points', models.PositiveIntegerField()),
                        ('competition_points', models.IntegerField()),
                        ('positive_sessions', models.PositiveIntegerField(blank=True, null=True)),
                        ('web_points', models.PositiveIntegerField(blank=True, null=True)),
                        ('sessions', models.PositiveSmallIntegerField(default=0)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='official_results', to='tournament.person')),
                        ('recorded', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='ranking.recordedevent')),
                    ],
                    options={
                        'ordering': ['row'],
                        'constraints': [models.UniqueConstraint(fields=('recorded', 'row'), name='official_result_row')],
                    },
                ),
                migrations.CreateModel(
                    name='BodyMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('role', models.CharField(max_length=15)),
                        ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bodies', to=settings.AUTH_USER_MODEL)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='ranking.body')),
                    ],
                    options={
                        'ordering': ['role', 'account__username'],
                        'constraints': [models.UniqueConstraint(fields=('account', 'body'), name='body_member_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Qualification',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('kind', models.CharField(max_length=5)),
                        ('level', models.PositiveSmallIntegerField()),
                        ('since', models.DateTimeField()),
                        ('events', models.JSONField(blank=True, default=list)),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='qualifications', to='tournament.person')),
                        ('site', models.CharField(blank=True, max_length=200)),
                    ],
                    options={
                        'ordering': ['-since', 'level', 'person'],
                        'constraints': [models.UniqueConstraint(fields=('person', 'kind', 'site'), name='qualification_once')],
                    },
                ),
                migrations.CreateModel(
                    name='PinApplication',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('kind', models.CharField(max_length=5)),
                        ('level', models.PositiveSmallIntegerField()),
                        ('status', models.CharField(default='submitted', max_length=10)),
                        ('calculation', models.JSONField()),
                        ('promise', models.CharField(max_length=64)),
                        ('public', models.BooleanField(default=False)),
                        ('language', models.CharField(max_length=10)),
                        ('submitted_at', models.DateTimeField()),
                        ('first_by', models.CharField(blank=True, max_length=150)),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.CharField(blank=True, max_length=150)),
                        ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pin_applications', to='ranking.body')),
                        ('first_person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.person')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pin_applications', to='tournament.person')),
                    ],
                    options={
                        'ordering': ['submitted_at', 'pk'],
                        'indexes': [models.Index(fields=['body', 'status'], name='pin_application_queue')],
                    },
                ),
                migrations.CreateModel(
                    name='Certificate',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('number', models.PositiveIntegerField()),
                        ('body_slug', models.CharField(max_length=64)),
                        ('code', models.CharField(max_length=32, unique=True)),
                        ('kind', models.CharField(max_length=5)),
                        ('level', models.PositiveSmallIntegerField()),
                        ('name', models.CharField(max_length=200)),
                        ('latin_name', models.CharField(blank=True, max_length=200)),
                        ('country', models.CharField(blank=True, max_length=3)),
                        ('issued_on', models.DateField()),
                        ('body_name', models.CharField(max_length=200)),
                        ('signers', models.JSONField(default=list)),
                        ('public', models.BooleanField(default=False)),
                        ('key_id', models.CharField(max_length=40)),
                        ('signature', models.CharField(max_length=100)),
                        ('revoked_at', models.DateTimeField(blank=True, null=True)),
                        ('revoked_by', models.CharField(blank=True, max_length=150)),
                        ('revoke_reason', models.CharField(blank=True, max_length=500)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pin_certificates', to='ranking.body')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pin_certificates', to='tournament.person')),
                        ('application', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='certificate', to='ranking.pinapplication')),
                    ],
                    options={
                        'ordering': ['-issued_on', '-pk'],
                        'constraints': [models.UniqueConstraint(fields=('body', 'number'), name='certificate_number_once')],
                    },
                ),
                migrations.CreateModel(
                    name='PinApplicationData',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('document', common.privacy.fields.EncryptedTextField()),
                        ('contact', common.privacy.fields.EncryptedTextField()),
                        ('delete_after', models.DateField()),
                        ('application', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='private', to='ranking.pinapplication')),
                    ],
                ),
                migrations.CreateModel(
                    name='PinMessage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('text', common.privacy.fields.EncryptedTextField()),
                        ('by', models.CharField(blank=True, max_length=150)),
                        ('made_at', models.DateTimeField()),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='ranking.pinapplication')),
                    ],
                    options={
                        'ordering': ['made_at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='MissingResult',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('event', common.privacy.fields.EncryptedTextField()),
                        ('day', models.DateField()),
                        ('text', common.privacy.fields.EncryptedTextField(blank=True)),
                        ('status', models.CharField(default='waiting', max_length=10)),
                        ('reason', common.privacy.fields.EncryptedTextField(blank=True)),
                        ('made_at', models.DateTimeField()),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.CharField(blank=True, max_length=150)),
                        ('delete_after', models.DateField()),
                        ('application', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='missing_results', to='ranking.pinapplication')),
                        ('recorded', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='ranking.recordedevent')),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='ClaimFile',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('kind', models.CharField(max_length=4)),
                        ('name', models.CharField(max_length=40)),
                        ('digest', models.CharField(max_length=64)),
                        ('size', models.PositiveIntegerField()),
                        ('added_at', models.DateTimeField()),
                        ('claim', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='ranking.missingresult')),
                    ],
                    options={
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='SitePlayer',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('code', models.CharField(max_length=100)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='site_players', to='ranking.body')),
                        ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='site_players', to='tournament.person')),
                    ],
                    options={
                        'ordering': ['code'],
                        'constraints': [models.UniqueConstraint(fields=('body', 'code'), name='site_player_once')],
                    },
                ),
                migrations.CreateModel(
                    name='SiteResults',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('event', models.CharField(max_length=64)),
                        ('digest', models.CharField(max_length=64)),
                        ('state', models.CharField(default='waiting', max_length=10)),
                        ('rows', models.PositiveIntegerField()),
                        ('sent_at', models.DateTimeField()),
                        ('decided_at', models.DateTimeField(blank=True, null=True)),
                        ('decided_by', models.CharField(blank=True, max_length=150)),
                        ('reason', models.CharField(blank=True, max_length=500)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='site_results', to='ranking.body')),
                        ('recorded', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sent', to='ranking.recordedevent')),
                    ],
                    options={
                        'ordering': ['-sent_at', '-pk'],
                        'indexes': [models.Index(fields=['body', 'event'], name='site_results_event')],
                    },
                ),
                migrations.CreateModel(
                    name='ResultList',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('actor_ref', models.CharField(max_length=60)),
                        ('file_name', models.CharField(max_length=200)),
                        ('file_digest', models.CharField(max_length=64)),
                        ('sheets', common.privacy.fields.EncryptedTextField()),
                        ('sheet', models.PositiveSmallIntegerField(default=0)),
                        ('heading', models.PositiveIntegerField(blank=True, null=True)),
                        ('mapping', models.JSONField(blank=True, default=dict)),
                        ('header', models.JSONField(blank=True, default=dict)),
                        ('people', models.JSONField(blank=True, default=dict)),
                        ('made_at', models.DateTimeField(auto_now_add=True)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='result_lists', to='ranking.body')),
                        ('claim', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='lists', to='ranking.missingresult')),
                        ('sent', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='list', to='ranking.siteresults')),
                    ],
                    options={
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='SiteToken',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                        ('token_hash', models.CharField(max_length=64, unique=True)),
                        ('made_at', models.DateTimeField()),
                        ('made_by', models.CharField(max_length=150)),
                        ('expires', models.DateTimeField()),
                        ('used_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_at', models.DateTimeField(blank=True, null=True)),
                        ('ended_by', models.CharField(blank=True, max_length=150)),
                        ('body', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='site_tokens', to='ranking.body')),
                    ],
                    options={
                        'ordering': ['-made_at', '-pk'],
                    },
                ),
            ],
        ),
    ]
