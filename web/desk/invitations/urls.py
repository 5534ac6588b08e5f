"""URL patterns of the Desk's invitations."""

from django.urls import include, path

from web.desk.invitations import event, program

of_event = [
    path("roles/invitations/", event.invitations, name="account-invitations"),
    path(
        "roles/invitations/<number:account_invitation>/withdraw/",
        event.withdraw,
        name="withdraw-account-invitation",
    ),
]
urlpatterns = [
    path("desk/accounts/invitations/", program.invitations, name="program-invitations"),
    path(
        "desk/accounts/invitations/<number:program_invitation>/withdraw/",
        program.withdraw,
        name="withdraw-program-invitation",
    ),
    path("e/<slug:slug>/desk/", include(of_event)),
]
