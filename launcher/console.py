"""What the launcher and the server print for the person who started them."""


def say(text: str) -> None:
    print(text, flush=True)
