"""Appeals (3.12, 3.13): handed in and signed, decided, paid for, and what follows from them."""
