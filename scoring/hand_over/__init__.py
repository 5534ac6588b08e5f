"""Handing an event over to another installation, such as the laptop of a hall, and taking it back."""
