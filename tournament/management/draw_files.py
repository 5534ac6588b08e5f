"""Shared by the commands about draws: reading the file of entries, and error messages."""

import csv

from django.core.management.base import CommandError

from common.management.input import read_bytes
from tournament.draws.rules import DrawError, Entrant
from tournament.draws.rules.entries import entrants_from_csv

SENTENCES = {
    "players": "A draw takes from {fewest} to {most} players, not {count}.",
    "sessions": "A draw takes from {fewest} to {most} sessions, not {count}.",
    "numbers": "The numbers must be 1, 2, 3, …, each once: {expected} was expected, {found} found.",
    "no_numbers": "The first line must name the columns, each once, one of them number; it has: {headings}.",
    "row": "Line {line}: the number is none, or there are more cells than headings.",
    "areas": "Everybody must have one of exactly four regions; {found} found, {without} without.",
    "tables_shared": "Two have the same table of their own.",
    "tables_meet": "Number {number} meets another who has a table of their own.",
    "table": "Number {number}: there is no table {table}.",
    "pools": "The pools have {tables} tables, but the list needs {needed}.",
    "pool_teams": "Pools of whole teams need teams of equal size that fill the tables of every pool.",
    "table_pool": "Number {number}: table {table} belongs to another pool.",
    "apart": "Number {number} cannot be kept apart from {other}.",
}


def sentence(error: DrawError) -> str:
    """Return the error message of a DrawError."""
    return SENTENCES.get(error.code, str(error)).format(**error.figures)


def read_entries(name: str) -> tuple[list[Entrant], list[str]]:
    """Return the entrants of a CSV file in UTF-8 ("-": standard input) and the ignored columns.

    CommandError if it cannot be read.
    """
    try:
        return entrants_from_csv(read_bytes(name).decode())
    except DrawError as error:
        raise CommandError(f"{name}: {sentence(error)}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{name} is not UTF-8.") from error
    except csv.Error as error:
        raise CommandError(f"{name} cannot be read: {error}") from error
