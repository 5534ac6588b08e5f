"""Pages of the Desk that publish an event online, and receive it from a hall."""
