"""The attributes of the columns of every list (django-tables2), shown by templates/components/table.html."""

#: Figures stand to the right.
FIGURE = {"th": {"class": "num"}, "td": {"class": "num"}, "tf": {"class": "num"}}
#: The column that names the row: it stays in sight when a wide table is scrolled, and readers hear it with each cell.
NAMING = {"th": {"class": "keep"}, "td": {"class": "keep", "scope": "row"}}
