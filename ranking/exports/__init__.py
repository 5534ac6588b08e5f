"""Result certificates and what a person takes along."""
