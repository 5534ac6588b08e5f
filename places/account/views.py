"""One's own account."""

from django.contrib.auth.views import PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _


class PasswordChange(SuccessMessageMixin, PasswordChangeView):
    """Change one's own password; other sessions of the account end."""

    template_name = "account/password.html"
    success_url = reverse_lazy("account:password")
    success_message = _("Your password is changed.")
