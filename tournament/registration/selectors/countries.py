"""The names and codes of countries, for finding one as people write it."""

from functools import cache

from django.utils.translation import override
from django_countries import countries
from django_countries.ioc_data import IOC_TO_ISO

from tournament.registration.rules.cells import key


@cache
def country_names() -> dict[str, str]:
    """Keys of ISO codes of two and three letters, IOC codes and names in the three languages -> the ISO code."""
    codes = [code for code, _name in countries]
    found = {key(ioc): iso for ioc, iso in IOC_TO_ISO.items()}
    found |= {key(countries.alpha3(code)): code for code in codes}
    for language in ("ja", "en", "zh-hans"):
        with override(language):
            found |= {key(str(name)): code for code, name in countries}
    return found | {key(code): code for code in codes}
