"""What pinju.py does, with the standard library only and nothing POSIX-only at module level."""
