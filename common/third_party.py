"""Third-party work: the assets in ``static/`` and the pinned packages, each with its licence."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal, NamedTuple

from packaging.requirements import Requirement


@dataclass(frozen=True, slots=True)
class Asset:
    """An asset that pages or papers use.

    ``licence_file`` lies in ``static/``; ``paths``, relative to ``static/``, are the files and folders it covers.
    """

    name: str
    use: Literal["styles", "fonts", "tiles", "script"]
    licence: str
    holder: str
    source: str
    licence_file: str
    paths: tuple[str, ...]


#: The licence file names Google, the faces name the Noto Project Authors.
NOTO = "The Noto Project Authors, Google"
ASSETS = (
    Asset(
        "Bootstrap 5.3.8",
        "styles",
        "MIT",
        "The Bootstrap Authors",
        "https://getbootstrap.com/",
        "vendor/bootstrap/LICENSE",
        ("vendor/bootstrap",),
    ),
    Asset(
        "Noto Sans, Noto Sans SC, Noto Sans JP, Noto Sans KR, Noto Sans Symbols 2",
        "fonts",
        "OFL-1.1",
        NOTO,
        "https://fonts.google.com/noto",
        "fonts/OFL.txt",
        ("fonts",),
    ),
    Asset(
        "Noto Sans Symbols 2",
        "tiles",
        "OFL-1.1",
        NOTO,
        "https://fonts.google.com/noto",
        "fonts/OFL.txt",
        ("tiles.svg",),
    ),
    Asset(
        "idb",
        "script",
        "ISC",
        "Jake Archibald",
        "https://github.com/jakearchibald/idb",
        "vendor/idb/LICENSE",
        ("vendor/idb",),
    ),
    Asset(
        "htmx",
        "script",
        "0BSD",
        "Big Sky Software",
        "https://htmx.org/",
        "",
        (),
    ),
)

#: Licences of packages whose metadata name none or name it by a text, read in their licence files.
NAMED_BY_HAND = {
    "amqp": "BSD-3-Clause",
    "axe-playwright-python": "MIT",
    "billiard": "BSD-3-Clause",
    "click-plugins": "BSD-3-Clause",
    "django-celery-results": "BSD-3-Clause",
    "django-csp": "BSD-3-Clause",
    "django-tables2": "BSD-2-Clause",
    "defusedxml": "PSF-2.0",
    "import-linter": "BSD-2-Clause",
    "prompt_toolkit": "BSD-3-Clause",
    "PyMahjongGB": "MIT",
    "pytest-django": "BSD-3-Clause",
    "python-dateutil": "Apache-2.0 OR BSD-3-Clause",
    "reportlab": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "sqlparse": "BSD-3-Clause",
    "vine": "BSD-3-Clause",
    "waitress": "ZPL-2.1",
}
#: Licences of packages that only Windows or Python before 3.11.3 needs; elsewhere they are not installed.
ELSEWHERE = {"async-timeout": "Apache-2.0", "colorama": "BSD-3-Clause", "pywin32": "PSF-2.0"}
#: Licences of what builds the one-file program, in an environment of its own.
OF_BUILDING = {
    "altgraph": "MIT",
    "macholib": "MIT",
    "pefile": "MIT",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pyinstaller-hooks-contrib": "Apache-2.0 OR GPL-2.0-or-later",
    "pywin32-ctypes": "BSD-3-Clause",
    "setuptools": "MIT",
}
REQUIREMENTS = (
    "requirements.txt",
    "requirements-server.txt",
    "requirements-test.txt",
    "deploy/one_file/requirements.txt",
)


class Package(NamedTuple):
    """A pinned package; ``licence`` is None where it is not installed and not known."""

    name: str
    version: str
    licence: str | None


def pinned(file: Path) -> Iterator[Package]:
    """Yield the packages that a requirements file pins."""
    for line in file.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        if text and not text.startswith("-"):
            requirement = Requirement(text)
            version = str(requirement.specifier).removeprefix("==")
            yield Package(requirement.name, version, _licence(requirement.name))


def _licence(name: str) -> str | None:
    by_hand = NAMED_BY_HAND | ELSEWHERE | OF_BUILDING
    if name in by_hand:
        return by_hand[name]
    try:
        package_metadata = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    stated = package_metadata.get_all("License-Expression") or package_metadata.get_all("License")
    if stated:
        return str(stated[0])
    classifiers = package_metadata.get_all("Classifier") or []
    licences = [text.rpartition(" :: ")[2] for text in classifiers if text.startswith("License ::")]
    return " OR ".join(licences) or None


HEAD = """# Third-party work

`manage.py third_party` writes this file from `common/third_party.py` and from the metadata of the installed packages.
`tests/common/test_third_party.py` fails when an asset or a pinned package is missing. The licence of Pinju itself is
not decided yet: see `README.md`.

## Bundled assets

Pages and papers use these. The page "About" shows the same list.

| asset | files | licence | holder | source |
|---|---|---|---|---|
"""
OWN = """
The fonts are subsets of the Noto fonts under names of their own (`static/fonts/README.md`). htmx comes with the package
django-htmx and is served from there.

The icons, the seal, the scripts and styles outside `static/vendor`, the searches in `research/` and the charts that
they found were made for Pinju. `scoring/demo/event_open_2018.json` holds the results of a real tournament without the
names of its players. The program follows the rules of the World Mahjong Organization and of federations; their texts
are not bundled.
"""


def third_party_text(root: Path) -> str:
    """Return the text of THIRD-PARTY.md for the checkout at ``root``. Raises LookupError for an unknown licence."""
    lines = [HEAD.rstrip("\n")]
    for asset in ASSETS:
        files = ", ".join(f"`static/{path}`" for path in asset.paths) or "-"
        lines.append(f"| {asset.name} | {files} | {_linked(asset)} | {asset.holder} | {asset.source} |")
    lines.append(OWN.rstrip("\n"))
    titles = (
        "Packages the program runs on",
        "Packages for servers",
        "Packages for tests and checks",
        "Packages that build the one-file program",
    )
    for title, file in zip(titles, REQUIREMENTS, strict=True):
        lines += ["", f"## {title}", "", f"Pinned in `{file}`.", "", "| package | version | licence |", "|---|---|---|"]
        lines += [_row(package) for package in pinned(root / file)]
    return "\n".join(lines) + "\n"


def _linked(asset: Asset) -> str:
    return f"[{asset.licence}](static/{asset.licence_file})" if asset.licence_file else asset.licence


def _row(package: Package) -> str:
    if package.licence is None:
        raise LookupError(f"{package.name}: the licence is unknown; add it to common/third_party.py")
    return f"| {package.name} | {package.version} | {package.licence} |"
