"""How names are drawn; the library is built in."""

from django import template

from tournament.people.rules import script_of

register = template.Library()


#: Number of letters from which on a name in Latin letters takes more than two lines of the largest size.
LONG = 24


@register.filter
def name_face(name: str) -> str:
    """Return the classes of a large name: Chinese, Japanese and Korean ones are large, not bold; long ones smaller."""
    if any(script_of(sign) for sign in name if sign.isalpha()):
        return "name-east"
    return "name-west name-long" if len(name) > LONG else "name-west"
