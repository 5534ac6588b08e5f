"""URL patterns of the Desk's sheets: typing, checking, photos, recorded hands."""

from django.urls import path

from web.desk.sheets import detail, devices, fans, import_results, photos, tray
from web.desk.sheets.paper import again, periods, typing

PAPER = "tray/<number:session>/<number:table>"
SHEET = "tray/<number:session>/<number:number>/"
urlpatterns = [
    path(f"{SHEET}versions/", detail.sheet, name="sheet"),
    path(f"{SHEET}confirm/", detail.confirm, name="sheet-confirm"),
    path(f"{SHEET}decide/", detail.accept_disputed_hand, name="sheet-decide"),
    path(f"{SHEET}reopen/", detail.reopen, name="sheet-reopen"),
    path(f"{SHEET}fans/", fans.hands, name="sheet-fans"),
    path(f"{SHEET}fans/<number:no>/tiles/", fans.tiles, name="record-tiles"),
    path(f"{SHEET}fans/<number:no>/fans/", fans.fans, name="record-fans"),
    path(f"{SHEET}fans/<number:no>/drop/", fans.drop, name="drop-record"),
    path(f"{SHEET}photos/", photos.photos, name="sheet-photos"),
    path(f"{SHEET}photos/<number:photo_id>/", photos.photo, name="sheet-photo"),
    path(f"{SHEET}photos/<number:photo_id>/remove/", photos.remove, name="remove-sheet-photo"),
    path("tray/", tray.tray, name="tray"),
    path("tray/import/", import_results.results, name="import-results"),
    path("tray/act/", tray.handle_button, name="tray-act"),
    path("devices/", devices.devices, name="devices"),
    path("devices/tokens/<number:token_id>/revoke/", devices.revoke, name="revoke-device"),
    path(f"{PAPER}/", typing.typing, name="typing"),
    path(f"{PAPER}/check/", typing.check, name="typing-check"),
    path(f"{PAPER}/period/", periods.period, name="sheet-period"),
    path(f"{PAPER}/hold/", typing.hold, name="typing-hold"),
    path(f"{PAPER}/leave/", tray.leave, name="typing-leave"),
    path(f"{PAPER}/again/", again.second_entry, name="typing-again"),
    path(f"{PAPER}/again/sign/", again.sign, name="typing-sign"),
]
