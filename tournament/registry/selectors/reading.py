"""Read a registry as a document: the file that travels without network, and the pages of the interface.

It holds numbers, names, countries and clubs, and nothing else of a person.
"""

from datetime import date
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from common.files.json_files.errors import FileError, FileErrors
from tournament.people.rules import NumberKind
from tournament.registry.rules.members import (
    MOST_MEMBERS,
    NAME,
    NUMBER,
    PART,
    Member,
    Number,
    repeated_numbers,
)

FORMAT: Literal["pinju-registry/1"] = "pinju-registry/1"

Text = Annotated[str, Field(max_length=NAME)]
Part = Annotated[str, Field(max_length=PART)]


class NumberDocument(BaseModel):
    """A number of a member."""

    model_config = ConfigDict(extra="forbid")

    kind: NumberKind
    number: str = Field(min_length=1, max_length=NUMBER, pattern=r"[0-9A-Za-z]")


class MemberDocument(BaseModel):
    """A member; empty values are left out."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=NAME)
    family_name: Part = ""
    given_name: Part = ""
    latin_name: Text = ""
    country: str = Field("", pattern="^([A-Z]{2,3})?$")
    club: Text = ""
    numbers: list[NumberDocument] = Field(min_length=1, max_length=len(NumberKind))

    @model_validator(mode="after")
    def _kinds_once(self) -> "MemberDocument":
        if len({number.kind for number in self.numbers}) < len(self.numbers):
            raise ValueError("a member has one number of each kind")
        return self

    def member(self) -> Member:
        """Return the member."""
        numbers = tuple(sorted(Number(number.kind.value, number.number) for number in self.numbers))
        values = self.model_dump(exclude={"numbers"})
        return Member(**values, numbers=numbers)


class RegistryHeader(BaseModel):
    """Which registry it is, the day of its list, and how often the list was replaced (``version``)."""

    model_config = ConfigDict(extra="forbid")

    id: UUID
    name: str = Field(min_length=1, max_length=NAME)
    dated: date
    version: int = Field(ge=1, le=2_000_000_000)


class RegistryDocument(RegistryHeader):
    """A whole registry."""

    format: Literal["pinju-registry/1"] = FORMAT
    members: list[MemberDocument] = Field(max_length=MOST_MEMBERS)

    @model_validator(mode="after")
    def _numbers_once(self) -> "RegistryDocument":
        repeated = repeated_numbers(document.member() for document in self.members)
        if repeated:
            raise ValueError(f"the number {repeated[0]} is there twice")
        return self


def registry_in(document: Any) -> RegistryDocument:
    """Return the registry that a parsed JSON document holds. Raises FileErrors: the first wrong value, in English."""
    try:
        return RegistryDocument.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "document"
        raise FileErrors([FileError(where, first["msg"])]) from None
