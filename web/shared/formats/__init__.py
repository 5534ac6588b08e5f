"""Cuts and brackets as pages, walls and phones show them."""
