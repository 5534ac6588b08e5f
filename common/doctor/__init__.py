"""What an operator has to know: everything that the program depends on, each with what to do."""
