"""Read a list of registrations: text, headings, names, countries, numbers, rows, and the changes they mean."""
