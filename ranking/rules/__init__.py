"""Classes of events and standards of pins as pure functions (A9)."""
