"""What several areas of the web layer use: access, forms, labels, presenters."""
