"""URL patterns of the Desk's pages about publishing online."""

from django.urls import path

from web.desk.publishing import online, receiving, site

urlpatterns = [
    path("publish/", online.publish, name="publish"),
    path("publish/test/", online.test, name="publish-test"),
    path("publish/now/", online.send_now, name="publish-now"),
    path("publish/stop/", online.stop, name="publish-stop"),
    path("publish/site/", site.upload, name="site"),
    path("publish/site/test/", site.test, name="site-test"),
    path("publish/site/now/", site.upload_now, name="site-now"),
    path("publish/site/stop/", site.stop, name="site-stop"),
    path("receive/", receiving.receive, name="receive"),
    path("receive/tokens/<number:token_id>/revoke/", receiving.revoke, name="receive-revoke"),
    path("receive/another/", receiving.another_machine, name="receive-another"),
]
