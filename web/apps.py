"""The Django application of the web package."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Names the package to Django, and gives its form fields the program's sentences."""

    name = "web"

    def ready(self) -> None:
        """Replace Django's sentences before any form is declared."""
        from web.shared.forms.messages import use_own_messages

        use_own_messages()
