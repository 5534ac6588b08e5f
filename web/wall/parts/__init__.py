"""The parts of an arranged screen."""
