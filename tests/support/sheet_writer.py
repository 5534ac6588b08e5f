"""A separate process that writes random edits: ``python -m tests.support.sheet_writer NAME SEED EDITS SHEET…``.

It prints a JSON line for each accepted edit: sheet, version, the version that its author had seen, and the values set.
"""

import json
import os
import random
import sys


def main(name: str, seed: str, edits: str, *sheets: str) -> None:
    """Edit these sheets this many times; after a conflict read the sheet and continue with the next edit."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from common.actions.errors import Conflict, Refused
    from common.actions.permissions import system_actor
    from scoring.sheets.models.sheets import Sheet
    from scoring.sheets.services.facts.hands import record_hand, remove_hand
    from scoring.sheets.services.facts.whole import type_sheet

    rng, actor = random.Random(seed), system_actor(name)
    known = dict.fromkeys(map(int, sheets), 0)
    for _edit in range(int(edits)):
        sheet = Sheet.objects.get(pk=rng.choice(list(known)))
        if rng.random() < 0.4:
            known[sheet.pk] = sheet.version
        seen, slots, service, facts = known[sheet.pk], *edit(rng, record_hand, remove_hand, type_sheet)
        try:
            answer = service(actor, sheet, seen=seen, key=f"{rng.random()}", **facts)
        except Conflict:
            known[sheet.pk] = Sheet.objects.get(pk=sheet.pk).version
            continue
        except Refused as refused:
            raise SystemExit(f"{facts}: {refused.message}") from refused
        line = {"sheet": sheet.pk, "version": answer["version"], "seen": seen, "set": slots, "by": name}
        print(json.dumps(line), flush=True)
    print(json.dumps({"end": name}), flush=True)


def edit(rng: random.Random, record, remove, type_whole):
    """Return a random edit: (slots that it sets, the service, its payload)."""
    from scoring.sheets.services.facts.hands import HandFacts

    no, kind = rng.randint(1, 16), rng.random()
    if kind < 0.2:
        return {f"hand {no}": None}, remove, {"no": no}
    if kind < 0.35:
        totals = {seat: rng.randint(-200, 200) for seat in "ESWN"}
        facts = {"totals": totals, "acknowledged": ["totals-sum"]}
        return {f"total {seat}": points for seat, points in totals.items()}, type_whole, facts
    if kind < 0.45:
        return {f"total {seat}": None for seat in "ESWN"}, type_whole, {"totals": {}}
    hand = {"no": no, "winner": rng.choice("ESWN"), "points": rng.randint(8, 120)}
    if rng.random() < 0.7:
        hand["discarder"] = rng.choice([seat for seat in "ESWN" if seat != hand["winner"]])
    return {f"hand {no}": hand}, record, {"hand": HandFacts(**hand), "acknowledged": ["over-88", "gap"]}


if __name__ == "__main__":
    main(*sys.argv[1:])
