"""Pictures that people send: read in a process of their own, within limits, and made anew without what they tell."""

from common.files.pictures.reading import MOST_BYTES, PictureError, clean_picture

__all__ = ["MOST_BYTES", "PictureError", "clean_picture"]
