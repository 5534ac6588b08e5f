"""How dates and times are written where a language's usual form would mislead an international reader."""
