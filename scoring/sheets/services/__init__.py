"""Write hands, totals, penalties, persons and signatures on a sheet, and the decisions on them.

Every write sends ``seen``, the version that its page showed (optimistic locking). Concurrent changes of other facts are
merged; a concurrent change of the same fact is a Conflict with both values. ``acknowledged`` holds the codes of the
questions (Unusual) that the caller has answered with yes. The answers have ``version`` and ``state`` of the sheet.
"""
