"""Each bundled asset and each pinned package is listed with its licence."""

import re

import pytest

from common.third_party import ASSETS, REQUIREMENTS, pinned, third_party_text
from tests.support.paths import ROOT

TEXT = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", REQUIREMENTS)
def test_each_pinned_package_is_listed_with_its_version_and_licence(file: str) -> None:
    rows = re.findall(r"^\| (\S+) \| (\S+) \| (\S.*) \|$", TEXT, re.MULTILINE)
    listed = {name: (version, licence) for name, version, licence in rows}
    packages = list(pinned(ROOT / file))
    assert len(packages) > 5
    for package in packages:
        version, licence = listed[package.name]
        assert version == package.version, package.name
        assert package.licence in (licence, None), package.name


def test_the_list_equals_the_output_of_the_command() -> None:
    try:
        expected = third_party_text(ROOT)
    except LookupError as error:
        pytest.skip(f"not every package is installed here: {error}")
    assert expected == TEXT, "run manage.py third_party"


def test_each_vendored_folder_and_font_belongs_to_an_asset_with_its_licence_file() -> None:
    static = ROOT / "static"
    covered = {path for asset in ASSETS for path in asset.paths}
    assert {f"vendor/{folder.name}" for folder in (static / "vendor").iterdir()} <= covered
    assert "fonts" in covered
    assert {asset.licence_file for asset in ASSETS if asset.paths} >= {
        str(file.relative_to(static)) for file in static.rglob("*") if file.name in ("LICENSE", "OFL.txt")
    }
    for asset in ASSETS:
        assert all((static / path).exists() for path in asset.paths)
        assert not asset.licence_file or (static / asset.licence_file).is_file()
