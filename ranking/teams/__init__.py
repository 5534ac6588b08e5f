"""Teams and countries over the whole record: their results by year, placings and members."""
