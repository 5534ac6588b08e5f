"""Read the file of a hand-over: what it is of, and its document. Errors are Refused with a sentence."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import InitVar, dataclass
from io import BytesIO
from typing import IO, Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from common.privacy.sealed_files import SealedFile, SealError, plain_key
from scoring.hand_over.selectors.document import DOCUMENT, FORMAT
from scoring.hand_over.selectors.encoding import shape

#: The largest document, unpacked: an event of 1,000 players and 10 sessions has some 100 MB.
MOST_BYTES = 500_000_000


@dataclass
class Package:
    """The opened file of a hand-over; ``digest`` is its SHA-256.

    Readable without its key: ``uid`` of the hand-over, ``event``, ``source`` (the installation that made the file) and
    ``back`` (whether it gives the event back).
    """

    digest: str
    file: InitVar[IO[bytes]]

    def __post_init__(self, file: IO[bytes]) -> None:
        self.raw = file
        try:
            self._sealed = SealedFile(file)
        except SealError:
            raise _refused(_("This is not a hand-over file, or only a part of one. Copy it again.")) from None
        header = self._sealed.header
        if not str(header.get("format", "")).startswith("pinju-hand-over/"):
            raise _refused(_("This is not a hand-over file, or only a part of one. Copy it again."))
        self._refuse_other_version(header)
        try:
            self.uid, self.event, self.back = UUID(header["hand_over"]), str(header["event"]), bool(header["back"])
            self.source = str(header["from"])[:200]
        except (KeyError, TypeError, ValueError, AttributeError):
            raise altered() from None

    def unlock(self, key: str) -> None:
        """Let the document be read; Refused if the key is of another file."""
        try:
            self._sealed.unlock(plain_key(key))
        except SealError:
            raise Refused(_("This key does not open this file. Check each letter."), where="file_key") from None

    def document(self) -> dict[str, Any]:
        """Return the document of the unlocked file."""
        try:
            with gzip.GzipFile(fileobj=BytesIO(self.content(DOCUMENT))) as packed:
                raw = packed.read(MOST_BYTES + 1)
            document = json.loads(raw) if len(raw) <= MOST_BYTES else None
        except (OSError, EOFError, ValueError, RecursionError, zlib.error):
            raise altered() from None
        if not isinstance(document, dict):
            raise altered()
        return document

    def content(self, name: str) -> bytes:
        """Return a member of the unlocked file."""
        try:
            return self._sealed.read(name)
        except SealError:
            raise altered() from None

    def __contains__(self, name: str) -> bool:
        return name in self._sealed

    def _refuse_other_version(self, header: Mapping[str, Any]) -> None:
        if header["format"] == FORMAT and header.get("shape") == shape():
            return
        versions = {"theirs": str(header.get("program", "?"))[:40], "ours": settings.VERSION}
        text = _(
            "Pinju %(theirs)s made this file, and this is Pinju %(ours)s. Update the older one, then make a new file."
        )
        raise _refused(text % versions)


def opened(file: IO[bytes]) -> Package:
    """Open a file of a hand-over. Refused if it is none, or made by a program with other tables."""
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]  # it can readinto
    return Package(digest, file)


def altered() -> Refused:
    """Return the refusal of a file that was changed after it was made."""
    return _refused(_("This file was altered or damaged after it was made, so nothing was taken from it."))


def _refused(text: str) -> Refused:
    return Refused(text, where="file")
