"""What people write on a sheet: hands, totals, penalties, persons, signatures; and what is decided about it.

Every write sends the version it ``seen``; what others changed since and it does not touch is merged, the same fact
changed by somebody else is a Conflict with both values. What was asked and said yes to is ``acknowledged`` (Unusual).
The answers hold ``version`` and ``state`` of the sheet.
"""
