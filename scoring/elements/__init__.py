"""The grade elements of the International Mahjong Rules: what a winning hand scores, and why."""
