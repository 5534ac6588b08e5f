"""The facts of a sheet, now and at earlier versions, and what they add up to."""
