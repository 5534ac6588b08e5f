"""Check everything that the server depends on, and say what to do."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from common.doctor.checks import diagnose
from common.doctor.findings import Diagnosis, State, worst
from common.infrastructure import health

STYLES = {State.OK: "SUCCESS", State.OFF: "NOTICE", State.WARNING: "WARNING", State.FAILED: "ERROR"}


class Command(BaseCommand):
    """Print one line for each check, and below it what to do; exit 1 if a check failed."""

    help = (
        "Checks database, migrations, cache, queue, worker, disk, release, mail, clock, keys, files, backups, "
        "archived audits, hosts and proxy, and says what to do. Exits with 1 if a check failed; warnings do not fail."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON for programs")
        parser.add_argument("--address", default="", help="the public address to request through the proxy (https://…)")

    def handle(self, *_args: Any, **options: Any) -> None:
        health.logger.disabled = True  # the answer says the same without tracebacks
        try:
            diagnoses = diagnose(options["address"])
        finally:
            health.logger.disabled = False
        if options["json"]:
            checks = {name: diagnosis.as_json() for name, diagnosis in diagnoses.items()}
            self.stdout.write(json.dumps({"status": worst(diagnoses), "checks": checks}, ensure_ascii=False))
        else:
            self._print(diagnoses)
        if worst(diagnoses) is State.FAILED:
            raise SystemExit(1)

    def _print(self, diagnoses: dict[str, Diagnosis]) -> None:
        width = max(map(len, diagnoses))
        for name, diagnosis in diagnoses.items():
            state = getattr(self.style, STYLES[diagnosis.state])(f"{diagnosis.state:<8}")
            self.stdout.write(f"{state} {name:<{width}}  {diagnosis.finding}")
            if diagnosis.advice:
                self.stdout.write(f"{'':8} {'':{width}}  -> {diagnosis.advice}")
