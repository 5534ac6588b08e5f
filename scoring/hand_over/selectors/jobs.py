"""The kinds of jobs that bring an event over the network."""

FETCH = "hand_over.fetch"
SEND_BACK = "hand_over.send_back"
