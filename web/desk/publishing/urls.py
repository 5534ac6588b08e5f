"""URL patterns of the Desk's pages about publishing online."""

from django.urls import path

from web.desk.publishing import online, receiving, site

urlpatterns = [
    path("e/<slug:slug>/desk/publish/", online.publish, name="publish"),
    path("e/<slug:slug>/desk/publish/test/", online.test, name="publish-test"),
    path("e/<slug:slug>/desk/publish/now/", online.send_now, name="publish-now"),
    path("e/<slug:slug>/desk/publish/stop/", online.stop, name="publish-stop"),
    path("e/<slug:slug>/desk/publish/site/", site.upload, name="site"),
    path("e/<slug:slug>/desk/publish/site/test/", site.test, name="site-test"),
    path("e/<slug:slug>/desk/publish/site/now/", site.upload_now, name="site-now"),
    path("e/<slug:slug>/desk/publish/site/stop/", site.stop, name="site-stop"),
    path("e/<slug:slug>/desk/receive/", receiving.receive, name="receive"),
    path("e/<slug:slug>/desk/receive/tokens/<number:token_id>/revoke/", receiving.revoke, name="receive-revoke"),
    path("e/<slug:slug>/desk/receive/another/", receiving.another_machine, name="receive-another"),
]
