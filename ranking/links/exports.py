"""The mail with a code that links an account to its person."""

from django.utils.translation import gettext as _

from ranking.links.rules import spaced


def code_mail(name: str, code: str, hours: int) -> tuple[str, str]:
    """Return subject and text of the mail in the active language.

    ``name`` is the addressee's, ``hours`` how long the code is valid.
    """
    figures = {"name": name, "code": spaced(code), "hours": hours}
    paragraphs = [
        _("Dear %(name)s,") % figures,
        _("This code links an account to your results: %(code)s") % figures,
        _("Enter it on the page “My record and my pins”, where you asked for it."),
        _("It can be used once, within %(hours)d hours. Anyone who has it can see your data: do not share it.")
        % figures,
        _("If you did not ask for it, please ignore this mail."),
    ]
    return _("Code that links your account to your results"), "\n\n".join(paragraphs) + "\n"
