"""Check a file of published packages."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import opened
from scoring.publishing.rules import digest_of, typed_code
from scoring.publishing.selectors.checking import check_chain, packages_in


class Command(BaseCommand):
    """Check the chain of packages in a file, without a database."""

    help = (
        "Check the file of packages that an event's page “Published results” offers: every signature, that each "
        "package follows the one before, that the content is that of the newest one, and which package has a code."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file packages.json")
        parser.add_argument("--code", default="", help="the code on a paper, such as AD7Q-B7YA-74AP-6AH7")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            with opened(options["file"]) as file:
                packages = packages_in(json.load(file))
        except ValueError as error:
            raise CommandError(f"{options['file']}: {error}") from None
        code = typed_code(options["code"])
        check = check_chain(packages, code)
        newest = packages[-1]
        faults = [] if check.unbroken else ["a package does not follow the one before it"]
        faults += [] if check.signed else ["a signature is wrong"]
        faults += [] if digest_of(newest.content) == newest.head.content else ["the content is another one"]
        faults += [f"no package has the code {code}"] if code and check.package is None else []
        if faults:
            raise CommandError("; ".join(faults))
        self.stdout.write(f"{newest.head.event}: {len(packages)} packages, every signature is right.")
        if check.package is not None:
            self.stdout.write(f"{code} is package {check.package.number}, made at {check.package.head.at}.")
