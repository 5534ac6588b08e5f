"""How names are drawn; the library is built in."""

from django import template

from tournament.people.rules import script_of

register = template.Library()


#: Class of a name -> the width, in halves of a Chinese character, from which on it takes more than one line of the
#: champion's size, more than two lines of the largest size, and of the next smaller one.
WIDTHS = {"name-wide": 18, "name-long": 24, "name-longest": 56}


@register.filter
def name_face(name: str) -> str:
    """Return the classes of a large name: Chinese, Japanese and Korean ones are large, not bold; long ones smaller."""
    eastern = sum(bool(script_of(sign)) for sign in name if sign.isalpha())
    width = len(name) + eastern
    sizes = [size for size, most in WIDTHS.items() if width > most]
    return " ".join(["name-east" if eastern else "name-west", *sizes])
