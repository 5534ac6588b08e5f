"""Compare a new list of members with the one that it replaces: who is added, changed and gone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.registry.rules.members import Member


@dataclass(frozen=True)
class Change:
    """A member before and after."""

    before: Member
    after: Member

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of the values that differ."""
        names = ("name", "family_name", "given_name", "latin_name", "country", "club", "numbers")
        return tuple(name for name in names if getattr(self.before, name) != getattr(self.after, name))


@dataclass(frozen=True)
class Changes:
    """What a new list changes; ``same`` is the number of members that stay as they are."""

    added: tuple[Member, ...]
    changed: tuple[Change, ...]
    gone: tuple[Member, ...]
    same: int

    @property
    def counts(self) -> dict[str, int]:
        """Return the numbers of members by what happens to them."""
        return {"added": len(self.added), "changed": len(self.changed), "gone": len(self.gone), "same": self.same}

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.gone)


def compare_lists(before: Sequence[Member], after: Iterable[Member]) -> Changes:
    """Return what changes when ``after`` replaces ``before``.

    A member is the same person as one before who shares a number; who shares most, if there are several. Each member
    before is taken once: of two that become one, the other is gone.
    """
    holder = {key: at for at, member in reversed(list(enumerate(before))) for key in member.number_keys}
    left = set(range(len(before)))
    added, changed, same = [], [], 0
    for member in after:
        shared = [holder[key] for key in member.number_keys if holder.get(key) in left]
        if not shared:
            added.append(member)
            continue
        at = min(shared, key=lambda position: (-shared.count(position), position))
        left.remove(at)
        if before[at] == member:
            same += 1
        else:
            changed.append(Change(before[at], member))
    return Changes(tuple(added), tuple(changed), tuple(before[at] for at in sorted(left)), same)
