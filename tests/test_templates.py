"""Rules on templates that djLint (see pyproject.toml) cannot express."""

from tests.support.paths import ROOT

#: Characters of the longest line; a Django tag cannot be broken.
LONGEST = 200


def test_no_line_of_a_template_is_longer_than_200_characters() -> None:
    long_lines = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert long_lines == []
