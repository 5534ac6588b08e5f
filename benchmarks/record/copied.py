"""Fill an empty PostgreSQL database with a record of invented persons; by COPY, so that 100,000 take seconds."""

import random
from datetime import date, timedelta

from django.db import connection
from django.db.models import F
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from ranking.bodies.models import Body
from ranking.record.models.persons import RecordedPerson
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.services.recorded_persons import newest_of
from tournament.people.models.persons import Person
from tournament.people.rules import number_key
from tournament.registration.services.similar import compare_persons, store_keys
from tournament.registry.models import Registry, RegistryMember, RegistryNumber
from tournament.registry.rules.members import Member, name_key
from tournament.registry.selectors.members import searched_text

SYLLABLES = ("ba", "ro", "ni", "ka", "len", "mar", "ti", "vo", "sen", "da", "lis", "gue", "ren", "po", "jan", "wil")
HAN_FAMILY = "王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾"
HAN_GIVEN = "伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂文华建国志红梅玉春海燕云飞鹏宇晨浩然子轩雨欣怡佳琪"
COUNTRIES = ["CN", "JP", "FR", "DK", "NL", "IT", "DE", "US", "RU", "AU"]
FIRST_DAY = date(2010, 1, 2)
RESULTS_EACH, PLAYERS = 4, 100


def fill(persons: int) -> Body:
    """Write persons, their results, a registry of as many members, and an audit log of twice as many entries."""
    rng = random.Random(1)
    ledger = Ledger.objects.create(name="body:world", audit_seq=2 * persons)
    body = Body.objects.create(ledger=ledger, slug="world", name="World body", kind=Body.Kind.WORLD)
    rows = [invented(rng, number) for number in range(1, persons + 1)]
    copy(Person, rows)
    merged = Person.objects.filter(pk__in=range(1_000, persons + 1, 1_000))
    merged.update(merged_into=F("pk") - 1)
    write_results(rng, body, persons)
    kept = Person.objects.filter(merged_into=None).values_list("pk", flat=True)
    RecordedPerson.objects.bulk_create(newest_of(kept), batch_size=5_000)
    write_registry(ledger, rows)
    write_audit(ledger, 2 * persons)
    for step in (store_keys, compare_persons):
        while step(system_actor("benchmark"))["persons"]:
            pass
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return body


def invented(rng, number):
    """Return the columns of a person: three in ten have a name in characters, one in a hundred an earlier one's."""
    if number % 10 < 3:
        family, given = rng.choice(HAN_FAMILY), "".join(rng.choices(HAN_GIVEN, k=2))
        name, latin = f"{family}{given}", f"{word(rng, 1).upper()} {word(rng, 2)}"
    else:
        family, given, latin = word(rng, rng.randint(2, 4)).upper(), word(rng, rng.randint(2, 3)), ""
        name = f"{family} {given}"
    return {
        "id": number, "name": name, "family_name": family, "given_name": given, "latin_name": latin,
        "country": rng.choice(COUNTRIES), "federation_number": f"N{number:07}" if number % 3 else None,
    }  # fmt: skip


def word(rng, syllables):
    return "".join(rng.choices(SYLLABLES, k=syllables)).capitalize()


def write_results(rng, body, persons):
    """Write events of `PLAYERS` players each, `RESULTS_EACH` results a person."""
    now = timezone.now()
    events = persons * RESULTS_EACH // PLAYERS
    copy(RecordedEvent, [
        {
            "id": number, "body_id": body.pk, "slug": f"event-{number}", "name": f"Open {number}", "rules": "MCR",
            "starts": FIRST_DAY + timedelta(days=number), "players": PLAYERS, "sessions": 8, "confirmed_at": now,
            "confirmed_by": "benchmark", "evaluated_at": now,
        }
        for number in range(1, events + 1)
    ])  # fmt: skip
    copy(OfficialResult, [
        {
            "recorded_id": event, "person_id": person, "row": row, "name": f"Player {person}", "table_points": 12,
            "competition_points": 0, "individual_rank": row,
        }
        for event in range(1, events + 1)
        for row, person in enumerate(rng.sample(range(1, persons + 1), PLAYERS), start=1)
    ])  # fmt: skip


def write_registry(ledger, rows):
    registry = Registry.objects.create(name="Members", dated=FIRST_DAY, loaded_at=timezone.now(), ledger=ledger)
    members, numbers = [], []
    for row in rows:
        columns = {key: row[key] for key in ("name", "family_name", "given_name", "latin_name", "country")}
        keys = {"name_key": name_key(row["name"]), "latin_key": name_key(row["latin_name"])}
        search = searched_text(Member(**columns))
        members.append({"id": row["id"], "registry_id": registry.pk, **columns, **keys, "search": search})
        number = f"{row['id']:08}"
        mark = {"kind": "ema", "number": number, "key": number_key(number)}
        numbers.append({"member_id": row["id"], "registry_id": registry.pk, **mark})
    copy(RegistryMember, members)
    copy(RegistryNumber, numbers)


def write_audit(ledger, entries):
    now = timezone.now()
    copy(AuditEntry, [
        {
            "ledger_id": ledger.pk, "seq": seq, "at": now, "action": "person.change", "actor_ref": "account:1",
            "actor_name": "Benchmark", "about": f"person:{seq}", "previous": f"{seq - 1:064}", "hash": f"{seq:064}",
        }
        for seq in range(1, entries + 1)
    ])  # fmt: skip


def copy(model, rows):
    """Write rows, given as dicts of columns, by COPY; absent columns get the default of the model's field."""
    objects = [model(**row) for row in rows]
    fields = [field for field in model._meta.concrete_fields if field.attname in rows[0] or not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        with cursor.copy(f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN') as sink:
            for one in objects:
                sink.write_row([field.get_db_prep_save(field.pre_save(one, True), connection) for field in fields])
        if "id" in rows[0]:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{model._meta.db_table}', 'id'), %s)", [len(rows)])
