"""The process that reads one picture from its standard input and writes "ok KIND" and the clean one, or the refusal."""

import io
import sys
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError
from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError

#: 60 million pixels are more than phones take; a paper is read easily at 2,400 along its longer side.
MOST_PIXELS, LONGER_SIDE, QUALITY = 60_000_000, 2_400, 82
MOST_PAGES = 20
#: Bytes of memory: 60 million pixels of three bytes, twice, and what Python takes.
MOST_MEMORY = 2_000_000_000
WHITE = (255, 255, 255)


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
    """The pages alone: without information, without what runs or is attached."""
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted:
        raise Refused("locked")
    if len(reader.pages) > MOST_PAGES:
        raise Refused("too_many_pages")
    writer = PdfWriter()
    for page in reader.pages:
        for key in ("/Metadata", "/PieceInfo", "/AA", "/Annots"):
            page.pop(key, None)
        writer.add_page(page)
    writer.metadata = None
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


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
