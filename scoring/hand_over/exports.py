"""The file of a hand-over."""

import gzip
import json
from typing import IO, TYPE_CHECKING

from common.privacy.sealed_files import write_sealed
from scoring.hand_over.selectors.document import DOCUMENT, file_contents, hand_over_document, header_of

if TYPE_CHECKING:
    from scoring.hand_over.models import HandOver


def write_file(hand_over: "HandOver", file: IO[bytes]) -> None:
    """Write the file of the hand-over, encrypted with its key. Nothing can be written to the event meanwhile."""
    document = hand_over_document(hand_over)
    content = gzip.compress(json.dumps(document, ensure_ascii=False).encode(), compresslevel=6, mtime=0)
    write_sealed(file, hand_over.key, header_of(hand_over), [(DOCUMENT, content), *file_contents(document["files"])])
