"""What other programs show of the pages: link previews, icons, calendars, feeds, and what search engines read."""
