"""URL patterns of the Desk's setup pages."""

from django.urls import path

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

urlpatterns = [
    path("desk/import/", event_files.import_event, name="import"),
    path("desk/new/", new_event.new_event, name="new-event"),
    path("e/<slug:slug>/desk/setup/", settings.event_data, name="setup"),
    path("e/<slug:slug>/desk/setup/settings/", settings.settings, name="settings"),
    path("e/<slug:slug>/desk/setup/timetable/", timetable.timetable, name="timetable"),
    path("e/<slug:slug>/desk/setup/timetable/add/", timetable.add, name="add-session"),
    path("e/<slug:slug>/desk/setup/timetable/remove/", timetable.remove, name="remove-session"),
    path("e/<slug:slug>/desk/setup/officials/", officials.officials, name="officials"),
    path("e/<slug:slug>/desk/setup/officials/copy/", officials.copy, name="copy-officials"),
    path("e/<slug:slug>/desk/setup/officials/<number:official_id>/", officials.official, name="official"),
    path("e/<slug:slug>/desk/setup/officials/<number:official_id>/move/", officials.move, name="move-official"),
    path("e/<slug:slug>/desk/setup/officials/<number:official_id>/remove/", officials.remove, name="remove-official"),
    path("e/<slug:slug>/desk/setup/hall/", hall.hall, name="hall"),
    path("e/<slug:slug>/desk/setup/equipment/", equipment.equipment, name="equipment"),
    path("e/<slug:slug>/desk/setup/equipment/<slug:item>/undo/", equipment.undo, name="undo-equipment"),
    path("e/<slug:slug>/desk/setup/helpers/", helpers.helpers, name="helpers"),
    path("e/<slug:slug>/desk/setup/helpers/<number:invitation_id>/revoke/", helpers.revoke, name="revoke-helper"),
    path("e/<slug:slug>/desk/setup/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("e/<slug:slug>/desk/roles/", roles.roles, name="roles"),
    path("e/<slug:slug>/desk/roles/revoke/", roles.revoke, name="revoke"),
    path("e/<slug:slug>/desk/file/", event_files.event_file, name="file"),
    path("e/<slug:slug>/desk/registration/private/", data_retention.private_data, name="private-data"),
    path("e/<slug:slug>/desk/registration/private/delete/", data_retention.delete, name="delete-private-data"),
]
