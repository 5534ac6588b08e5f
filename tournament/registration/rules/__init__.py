"""How a list of registrations is read: text, headings, names, countries, numbers, rows, and what they change."""
