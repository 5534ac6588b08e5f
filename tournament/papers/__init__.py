"""The papers that rest on the seats."""
