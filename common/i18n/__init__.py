"""Translation catalogs, and texts as people of each language write and search them."""
