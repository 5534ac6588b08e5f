"""Rules of who plays whom, where and when, over plain data."""
