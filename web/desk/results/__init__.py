"""Checking, releasing and closing results."""
