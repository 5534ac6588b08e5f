"""Registries: the members of federations with their numbers, from whom registration picks."""
