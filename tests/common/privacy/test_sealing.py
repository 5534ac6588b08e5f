"""Files that only the holder of a key can read, and that show every alteration."""

import json
import re
import zipfile
from io import BytesIO

import pytest

from common.privacy.sealed_files import HEADER, SealedFile, SealError, new_key, plain_key, write_sealed

KEY = "ABCD-EFGH-JKMN-PQRS-TVWX-YZ23-4567"
MEMBERS = [("one", b"first" * 1000), ("two", b"")]


def sealed(key: str = KEY, header: dict | None = None) -> bytes:
    file = BytesIO()
    write_sealed(file, key, header or {"of": "x"}, MEMBERS)
    return file.getvalue()


def changed(raw: bytes, name: str, change) -> bytes:
    """Return the file with another content of one member."""
    source, target = zipfile.ZipFile(BytesIO(raw)), BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for each in source.namelist():
            content = source.read(each)
            archive.writestr(each, change(content) if each == name else content)
    return target.getvalue()


def read(raw: bytes, key: str, name: str) -> bytes:
    file = SealedFile(BytesIO(raw))
    file.unlock(key)
    return file.read(name)


def code(raw: bytes, key: str = KEY, name: str = "one") -> str:
    with pytest.raises(SealError) as refused:
        read(raw, key, name)
    return refused.value.code


def test_the_holder_of_the_key_reads_every_member() -> None:
    file = SealedFile(BytesIO(sealed()))
    assert file.header["of"] == "x"
    file.unlock(KEY)
    assert [(name, file.read(name)) for name, _content in MEMBERS] == MEMBERS
    assert ("one" in file, "three" in file) == (True, False)
    assert b"first" not in sealed()


def test_the_same_content_gives_the_same_bytes() -> None:
    assert sealed() == sealed()
    assert sealed() != sealed(new_key())
    assert sealed() != sealed(header={"of": "y"})


def test_another_key_opens_nothing() -> None:
    assert code(sealed(), new_key()) == "key"


@pytest.mark.parametrize("field", ["salt", "check"])
def test_a_header_that_is_no_text_is_as_another_key(field: str) -> None:
    strange = json.dumps({"salt": "1", "check": "2"} | {field: "\ud800"}).encode()
    assert code(changed(sealed(), HEADER, lambda _raw: strange)) == "key"


HALF, NO_HEADER = sealed()[: len(sealed()) // 2], changed(sealed(), HEADER, lambda _raw: b"[")


@pytest.mark.parametrize("raw", [b"", b"text", HALF, NO_HEADER])
def test_what_is_no_whole_file_is_refused(raw: bytes) -> None:
    assert code(raw) == "damaged"


def test_every_alteration_is_noticed() -> None:
    raw = sealed()
    flipped = changed(raw, "one", lambda content: content[:-1] + bytes([content[-1] ^ 1]))
    short = changed(raw, "one", lambda content: content[:5])
    header = changed(raw, HEADER, lambda content: content.replace(b'"x"', b'"y"'))
    exchanged = changed(raw, "one", lambda _content: zipfile.ZipFile(BytesIO(raw)).read("two"))
    bit = raw[:400] + bytes([raw[400] ^ 1]) + raw[401:]
    assert {code(each) for each in (flipped, short, header, exchanged, bit)} == {"altered"}
    assert code(raw, name="three") == "altered"


def test_a_key_can_be_typed_in_any_case_and_spacing() -> None:
    key = new_key()
    assert re.fullmatch(r"([A-HJKMNP-TV-Z2-9]{4}-){6}[A-HJKMNP-TV-Z2-9]{4}", key)
    assert plain_key(f" {key.lower().replace('-', ' ')}\n") == key
    assert new_key() != key
