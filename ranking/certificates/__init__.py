"""Certificates of results and pins, and the register."""
