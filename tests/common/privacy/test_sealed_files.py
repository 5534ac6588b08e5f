"""Sealed files: members come back unchanged, and a file of somebody else raises one error only."""

import json
import zipfile
from io import BytesIO

import pytest

from common.privacy.sealed_files import HEADER, SealedFile, SealError, new_key, write_sealed

KEY = new_key()


def sealed(*members: tuple[str, bytes]) -> bytes:
    file = BytesIO()
    write_sealed(file, KEY, {"event": "cup"}, members)
    return file.getvalue()


def zipped(header: bytes, method: int = zipfile.ZIP_STORED) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr(HEADER, header)
    return file.getvalue()


def encrypted(raw: bytes) -> bytes:
    """Return a zip whose first member says that it is encrypted, as zip programs do."""
    central = raw.index(b"PK\x01\x02")
    return raw[:6] + b"\x01" + raw[7 : central + 8] + b"\x01" + raw[central + 9 :]


def opened(raw: bytes) -> SealedFile:
    file = SealedFile(BytesIO(raw))
    file.unlock(KEY)
    return file


def test_the_holder_of_the_key_reads_every_member() -> None:
    file = opened(sealed(("photo", b"\0" * 100_000), ("empty", b"")))
    assert (file.read("photo"), file.read("empty")) == (b"\0" * 100_000, b"")
    assert file.header["event"] == "cup"
    assert "photo" in file
    assert "other" not in file


@pytest.mark.parametrize(
    "raw",
    [
        b"no zip",
        sealed()[:-10],
        zipped(b"[" * 90_000),
        zipped(b"[1, 2]"),
        zipped(b"\xff\xfe"),
        zipped(json.dumps({"text": "x" * 200_000}).encode()),
        zipped(b"{}", zipfile.ZIP_DEFLATED),
        encrypted(zipped(b"{}")),
    ],
    ids=["no zip", "cut short", "deep", "a list", "no text", "long", "compressed", "encrypted"],
)
def test_a_file_of_somebody_else_is_damaged(raw: bytes) -> None:
    with pytest.raises(SealError, match="damaged"):
        SealedFile(BytesIO(raw))


def test_the_key_of_another_file_opens_nothing() -> None:
    with pytest.raises(SealError, match="key"):
        SealedFile(BytesIO(sealed())).unlock(new_key())


def test_a_compressed_member_is_not_unpacked() -> None:
    """It could be a thousand times larger than the file, and its seal is known only after unpacking."""
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(sealed(("photo", b"a photo")))) as whole, zipfile.ZipFile(file, "w") as archive:
        archive.writestr(HEADER, whole.read(HEADER))
        archive.writestr("photo", whole.read("photo"), zipfile.ZIP_DEFLATED)
    with pytest.raises(SealError, match="altered"):
        opened(file.getvalue()).read("photo")


def test_a_member_under_another_name_is_altered() -> None:
    file = BytesIO(sealed(("photo", b"a photo")))
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("other", archive.read("photo"))
    with pytest.raises(SealError, match="altered"):
        opened(file.getvalue()).read("other")
