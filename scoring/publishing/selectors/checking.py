"""Check a chain of packages: signatures, order, and the package to which a printed code belongs."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from common.privacy.signing_keys import is_genuine
from scoring.publishing.models import OwnPackage, Package
from scoring.publishing.rules import digest_of, is_chain


@dataclass(frozen=True)
class Check:
    """The package with the code (None: none has it), and whether the chain and all signatures are right."""

    package: Package | None
    unbroken: bool
    signed: bool

    @property
    def right(self) -> bool:
        return self.package is not None and self.unbroken and self.signed


def check_chain(packages: Sequence[Package], code: str) -> Check:
    """Check the packages from number 1 on, and find the one with the code."""
    package = next((package for package in packages if package.code == code), None)
    digests = all(digest_of(package.header) == package.digest for package in packages)
    unbroken = digests and is_chain([package.head for package in packages])
    return Check(package, unbroken, all(map(is_signed, packages)))


def is_signed(package: Package) -> bool:
    """Return whether the signature of the package is that of the key in its header."""
    return is_genuine(package.head.key, package.header.encode(), raw_signature(package.signature))


def raw_signature(text: str) -> bytes:
    """Return the bytes of a signature in base64; none if it is not base64."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def packages_in(document: Any) -> list[Package]:
    """Return the packages of a file (`packages.package_document`), unsaved; ValueError if it is none."""
    try:
        packages = [
            OwnPackage(
                header=str(package["header"]),
                signature=str(package["signature"]),
                digest=digest_of(str(package["header"])),
            )
            for package in document["packages"]
        ]
        packages[-1].content = str(document["content"])
    except (KeyError, TypeError, IndexError):
        raise ValueError("not a file of packages") from None
    for package in packages:
        package.number = package.head.number
    return list(packages)
