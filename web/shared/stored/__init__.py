"""Stored files: handing one out, and cleaning uploaded photos and PDFs."""
