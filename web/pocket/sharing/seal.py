"""The seal 品: as an icon of the program, and on pictures."""

from PIL import Image, ImageDraw

from common.files.pictures.encoding import ico_of, png_of

PAPER, CINNABAR, CREAM = "#faf7f0", "#ab3a24", "#fff8ee"
#: The seal in a square of 32: outer and inner rectangles (left, top, right, bottom) of its three mouths.
OUTER = ((9.48, 6.0, 22.59, 14.07), (6.41, 15.93, 14.92, 26.0), (16.79, 15.93, 25.59, 25.9))
INNER = ((12.06, 8.56, 19.88, 11.53), (8.94, 18.49, 12.26, 22.31), (19.34, 18.49, 22.92, 22.31))
#: It is drawn this many times larger and reduced, which smooths its edges.
FINER = 4


def icon(size: int, *, maskable: bool = False, kind: str = "PNG") -> bytes:
    """Return the seal as an icon; a maskable one fills the square, because the device cuts its edges off."""
    picture = seal(size, maskable=maskable)
    return ico_of(picture) if kind == "ICO" else png_of(picture)


def seal(size: int, *, maskable: bool = False, ground: str = CINNABAR, sign: str = CREAM) -> Image.Image:
    """Draw the seal with round corners, the sign in one colour on a ground in the other."""
    side = size * FINER
    picture = Image.new("RGBA", (side, side))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, side - 1, side - 1), radius=0 if maskable else side * 5 // 32, fill=ground)
    # A maskable icon keeps its sign within the inner 80 per cent.
    scale = side / 32 * (0.8 if maskable else 1)
    shift = (side - 32 * scale) / 2
    for colour, boxes in ((sign, OUTER), (ground, INNER)):
        for box in boxes:
            pen.rectangle([shift + edge * scale for edge in box], fill=colour)
    reduced = picture.resize((size, size), Image.Resampling.LANCZOS)
    paper = Image.new("RGB", (size, size), PAPER)
    paper.paste(reduced, mask=reduced)
    return reduced if size <= 512 and not maskable else paper
