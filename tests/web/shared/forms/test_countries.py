"""The choice of a country, in each language."""

import pytest
from django.conf import settings
from django.utils.translation import override
from django_countries import countries

from tournament.registration.rules.countries import country_code
from tournament.registration.selectors.countries import country_names
from web.shared.forms.fields import country_choices


@pytest.mark.parametrize(
    ("language", "first", "last"), [("zh-hans", "阿尔巴尼亚", "中国"), ("ja", "アイスランド", "北朝鮮")]
)
def test_countries_are_sorted_by_their_names(language: str, first: str, last: str) -> None:
    with override(language):
        names = [name for _code, name in country_choices()]
    assert names[1] == first
    assert names.index("日本") < names.index(last)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_two_countries_have_one_name(language: str) -> None:
    with override(language):
        names = [name.strip() for _code, name in countries]
        assert len(set(names)) == len(names) == len(country_choices()) - 1


@pytest.mark.parametrize("name", ["尼泊尔", "ネパール", "Nepal"])
def test_every_language_names_nepal_rightly(name: str) -> None:
    assert country_code(name, country_names()) == "NP"


@pytest.mark.parametrize(
    ("name", "code"), [("グルジア", "GE"), ("ジョージア", "GE"), ("马其顿", "MK"), ("Macedonia", "MK")]
)
def test_former_names_of_countries_are_recognised(name: str, code: str) -> None:
    assert country_code(name, country_names()) == code


def test_another_code_of_an_event_is_kept() -> None:
    assert country_choices("GER")[1] == ("GER", "Germany")
