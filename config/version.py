"""The version of the program, in one place: ``pyproject.toml`` reads it from here."""

VERSION = "1.0.0rc1"
