"""Template tags that every page may use."""

from django import template

register = template.Library()
