"""The page about the program."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from common.third_party import ASSETS
from config.version import VERSION
from tests.web.pocket.conftest import page_text

pytestmark = pytest.mark.django_db


def test_about_page_shows_version_and_licence_of_each_asset(public: Client) -> None:
    text = page_text(public, "/about/")
    assert f"Version {VERSION}" in text
    for asset in ASSETS:
        assert f"{asset.name} {asset.holder} · {asset.licence}" in text


def test_licence_files_are_served(public: Client) -> None:
    page = public.get("/about/").content.decode()
    links = re.findall(r'href="/static/([^"]+(?:LICENSE|OFL)[^"]*)"', page)
    assert len(links) == len([asset for asset in ASSETS if asset.licence_file])
    assert all(finders.find(asset.licence_file) for asset in ASSETS if asset.licence_file)


def test_footer_links_to_the_about_page(public: Client) -> None:
    foot = public.get("/").content.decode().split("<footer")[1]
    assert 'href="/about/"' in foot
