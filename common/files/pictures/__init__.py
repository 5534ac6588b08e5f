"""Uploaded pictures: read in a separate process, within limits, and rebuilt without their metadata."""

from common.files.pictures.reading import MOST_BYTES, PictureError, clean_picture

__all__ = ["MOST_BYTES", "PictureError", "clean_picture"]
