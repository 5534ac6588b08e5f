"""Days without a leading zero, as usual in Chinese: 5月1日, not 05月1日."""

MONTH_DAY_FORMAT = "n月j日"
