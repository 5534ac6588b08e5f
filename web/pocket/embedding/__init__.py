"""Standings and rankings on other web sites."""
