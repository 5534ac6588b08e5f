"""The process that reads one picture from standard input and prints "ok KIND" and the clean picture, or a refusal.

Its argument is the number of pixels to which the longer side is reduced.
"""

import io
import sys
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError
from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, StreamObject

#: 60 million pixels are more than phones take.
MOST_PIXELS, QUALITY = 60_000_000, 82
MOST_PAGES = 20
#: Bytes of a clean file: a PDF may hold photos that are packed once more, and these come out unpacked.
MOST_CLEAN = 20_000_000
#: Bytes of memory: 60 million pixels of three bytes, twice, and Python itself.
MOST_MEMORY = 2_000_000_000
WHITE = (255, 255, 255)
#: Segments of a JPEG: begin and end of its pixels, comments, application data, and the application data that
#: displaying it needs (JFIF, Adobe's colour transform).
START_OF_SCAN, END_OF_IMAGE, COMMENT, APPLICATION, SHOWING = 0xDA, b"\xff\xd9", 0xFE, (0xE0, 0xEF), (0xE0, 0xEE)


class Refused(Exception):
    """The picture is refused; the argument is the code."""


def clean(data: bytes, longer_side: int) -> tuple[str, bytes]:
    """Return the kind and the clean bytes."""
    if data.startswith(b"%PDF-"):
        return "pdf", clean_pdf(data)
    return "jpeg", clean_image(data, longer_side)


def clean_image(data: bytes, longer_side: int) -> bytes:
    """Return a JPEG of the pixels: upright, at most ``longer_side`` long, on white where it was transparent."""
    # Only these two decoders are loaded; the size is known before the picture is decoded.
    with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
        if image.width * image.height > MOST_PIXELS:
            raise Refused("too_many_pixels")
        image.draft("RGB", (longer_side, longer_side))
        upright = ImageOps.exif_transpose(image)
        upright.thumbnail((longer_side, longer_side))
        seen = upright.convert("RGBA")
    # A new picture holds nothing but pixels: no place, no time, no comment, no small preview.
    bare = Image.new("RGB", seen.size, WHITE)
    bare.paste(seen, mask=seen.getchannel("A"))
    out = io.BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def clean_pdf(data: bytes) -> bytes:
    """Return the pages alone: without information, scripts and attachments, and with photos without metadata."""
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted:
        raise Refused("locked")
    if len(reader.pages) > MOST_PAGES:
        raise Refused("too_many_pages")
    for page in reader.pages:
        for key in ("/Metadata", "/PieceInfo", "/AA", "/Annots"):
            page.pop(key, None)
    writer = pages_of(reader)
    for number, held in enumerate(writer._objects):
        if isinstance(held, DictionaryObject):
            held.pop("/Metadata", None)
            held.pop("/PieceInfo", None)
        if isinstance(held, StreamObject) and held.get("/Subtype") == "/Image":
            writer._objects[number] = bare_photo(held)
    # Write it a second time to drop objects that no page refers to any more.
    return written(pages_of(PdfReader(io.BytesIO(written(writer)))))


def pages_of(reader: PdfReader) -> PdfWriter:
    """Return a writer with the pages alone and the objects they refer to."""
    writer = PdfWriter()
    for page in reader.pages:
        writer.add_page(page)
    writer.metadata = None
    return writer


def written(writer: PdfWriter) -> bytes:
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def bare_photo(image: StreamObject) -> StreamObject:
    """Return the image of a PDF with the same pixels; of a photo only the parts that hold them."""
    filters = image.get("/Filter", [])
    last = str(filters[-1] if isinstance(filters, ArrayObject) and filters else filters)
    if last not in PHOTOS:
        return image
    bare = StreamObject()
    bare.update({key: value for key, value in image.items() if key not in ("/Filter", "/DecodeParms", "/Length")})
    bare[NameObject("/Filter")] = NameObject(last)
    # Filters around the photo are undone; the photo itself is not decoded.
    bare.set_data(PHOTOS[last](image.get_data()))
    return bare


def bare_jpeg(data: bytes) -> bytes:
    """Return a JPEG without metadata segments: place, time, camera, previews, comments."""
    kept, offset = bytearray(data[:2]), 2
    while data[offset : offset + 1] == b"\xff" and data[offset + 1] != START_OF_SCAN:
        kind, size = data[offset + 1], int.from_bytes(data[offset + 2 : offset + 4], "big")
        if size < 2:
            raise ValueError("a part of a JPEG without a length")
        part = data[offset : offset + 2 + size]
        is_metadata = APPLICATION[0] <= kind <= APPLICATION[1] or kind == COMMENT
        if not is_metadata or kind in SHOWING or part[4:16] == b"ICC_PROFILE\0":
            kept += part
        offset += 2 + size
    if data[offset : offset + 1] != b"\xff":
        raise ValueError("a JPEG that ends before its pixels")
    # The end marker cannot occur within the pixels; after it follow other pictures or notes of programs.
    end = data.find(END_OF_IMAGE, offset)
    return bytes(kept + data[offset : end + 2 if end > 0 else len(data)])


def bare_jpeg2000(data: bytes) -> bytes:
    """Return a JPEG 2000 with only the boxes that hold its pixels and how to display them."""
    if not data.startswith(b"\0\0\0\x0cjP"):
        return data  # the bare codestream holds nothing else
    kept, offset = bytearray(), 0
    while offset < len(data):
        size, kind = int.from_bytes(data[offset : offset + 4], "big"), data[offset + 4 : offset + 8]
        if size == 1:
            size = int.from_bytes(data[offset + 8 : offset + 16], "big")
        size = size or len(data) - offset
        if size < 8:
            raise ValueError("a box of a JPEG 2000 without a length")
        if kind in (b"jP  ", b"ftyp", b"jp2h", b"jp2c"):
            kept += data[offset : offset + size]
        offset += size
    return bytes(kept)


#: How to clean a photo in a PDF, by the filter that decodes it.
PHOTOS = {"/DCTDecode": bare_jpeg, "/JPXDecode": bare_jpeg2000}


def main() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    warnings.simplefilter("ignore")
    out = sys.stdout.buffer
    try:
        kind, data = clean(sys.stdin.buffer.read(), int(sys.argv[1]))
        if len(data) > MOST_CLEAN:
            raise Refused("too_large")
    except Refused as refused:
        out.write(f"refused {refused}\n".encode())
    except Image.DecompressionBombError:
        out.write(b"refused too_many_pixels\n")
    except (
        PyPdfError, UnidentifiedImageError,
        ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, OSError, RecursionError, SyntaxError,
        TypeError, ValueError,
    ):  # fmt: skip
        # A broken file can raise any of these in the libraries.
        out.write(b"refused unknown\n")
    else:
        out.write(f"ok {kind}\n".encode() + data)


if __name__ == "__main__":
    main()
