"""Uploaded pictures: rebuilt from their pixels, refused beyond the limits."""

import io
import zlib

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject, StreamObject

from common.files.pictures import MOST_BYTES, PictureError, clean_picture
from common.files.pictures.reading import LONGER_SIDE

GPS_TAG, ORIENTATION = 34853, 274


def picture(kind: str, size: tuple[int, int] = (300, 200), **options: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (200, 30, 30)).save(out, kind, **options)
    return out.getvalue()


def located() -> bytes:
    """Return a phone's photo with place, author and rotation in its metadata."""
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[0x013B] = "Zhang San the photographer"
    exif[GPS_TAG] = {1: "N", 2: (39.0, 54.0, 20.0), 3: "E", 4: (116.0, 23.0, 30.0)}
    return picture("JPEG", exif=exif, comment=b"Zhang San wrote this")


def test_photo_loses_its_metadata_and_is_turned_upright() -> None:
    sent = located()
    assert b"Zhang San" in sent
    kind, kept = clean_picture(sent)
    image = Image.open(io.BytesIO(kept))
    assert (kind, image.format, image.size) == ("jpeg", "JPEG", (200, 300))
    assert dict(image.getexif()) == {}
    assert b"Zhang" not in kept
    assert b"Exif" not in kept


def test_large_picture_is_scaled_and_transparency_becomes_white() -> None:
    _kind, kept = clean_picture(picture("JPEG", (4000, 3000)))
    assert Image.open(io.BytesIO(kept)).size == (LONGER_SIDE, 1800)
    _kind, kept = clean_picture(picture("JPEG", (300, 400)), longer_side=200)
    assert Image.open(io.BytesIO(kept)).size == (150, 200)
    out = io.BytesIO()
    Image.new("RGBA", (50, 40), (0, 0, 0, 0)).save(out, "PNG")
    kind, kept = clean_picture(out.getvalue())
    assert (kind, Image.open(io.BytesIO(kept)).getpixel((5, 5))) == ("jpeg", (255, 255, 255))


def test_pdf_keeps_its_pages_and_loses_its_metadata() -> None:
    writer = PdfWriter()
    writer.add_blank_page(300, 200)
    writer.add_metadata({"/Author": "Zhang San", "/Title": "scan"})
    writer.add_attachment("Zhang.txt", b"Zhang")
    out = io.BytesIO()
    writer.write(out)
    assert b"Zhang" in out.getvalue()
    kind, kept = clean_picture(out.getvalue())
    assert kind == "pdf"
    assert len(PdfReader(io.BytesIO(kept)).pages) == 1
    assert b"Zhang" not in kept


def with_photo(photo: bytes, *, packed: bool = False, kind: str = "/DCTDecode") -> bytes:
    """Return a PDF as a scanning program makes it, with the camera's file unchanged."""
    image = StreamObject()
    filters = [NameObject("/FlateDecode")] * packed + [NameObject(kind)]
    image.set_data(zlib.compress(photo) if packed else photo)
    image[NameObject("/Type")], image[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Image")
    image[NameObject("/Filter")] = ArrayObject(filters) if packed else filters[0]
    image[NameObject("/Width")], image[NameObject("/Height")] = NumberObject(300), NumberObject(200)
    image[NameObject("/ColorSpace")], image[NameObject("/BitsPerComponent")] = NameObject("/DeviceRGB"), NumberObject(8)
    writer = PdfWriter()
    page = writer.add_blank_page(300, 200)
    held = DictionaryObject({NameObject("/Photo"): writer._add_object(image)})
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): held})
    metadata = StreamObject()
    metadata.set_data(b"<x:xmpmeta>Zhang San</x:xmpmeta>")
    image[NameObject("/Metadata")] = writer._add_object(metadata)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("packed", [False, True])
def test_photo_in_a_pdf_loses_its_metadata_but_no_pixel(packed: bool) -> None:
    photo = located() + b"a note of Zhang San behind the photo"
    kind, kept = clean_picture(with_photo(photo, packed=packed))
    [page] = PdfReader(io.BytesIO(kept)).pages
    [picture] = page.images
    assert (kind, b"Zhang" in kept, b"Zhang" in picture.data, b"Exif" in picture.data) == ("pdf", False, False, False)
    assert picture.image is not None
    assert dict(picture.image.getexif()) == {}
    assert picture.image.tobytes() == Image.open(io.BytesIO(photo)).tobytes()


def test_jpeg_2000_in_a_pdf_loses_its_metadata() -> None:
    plain = picture("JPEG2000")
    metadata = b"Zhang San" * 3
    box = (8 + len(metadata)).to_bytes(4, "big") + b"xml " + metadata
    at = plain.index(b"jp2h") - 4
    sent = with_photo(plain[:at] + box + plain[at:], kind="/JPXDecode")
    assert b"Zhang" in sent
    _kind, kept = clean_picture(sent)
    [kept_picture] = PdfReader(io.BytesIO(kept)).pages[0].images
    assert b"Zhang" not in kept
    assert kept_picture.image is not None
    assert kept_picture.image.size == (300, 200)


@pytest.mark.parametrize("photo", [b"\xff\xd8\xff\xe1\0\0Zhang", b"\xff\xd8\xff\xe1\0\xffZhang", b"Zhang"])
def test_pdf_with_a_broken_photo_is_refused(photo: bytes) -> None:
    with pytest.raises(PictureError, match="unknown"):
        clean_picture(with_photo(photo))


def bomb() -> bytes:
    """Return a small PNG that claims to be 30,000 by 30,000."""
    raw = picture("PNG", (1, 1))
    head = b"IHDR" + (30_000).to_bytes(4, "big") * 2 + raw[24:29]
    return raw[:12] + head + zlib.crc32(head).to_bytes(4, "big") + raw[33:]


def locked() -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(300, 200)
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "unknown"),
        (b"hello", "unknown"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "unknown"),
        (picture("GIF"), "unknown"),
        (picture("JPEG")[:300], "unknown"),
        (b"%PDF-1.7 nothing", "unknown"),
        (bomb(), "too_many_pixels"),
        (locked(), "locked"),
        (with_photo(picture("JPEG")[:-2] + bytes(21_000_000), packed=True), "too_large"),
        (b"\0" * (MOST_BYTES + 1), "too_large"),
    ],
)
def test_invalid_pictures_are_refused_with_a_code(data: bytes, code: str) -> None:
    with pytest.raises(PictureError) as refused:
        clean_picture(data)
    assert refused.value.code == code


def test_slow_picture_is_stopped() -> None:
    with pytest.raises(PictureError) as refused:
        clean_picture(picture("JPEG"), seconds=0.001)
    assert refused.value.code == "too_slow"
