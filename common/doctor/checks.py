"""Check everything that a server depends on, for the person who operates it.

The six checks of monitoring (``common.infrastructure.health``) tell whether the server works now; those here tell, too,
what will go wrong later: mail, clock, keys, backups, and what the proxy in front sends. No answer holds a secret.
"""

import os
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.crypto import get_random_string

from common.actions.models.audit import AuditEntry
from common.backups.running import INTERVAL, the_plan
from common.backups.updates import unknown_migration
from common.doctor.archives import archives
from common.doctor.findings import Diagnosis, State
from common.doctor.sending import mail, push
from common.infrastructure import health, replicas
from common.stored_files import file_content

#: Seconds that the public address may take to answer, and the checks of monitoring: more than those of /readyz have,
#: as the command has just started.
SECONDS, MONITORING_SECONDS = 5, health.PATIENCE
#: Difference between two clocks that people do not notice.
CLOCK_TOLERANCE = timedelta(seconds=5)
#: A backup older than this means that backups do not work, although none may have failed.
OLD_BACKUP = 3 * INTERVAL

ADVICE = {
    "database": "Start the database server; DATABASE_URL must name its user and a database. SQLite: run migrate.",
    "migrations": "Run: manage.py migrate. Then restart the server and the worker.",
    "cache": "Start Redis; CACHE_URL must name it. Pages work meanwhile, each process with a cache of its own.",
    "queue": "Start Redis; CELERY_BROKER_URL must name it. Jobs wait in the database meanwhile.",
    "worker": "Start pinju-worker, or: celery -A config worker -c 2. Papers, backups and mails wait for it.",
    "disk": "Free space on the disk of PINJU_HOME: old backups and log files first.",
}
#: Checks of the doctor, besides the migrations, that ask the database.
NEED_DATABASE = ("release", "clock", "backups", "archives")
START_BACKUPS = "Start the worker, and beat or the timer of manage.py sweep."


def diagnose(address: str = "") -> dict[str, Diagnosis]:
    """Return the diagnosis of every check by name: within ten seconds, if the machine is not overloaded.

    ``address`` is the public address ("https://pinju.example"), which is requested through the proxy; empty: it is not.
    """
    diagnoses = {name: _of_monitoring(name, finding) for name, finding in health.report(MONITORING_SECONDS).items()}
    more: dict[str, Callable[[], Diagnosis]] = {
        "release": release,
        "mail": mail,
        "push": push,
        "clock": clock,
        "keys": keys,
        "files": files,
        "backups": backups,
        "archives": archives,
        "hosts": hosts,
        "proxy": lambda: proxy(address),
    }
    if replicas.has_replica():
        more["replica"] = replica
    no_database = Diagnosis(State.OFF, "needs the database", ADVICE["database"])
    if diagnoses["database"].state is not State.OK:  # each of them would wait for it
        diagnoses["migrations"] = no_database
        more |= dict.fromkeys(NEED_DATABASE, lambda: no_database)
    for name, check in more.items():
        try:
            diagnoses[name] = check()
        except DatabaseError:
            diagnoses[name] = no_database
    return diagnoses


def _of_monitoring(name: str, finding: health.Finding) -> Diagnosis:
    if finding == health.Finding():
        return Diagnosis(State.OK, "works")
    advice = ADVICE[name]
    if finding.reason == health.LATE:
        advice = f"If this machine is overloaded (uptime), run the doctor again later. Otherwise: {advice}"
    return Diagnosis(State.FAILED, finding.reason, advice)


def release() -> Diagnosis:
    """Check that no newer program has migrated the database."""
    migration = unknown_migration()
    if migration:
        advice = "Update this program, or load the backup made before the update (docs/deployment.md, Updates)."
        return Diagnosis(State.FAILED, f"a newer Pinju has written this data ({migration})", advice)
    return Diagnosis(State.OK, f"Pinju {settings.VERSION}, as the database")


def clock() -> Diagnosis:
    """Compare this machine's clock with the newest entry of the audit log and with the database server's clock."""
    advice = "Set the clock: timedatectl set-ntp true. Do not set it back while an event is played."
    newest = AuditEntry.objects.order_by("-at").values_list("at", flat=True).first()
    if newest is not None and newest - timezone.now() > CLOCK_TOLERANCE:
        return Diagnosis(
            State.FAILED, f"it is before the last entry of the audit log ({newest:%Y-%m-%d %H:%M} UTC)", advice
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            difference = abs(cursor.fetchone()[0] - timezone.now())
        if difference > CLOCK_TOLERANCE:
            finding = f"it differs from the database server's by {difference.total_seconds():.0f} seconds"
            return Diagnosis(State.WARNING, finding, advice)
    return Diagnosis(State.OK, f"{timezone.now():%Y-%m-%d %H:%M:%S} UTC, time zone {settings.TIME_ZONE}")


def keys() -> Diagnosis:
    """Check that the keys exist, can be used, and can be read by the program's user only."""
    private = Path(settings.PRIVATE_DATA_KEY_FILE)
    if private.exists():
        try:
            Fernet(private.read_bytes().strip())
        except ValueError:
            advice = "Restore the file from a backup: private data of players cannot be read without it."
            return Diagnosis(State.FAILED, f"{private.name} is damaged", advice)
    files = [private, Path(settings.PUSH_KEY_FILE), *sorted(Path(settings.CERTIFICATE_KEYS).glob("*"))]
    open_files = [file.name for file in files if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077]
    if open_files and os.name == "posix":  # on Windows the mode says nothing about others
        advice = f"Run: chmod -R go= {settings.HOME}"
        return Diagnosis(State.FAILED, f"other users can read {', '.join(open_files)}", advice)
    if not private.exists():
        return Diagnosis(State.OK, "made when the first private data is stored")
    return Diagnosis(State.OK, f"{len([file for file in files if file.exists()])} files, readable by this user only")


def files() -> Diagnosis:
    """Write, read and delete a small file where uploads are kept."""
    place = f"the bucket {settings.BUCKET_NAME}" if settings.BUCKET_ORIGIN else "the disk"
    name, content = f"doctor/{get_random_string(20)}", b"pinju"
    try:
        default_storage.save(name, ContentFile(content))
        same = file_content(name) == content
        default_storage.delete(name)
    except Exception as error:  # each kind of store has errors of its own
        advice = "Check PINJU_BUCKET, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what the key may do."
        if not settings.BUCKET_ORIGIN:
            advice = "Free space on the disk of PINJU_HOME, and give the folder to this program's user."
        return Diagnosis(State.FAILED, f"{place} does not take a file ({type(error).__name__})", advice)
    if not same:
        return Diagnosis(State.FAILED, f"{place} gave back another content", "Ask who operates the store.")
    return Diagnosis(State.OK, f"on {place}, written and read back")


def replica() -> Diagnosis:
    """Check that the replica answers, is connected to the database, and is not far behind it."""
    advice = "Pages come from the database itself meanwhile. Start the replica, and look into its log."
    try:
        lag = replicas.lag()
    except DatabaseError:
        return Diagnosis(State.FAILED, "it does not answer", f"{advice} DATABASE_REPLICA_URL must name it.")
    if lag.seconds is None:
        return Diagnosis(State.WARNING, "it is not a standby", "DATABASE_REPLICA_URL must name a copy of DATABASE_URL.")
    if not lag.connected:
        return Diagnosis(State.FAILED, "it gets nothing from the database", advice)
    finding = f"{lag.seconds:.1f} seconds behind the database"
    return Diagnosis(State.OK, finding) if lag.small else Diagnosis(State.WARNING, finding, advice)


def backups() -> Diagnosis:
    """Check that a folder is chosen and that the newest verified backup is young."""
    plan = the_plan()
    if not plan.folder:
        return Diagnosis(State.WARNING, "no folder is chosen", "Choose one at the Desk (Backups), or set PINJU_BACKUP.")
    if plan.fault:
        finding = f"the last one failed: {plan.fault} {plan.fault_detail}".strip()
        return Diagnosis(State.FAILED, finding, f"Check that {plan.folder} is mounted, writable and not full.")
    if plan.good_at is None:
        return Diagnosis(State.WARNING, "none was made yet", START_BACKUPS)
    age = timezone.now() - plan.good_at
    finding = f"the newest is {age.total_seconds() // 60:.0f} minutes old, in {plan.folder}"
    if age > OLD_BACKUP:
        return Diagnosis(State.FAILED, finding, START_BACKUPS)
    return Diagnosis(State.OK, finding)


def hosts() -> Diagnosis:
    """Check that the server answers to a name that other machines can use, and by https."""
    local = {"localhost", "127.0.0.1", "[::1]"}
    public = [host for host in settings.ALLOWED_HOSTS if host not in local]
    if not public:
        advice = "Set ALLOWED_HOSTS to the name of the site; pinju.py sets the names of a laptop itself."
        return Diagnosis(State.WARNING, "only this machine can open the pages", advice)
    if "*" in public:
        advice = "Set ALLOWED_HOSTS to the names of the site: with * links in mails can be forged."
        return Diagnosis(State.FAILED, "the server answers to every name", advice)
    if not settings.HTTPS:
        advice = "Set PINJU_HTTPS=1 behind a proxy with a certificate; in a hall without internet plain http is usual."
        return Diagnosis(State.WARNING, f"{', '.join(public)} by plain http", advice)
    return Diagnosis(State.OK, f"{', '.join(public)} by https")


def proxy(address: str) -> Diagnosis:
    """Check PINJU_PROXIES, and through the public ``address`` that the proxy passes on host and scheme."""
    if settings.HTTPS and not settings.PROXIES:
        advice = "Set PINJU_PROXIES to its address: else all visitors share one set of rate limits."
        return Diagnosis(State.WARNING, "the proxy is not named", advice)
    if not address:
        advice = "Run: manage.py doctor --address https://YOUR-SITE"
        return Diagnosis(State.OFF, "the public address was not tried", advice)
    root = address.rstrip("/")
    advice = "The proxy must pass on Host and X-Forwarded-Proto (docs/deployment.md has a configuration)."
    try:
        request = Request(f"{root}/robots.txt", headers={"User-Agent": "pinju-doctor"})
        with urlopen(request, timeout=SECONDS) as answer:
            text = answer.read(10_000).decode()
    except HTTPError as error:
        return Diagnosis(State.FAILED, f"{root} answers {error.code}", advice)
    except (URLError, TimeoutError, ValueError) as error:
        return Diagnosis(
            State.FAILED, f"{root} does not answer ({type(error).__name__})", "Start the proxy; check its name."
        )
    if f"Sitemap: {root}/" not in text:
        return Diagnosis(State.FAILED, f"pages that are opened at {root} link to another address", advice)
    return Diagnosis(State.OK, f"{root} is passed on with its host and scheme")
