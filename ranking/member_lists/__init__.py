"""Lists of members that bodies import as their registries."""
