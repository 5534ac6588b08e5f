"""URL patterns of the Desk's setup pages."""

from django.urls import include, path

from web.desk.setup import (
    data_retention,
    equipment,
    event_files,
    hall,
    helpers,
    new_event,
    officials,
    rehearsal,
    roles,
    settings,
    timetable,
)

of_event = [
    path("setup/", settings.event_data, name="setup"),
    path("setup/settings/", settings.settings, name="settings"),
    path("setup/timetable/", timetable.timetable, name="timetable"),
    path("setup/timetable/add/", timetable.add, name="add-session"),
    path("setup/timetable/remove/", timetable.remove, name="remove-session"),
    path("setup/officials/", officials.officials, name="officials"),
    path("setup/officials/copy/", officials.copy, name="copy-officials"),
    path("setup/officials/<number:official_id>/", officials.official, name="official"),
    path("setup/officials/<number:official_id>/move/", officials.move, name="move-official"),
    path("setup/officials/<number:official_id>/remove/", officials.remove, name="remove-official"),
    path("setup/hall/", hall.hall, name="hall"),
    path("setup/equipment/", equipment.equipment, name="equipment"),
    path("setup/equipment/<slug:item>/undo/", equipment.undo, name="undo-equipment"),
    path("setup/helpers/", helpers.helpers, name="helpers"),
    path("setup/helpers/<number:invitation_id>/revoke/", helpers.revoke, name="revoke-helper"),
    path("setup/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("roles/", roles.roles, name="roles"),
    path("roles/revoke/", roles.revoke, name="revoke"),
    path("file/", event_files.event_file, name="file"),
    path("registration/private/", data_retention.private_data, name="private-data"),
    path("registration/private/delete/", data_retention.delete, name="delete-private-data"),
]
urlpatterns = [
    path("desk/import/", event_files.import_event, name="import"),
    path("desk/new/", new_event.new_event, name="new-event"),
    path("e/<slug:slug>/desk/", include(of_event)),
]
