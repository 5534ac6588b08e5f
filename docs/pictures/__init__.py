"""Make the pictures of the guides: a server on a scratch home, two events, a browser that visits their pages."""
