"""The addresses of the Desk."""

from django.urls import path

from web.account import joining
from web.desk import home, overview
from web.desk.administration import accounts, audit, backups
from web.desk.checkin import missing
from web.desk.checkin import person as presence
from web.desk.checkin import roll_call as checkin
from web.desk.display import ceremony, screens
from web.desk.draw import (
    candidates as draw_candidates,
)
from web.desk.draw import (
    chart as draw_chart,
)
from web.desk.draw import (
    late_changes as draw_people,
)
from web.desk.draw import (
    lots_on_screen as draw_show,
)
from web.desk.draw import (
    overview as draws,
)
from web.desk.draw import (
    redraw_before_start as draw_again,
)
from web.desk.draw import (
    redraw_remaining as draw_anew,
)
from web.desk.draw import (
    release as draw_release,
)
from web.desk.draw import (
    typed_lots as draw_lots,
)
from web.desk.draw import (
    wishes as draw_wishes,
)
from web.desk.papers import address as paper_address
from web.desk.papers import papers
from web.desk.registration import (
    applications,
    line_ups,
    link_code,
)
from web.desk.registration import (
    duplicates as registration_duplicates,
)
from web.desk.registration import (
    entries as registration,
)
from web.desk.registration import (
    import_list as registration_import,
)
from web.desk.registration import (
    teams as registration_units,
)
from web.desk.results import (
    close_event as closing,
)
from web.desk.results import (
    confirm as confirming,
)
from web.desk.results import (
    contradictions,
    session_penalties,
    sessions,
)
from web.desk.results import (
    settle as settling,
)
from web.desk.setup import (
    data_retention as keeping,
)
from web.desk.setup import (
    event_data,
    hall,
    helpers,
    new_event,
    officials,
    rehearsal,
    roles,
    settings,
    timetable,
)
from web.desk.setup import (
    event_files as importing,
)
from web.desk.sheets import again, fans, tray, typing
from web.desk.sheets import detail as sheet_page
from web.desk.sheets import photos as sheet_photos

app_name = "desk"
PAPER = "e/<slug:slug>/desk/tray/<number:session>/<number:table>"
SHEET = "e/<slug:slug>/desk/tray/<number:session>/<number:number>/"
urlpatterns = [
    path("desk/", home.home, name="home"),
    path("desk/import/", importing.import_event, name="import"),
    path("desk/accounts/", accounts.accounts, name="accounts"),
    path("desk/accounts/<number:account_id>/", accounts.account, name="account"),
    path("desk/accounts/<number:account_id>/password/", accounts.new_password, name="new-password"),
    path("desk/backups/", backups.backups, name="backups"),
    path("desk/backups/now/", backups.now, name="backup-now"),
    path("desk/backups/state/", backups.state, name="backup-state"),
    path("e/<slug:slug>/desk/", overview.event, name="event"),
    path("e/<slug:slug>/desk/checkin/", checkin.checkin, name="checkin"),
    path("e/<slug:slug>/desk/checkin/missing/", missing.missing, name="missing"),
    path("e/<slug:slug>/desk/checkin/out/", presence.out, name="out"),
    path("e/<slug:slug>/desk/checkin/<number:number>/", presence.person, name="person"),
    path("e/<slug:slug>/desk/contradictions/", contradictions.contradictions, name="contradictions"),
    path("e/<slug:slug>/desk/contradictions/settled/", settling.settled, name="settled"),
    path("e/<slug:slug>/desk/contradictions/<number:session>/<number:number>/", settling.settle, name="settle"),
    path("e/<slug:slug>/desk/sessions/<number:session>/confirm/", confirming.confirm, name="confirm-session"),
    path(
        "e/<slug:slug>/desk/sessions/<number:session>/penalties/", session_penalties.penalties, name="session-penalties"
    ),
    path(
        "e/<slug:slug>/desk/sessions/<number:session>/penalties/back/",
        session_penalties.back,
        name="session-penalty-back",
    ),
    path(f"{SHEET}versions/", sheet_page.sheet, name="sheet"),
    path(f"{SHEET}confirm/", sheet_page.confirm, name="sheet-confirm"),
    path(f"{SHEET}decide/", sheet_page.decide, name="sheet-decide"),
    path(f"{SHEET}reopen/", sheet_page.reopen, name="sheet-reopen"),
    path(f"{SHEET}fans/", fans.hands, name="sheet-fans"),
    path(f"{SHEET}fans/<number:no>/tiles/", fans.tiles, name="record-tiles"),
    path(f"{SHEET}fans/<number:no>/fans/", fans.fans, name="record-fans"),
    path(f"{SHEET}fans/<number:no>/drop/", fans.drop, name="drop-record"),
    path(f"{SHEET}photos/", sheet_photos.photos, name="sheet-photos"),
    path(f"{SHEET}photos/<number:photo_id>/", sheet_photos.photo, name="sheet-photo"),
    path(f"{SHEET}photos/<number:photo_id>/remove/", sheet_photos.remove, name="remove-sheet-photo"),
    path("e/<slug:slug>/desk/draw/", draws.draw, name="draw"),
    path("e/<slug:slug>/desk/draw/freeze/", draws.freeze, name="draw-freeze"),
    path("e/<slug:slug>/desk/draw/lots/", draw_lots.lots, name="draw-lots"),
    path("e/<slug:slug>/desk/draw/make/", draws.make, name="draw-make"),
    path("e/<slug:slug>/desk/draw/wishes/", draw_wishes.wishes, name="draw-wishes"),
    path("e/<slug:slug>/desk/draw/instead/", draw_people.instead, name="draw-instead"),
    path("e/<slug:slug>/desk/draw/late/", draw_people.late, name="draw-late"),
    path("e/<slug:slug>/desk/draw/anew/", draw_anew.anew, name="draw-anew"),
    path("e/<slug:slug>/desk/draw/candidates/", draw_candidates.candidates, name="draw-candidates"),
    path("e/<slug:slug>/desk/draw/sessions/<number:session>/", draw_chart.chart, name="draw-chart"),
    path("e/<slug:slug>/desk/draw/players/<number:number>/", draw_chart.player, name="draw-player"),
    path("e/<slug:slug>/desk/draw/meetings/", draw_chart.meetings, name="draw-meetings"),
    path("e/<slug:slug>/desk/draw/swap/", draw_chart.swap, name="draw-swap"),
    path("e/<slug:slug>/desk/draw/approve/", draws.approve, name="draw-approve"),
    path("e/<slug:slug>/desk/draw/reopen/", draws.reopen, name="draw-reopen"),
    path("e/<slug:slug>/desk/draw/discard/", draws.discard, name="draw-discard"),
    path("e/<slug:slug>/desk/draw/show/", draw_show.show_lots, name="draw-show"),
    path("e/<slug:slug>/desk/draw/again/", draw_again.again, name="draw-again"),
    path("e/<slug:slug>/desk/draw/release/", draw_release.release, name="draw-release"),
    path("e/<slug:slug>/desk/draw/retract/", draw_release.retract, name="draw-retract"),
    path("desk/new/", new_event.new_event, name="new-event"),
    path("i/<str:token>/", joining.invited, name="invited"),
    path("join/", joining.join, name="join"),
    path("e/<slug:slug>/desk/setup/", event_data.event_data, name="setup"),
    path("e/<slug:slug>/desk/setup/settings/", settings.settings, name="settings"),
    path("e/<slug:slug>/desk/setup/timetable/", timetable.timetable, name="timetable"),
    path("e/<slug:slug>/desk/setup/timetable/add/", timetable.add, name="add-session"),
    path("e/<slug:slug>/desk/setup/timetable/remove/", timetable.remove, name="remove-session"),
    path("e/<slug:slug>/desk/setup/officials/", officials.officials, name="officials"),
    path("e/<slug:slug>/desk/setup/officials/<number:official_id>/", officials.official, name="official"),
    path("e/<slug:slug>/desk/setup/officials/<number:official_id>/move/", officials.move, name="move-official"),
    path("e/<slug:slug>/desk/setup/officials/<number:official_id>/remove/", officials.remove, name="remove-official"),
    path("e/<slug:slug>/desk/setup/hall/", hall.hall, name="hall"),
    path("e/<slug:slug>/desk/setup/helpers/", helpers.helpers, name="helpers"),
    path("e/<slug:slug>/desk/setup/helpers/<number:invitation_id>/revoke/", helpers.revoke, name="revoke-helper"),
    path("e/<slug:slug>/desk/setup/rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("e/<slug:slug>/desk/sessions/", sessions.sessions, name="sessions"),
    path("e/<slug:slug>/desk/sessions/<number:number>/release/", sessions.release, name="release"),
    path("e/<slug:slug>/desk/sessions/<number:number>/retract/", sessions.retract, name="retract"),
    path("e/<slug:slug>/desk/sessions/<number:number>/official/", sessions.official, name="make-official"),
    path("e/<slug:slug>/desk/close/", closing.close, name="close"),
    path("e/<slug:slug>/desk/tray/", tray.tray, name="tray"),
    path("e/<slug:slug>/desk/tray/act/", tray.act, name="tray-act"),
    path(f"{PAPER}/", typing.typing, name="typing"),
    path(f"{PAPER}/check/", typing.check, name="typing-check"),
    path(f"{PAPER}/hold/", typing.hold, name="typing-hold"),
    path(f"{PAPER}/leave/", tray.leave, name="typing-leave"),
    path(f"{PAPER}/again/", again.again, name="typing-again"),
    path(f"{PAPER}/again/sign/", again.sign, name="typing-sign"),
    path("e/<slug:slug>/desk/papers/", papers.papers, name="papers"),
    path("e/<slug:slug>/desk/papers/address/", paper_address.address, name="paper-address"),
    path("e/<slug:slug>/desk/papers/all/", papers.state, name="paper-state"),
    path("e/<slug:slug>/desk/papers/site/", papers.public_site, name="public-site"),
    path("e/<slug:slug>/desk/papers/<slug:name>/", papers.paper, name="paper"),
    path("e/<slug:slug>/desk/ceremony/", ceremony.ceremony, name="ceremony"),
    path("e/<slug:slug>/desk/ceremony/<number:award_id>/", ceremony.award, name="award"),
    path("e/<slug:slug>/desk/ceremony/<number:award_id>/move/", ceremony.move, name="move-award"),
    path("e/<slug:slug>/desk/ceremony/<number:award_id>/remove/", ceremony.remove, name="remove-award"),
    path("e/<slug:slug>/desk/screens/", screens.screens, name="screens"),
    path("e/<slug:slug>/desk/screens/new/", screens.new_screen, name="new-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/", screens.screen, name="screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/open/", screens.open_it, name="open-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/close/", screens.close, name="close-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/remove/", screens.remove, name="remove-screen"),
    path("e/<slug:slug>/desk/screens/pictures/<number:picture_id>/", screens.picture, name="screen-picture"),
    path(
        "e/<slug:slug>/desk/screens/pictures/<number:picture_id>/remove/",
        screens.picture_away,
        name="remove-screen-picture",
    ),
    path("e/<slug:slug>/desk/roles/", roles.roles, name="roles"),
    path("e/<slug:slug>/desk/roles/revoke/", roles.revoke, name="revoke"),
    path("e/<slug:slug>/desk/audit/", audit.chain, name="audit"),
    path("e/<slug:slug>/desk/audit/paper/", audit.paper, name="audit-paper"),
    path("e/<slug:slug>/desk/file/", importing.event_file, name="file"),
    path("e/<slug:slug>/desk/registration/", registration.entries, name="registration"),
    path("e/<slug:slug>/desk/registration/new/", registration.new_entry, name="new-entry"),
    path("e/<slug:slug>/desk/registration/<number:number>/", registration.entry, name="entry"),
    path("e/<slug:slug>/desk/registration/<number:number>/private/", registration.private, name="entry-private"),
    path("e/<slug:slug>/desk/registration/<number:number>/consents/", registration.consents, name="entry-consents"),
    path("e/<slug:slug>/desk/registration/<number:number>/presence/", registration.presence, name="entry-presence"),
    path("e/<slug:slug>/desk/registration/applications/", applications.applications, name="applications"),
    path("e/<slug:slug>/desk/registration/applications/<number:number>/", applications.application, name="application"),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/approve/",
        applications.approve,
        name="approve-application",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/wait/", applications.wait, name="wait-application"
    ),
    path("e/<slug:slug>/desk/registration/applications/<number:number>/ask/", applications.ask, name="ask-application"),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/decline/",
        applications.decline,
        name="decline-application",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/mail/",
        applications.send_again,
        name="application-mail",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/address/",
        applications.new_address,
        name="application-key",
    ),
    path("e/<slug:slug>/desk/registration/<number:number>/code/", link_code.link_code, name="link-code"),
    path("e/<slug:slug>/desk/registration/units/", registration_units.units, name="units"),
    path("e/<slug:slug>/desk/registration/teams/<number:number>/", registration_units.team, name="team"),
    path("e/<slug:slug>/desk/registration/teams/<number:number>/merge/", registration_units.merge, name="merge-team"),
    path("e/<slug:slug>/desk/registration/private/", keeping.private_data, name="private-data"),
    path("e/<slug:slug>/desk/registration/private/delete/", keeping.delete, name="delete-private-data"),
    path("e/<slug:slug>/desk/registration/lineups/", line_ups.line_ups, name="line-ups"),
    path("e/<slug:slug>/desk/registration/teams/<number:number>/lineup/", line_ups.team_line_up, name="team-line-up"),
    path("e/<slug:slug>/desk/registration/groups/<number:number>/", registration_units.group, name="group"),
    path("e/<slug:slug>/desk/registration/file/", registration_import.upload, name="registration-file"),
    path(
        "e/<slug:slug>/desk/registration/file/<number:preview>/",
        registration_import.preview,
        name="registration-preview",
    ),
    path("e/<slug:slug>/desk/registration/duplicates/", registration_duplicates.duplicates, name="duplicates"),
]
