"""The addresses of records, classes, pins and a person's own pages."""

from django.urls import path

from web.pocket.record import apply, event_class, feed, head_to_head, me, missing, my_data, person, pins, register
from web.pocket.sharing import of_record

app_name = "record"
urlpatterns = [
    path("p/<number:pk>/", person.person, name="person"),
    path("p/<number:pk>/picture.png", of_record.person, name="person-picture"),
    path("p/<number:pk>/with/", head_to_head.choose, name="choose-opponent"),
    path("p/<number:pk>/with/<number:other>/", head_to_head.head_to_head, name="head-to-head"),
    path("p/<number:pk>/with/<number:other>/picture.png", of_record.head_to_head, name="head-to-head-picture"),
    path("e/<slug:slug>/class/", event_class.event_class, name="event-class"),
    path("me/", me.me, name="me"),
    path("me/link/", me.link, name="link"),
    path("me/link/mail/", me.ask_by_mail, name="ask-code"),
    path("me/unlink/", me.unlink, name="unlink"),
    path("me/shown/", me.shown, name="shown"),
    path("me/data/", my_data.stored, name="data"),
    path("me/data/data.json", my_data.as_json, name="data-json"),
    path("me/data/data.xlsx", my_data.as_workbook, name="data-xlsx"),
    path("me/certificates/<slug:slug>.pdf", my_data.certificate, name="certificate"),
    path("me/pins/", pins.pins, name="pins"),
    path("me/pins/<slug:kind>-<number:level>.pdf", pins.own_calculation, name="calculation"),
    path("me/pins/apply/", apply.apply, name="apply"),
    path("me/pins/apply/missing/", apply.apply_with_missing, name="apply-missing"),
    path("me/pins/<number:pk>/missing/", missing.add_missing, name="add-missing"),
    path("me/pins/<number:pk>/files/<number:file>/", missing.handed_in, name="handed-in"),
    path("me/pins/<number:pk>/", pins.pin, name="pin"),
    path("me/pins/<number:pk>/withdraw/", pins.withdraw_pin, name="withdraw-pin"),
    path("me/pins/<number:pk>/<slug:name>.pdf", pins.paper, name="pin-paper"),
    path("c/keys.json", register.keys, name="keys"),
    path("c/<slug:code>/", register.check, name="check"),
    path("c/<slug:code>/picture.png", register.check_picture, name="check-picture"),
    path("bodies/<slug:slug>/feed.json", feed.feed, name="feed"),
    path("register/", register.register, name="register"),
]
