"""Files that come in and go out: JSON, CSV, workbooks, pictures."""
