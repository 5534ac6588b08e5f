"""How names are drawn; the library is built in."""

from django import template

from tournament.people.rules import script_of

register = template.Library()


@register.filter
def name_face(name: str) -> str:
    """Return the class of a large name: Chinese, Japanese and Korean ones are large, not bold."""
    return "name-east" if any(script_of(sign) for sign in name if sign.isalpha()) else "name-west"
