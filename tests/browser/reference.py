"""Compare a page with its reference picture in this folder, tolerantly: fonts differ a little between machines."""

import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

FOLDER = Path(__file__).parent
#: Greatest mean difference of the grey values of both small pictures, of 255.
TOLERANCE = 6.0


def assert_looks_like(name: str, screenshot: bytes, size: tuple[int, int]) -> None:
    """Compare the screenshot, reduced to a small grey picture in which single letters do not count.

    With PINJU_RENEW_PICTURES in the environment the reference is stored again, after a wanted change of the page.
    """
    reference = FOLDER / f"{name}.png"
    shot = Image.open(BytesIO(screenshot)).convert("L").resize(size, Image.Resampling.BOX)
    if "PINJU_RENEW_PICTURES" in os.environ:
        shot.save(reference, optimize=True)
    difference = ImageStat.Stat(ImageChops.difference(shot, Image.open(reference).convert("L"))).mean[0]
    assert difference <= TOLERANCE, f"{name}: {difference:.1f}"
