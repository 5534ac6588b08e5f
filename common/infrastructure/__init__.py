"""What the program stands on while it runs: caches, queue, disk, and whether they answer."""
