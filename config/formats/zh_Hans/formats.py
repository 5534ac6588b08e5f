"""Days without a leading zero, as they are written: 5月1日, not 05月1日."""

MONTH_DAY_FORMAT = "n月j日"
