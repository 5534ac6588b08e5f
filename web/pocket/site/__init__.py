"""The released pages of an event as plain files, which open from any web host and from disk, without the program."""
