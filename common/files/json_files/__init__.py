"""JSON documents from outside: read with limits, checked against a JSON Schema, written byte for byte the same."""

from common.files.json_files.checking import check
from common.files.json_files.errors import FileError, FileErrors, limited, path_text
from common.files.json_files.reading import MAX_BYTES, MAX_DEPTH, dump, load, read

__all__ = ["MAX_BYTES", "MAX_DEPTH", "FileError", "FileErrors", "check", "dump", "limited", "load", "path_text", "read"]
