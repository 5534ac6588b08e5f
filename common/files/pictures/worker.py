"""The process that reads one picture from its standard input and writes "ok KIND" and the clean one, or the refusal."""

import io
import sys
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError
from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, StreamObject

#: 60 million pixels are more than phones take; a paper is read easily at 2,400 along its longer side.
MOST_PIXELS, LONGER_SIDE, QUALITY = 60_000_000, 2_400, 82
MOST_PAGES = 20
#: Bytes of memory: 60 million pixels of three bytes, twice, and what Python takes.
MOST_MEMORY = 2_000_000_000
WHITE = (255, 255, 255)
#: The parts of a JPEG: where its pixels begin and end, what programs write into it, and of that what showing it needs
#: (JFIF, and how Adobe turned the colours).
START_OF_SCAN, END_OF_IMAGE, COMMENT, APPLICATION, SHOWING = 0xDA, b"\xff\xd9", 0xFE, (0xE0, 0xEF), (0xE0, 0xEE)


class Refused(Exception):
    """The picture is not taken; the argument is the code."""


def clean(data: bytes) -> tuple[str, bytes]:
    """Kind and bytes of what is kept."""
    if data.startswith(b"%PDF-"):
        return "pdf", clean_pdf(data)
    return "jpeg", clean_image(data)


def clean_image(data: bytes) -> bytes:
    """A JPEG of the pixels, upright, at most LONGER_SIDE long, on white where it was transparent."""
    # Only these two readers are loaded; a picture's size is known before it is unpacked.
    with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
        if image.width * image.height > MOST_PIXELS:
            raise Refused("too_many_pixels")
        image.draft("RGB", (LONGER_SIDE, LONGER_SIDE))
        upright = ImageOps.exif_transpose(image)
        upright.thumbnail((LONGER_SIDE, LONGER_SIDE))
        seen = upright.convert("RGBA")
    # A new picture holds nothing but pixels: no place, no time, no comment, no small preview.
    bare = Image.new("RGB", seen.size, WHITE)
    bare.paste(seen, mask=seen.getchannel("A"))
    out = io.BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def clean_pdf(data: bytes) -> bytes:
    """The pages alone: without information, without what runs or is attached, photos without what they tell."""
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
    # Once more: what no page names any longer does not come along.
    return written(pages_of(PdfReader(io.BytesIO(written(writer)))))


def pages_of(reader: PdfReader) -> PdfWriter:
    """A PDF to be written of the pages alone, and of what they name."""
    writer = PdfWriter()
    for page in reader.pages:
        writer.add_page(page)
    writer.metadata = None
    return writer


def written(writer: PdfWriter) -> bytes:
    """The bytes of the file."""
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def bare_photo(image: StreamObject) -> StreamObject:
    """The image in a PDF with the same pixels; of a photo only the parts that hold them."""
    filters = image.get("/Filter", [])
    last = str(filters[-1] if isinstance(filters, ArrayObject) and filters else filters)
    if last not in PHOTOS:
        return image
    bare = StreamObject()
    bare.update({key: value for key, value in image.items() if key not in ("/Filter", "/DecodeParms", "/Length")})
    bare[NameObject("/Filter")] = NameObject(last)
    # What was packed around the photo is unpacked; the photo itself stays as it is.
    bare.set_data(PHOTOS[last](image.get_data()))
    return bare


def bare_jpeg(data: bytes) -> bytes:
    """A JPEG without the parts that hold no pixels nor how to show them: place, time, camera, previews, comments."""
    kept, at = bytearray(data[:2]), 2
    while data[at : at + 1] == b"\xff" and data[at + 1] != START_OF_SCAN:
        kind, size = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if size < 2:
            raise ValueError("a part of a JPEG without a length")
        part = data[at : at + 2 + size]
        told = APPLICATION[0] <= kind <= APPLICATION[1] or kind == COMMENT
        if not told or kind in SHOWING or part[4:16] == b"ICC_PROFILE\0":
            kept += part
        at += 2 + size
    if data[at : at + 1] != b"\xff":
        raise ValueError("a JPEG that ends before its pixels")
    # In the pixels the end's mark cannot stand; what follows it is another picture, or some program's notes.
    end = data.find(END_OF_IMAGE, at)
    return bytes(kept + data[at : end + 2 if end > 0 else len(data)])


def bare_jpeg2000(data: bytes) -> bytes:
    """A JPEG 2000 with the boxes alone that hold its pixels and how to show them."""
    if not data.startswith(b"\0\0\0\x0cjP"):
        return data  # the bare codestream holds nothing else
    kept, at = bytearray(), 0
    while at < len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        size = size or len(data) - at
        if size < 8:
            raise ValueError("a box of a JPEG 2000 without a length")
        if kind in (b"jP  ", b"ftyp", b"jp2h", b"jp2c"):
            kept += data[at : at + size]
        at += size
    return bytes(kept)


#: The photos in a PDF, by the filter that unpacks them.
PHOTOS = {"/DCTDecode": bare_jpeg, "/JPXDecode": bare_jpeg2000}


def main() -> None:
    """Read, and write the answer."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    warnings.simplefilter("ignore")
    out = sys.stdout.buffer
    try:
        kind, data = clean(sys.stdin.buffer.read())
    except Refused as refused:
        out.write(f"refused {refused}\n".encode())
    except Image.DecompressionBombError:
        out.write(b"refused too_many_pixels\n")
    except (
        PyPdfError, UnidentifiedImageError,
        ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, OSError, RecursionError, SyntaxError,
        TypeError, ValueError,
    ):  # fmt: skip
        # A broken file meets whatever error the libraries' own code runs into.
        out.write(b"refused unknown\n")
    else:
        out.write(f"ok {kind}\n".encode() + data)


if __name__ == "__main__":
    main()
