"""The mail with a code that links an account to its person."""

from django.utils.translation import gettext as _

from ranking.links.rules import spaced


def code_mail(name: str, code: str) -> tuple[str, str]:
    """Return subject and text of the mail in the active language; ``name`` is the addressee's."""
    figures = {"name": name, "code": spaced(code)}
    paragraphs = [
        _("Dear %(name)s,") % figures,
        _("With this code an account is linked to your results: %(code)s") % figures,
        _("It serves once, today. Whoever has it sees what is stored about you: give it to nobody."),
        _("If you did not ask for it, please ignore this mail."),
    ]
    return _("Your code"), "\n\n".join(paragraphs) + "\n"
