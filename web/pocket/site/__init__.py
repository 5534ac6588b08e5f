"""The released pages of an event as static files, for any web host or a disk, without the program."""
