"""Reading workbooks (XLSX) that strangers made: limited before they are opened, read in a process with a time limit."""

from common.files.workbooks.reading import WorkbookError, read_workbook

__all__ = ["WorkbookError", "read_workbook"]
