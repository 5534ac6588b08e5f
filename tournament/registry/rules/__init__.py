"""Pure rules of registries: numbers, spellings, and comparing two lists of members."""
