"""How far an event is, session by session and table by table."""
