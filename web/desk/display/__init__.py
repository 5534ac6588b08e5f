"""The screens of the hall and the ceremony."""
