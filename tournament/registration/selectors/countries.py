"""Names and codes of countries, to recognise what people write."""

from functools import cache

from django.utils.translation import override
from django_countries import countries
from django_countries.ioc_data import IOC_TO_ISO

from tournament.registration.rules.cells import key


@cache
def country_names() -> dict[str, str]:
    """Return keys of ISO codes of two and three letters, IOC codes and names in the three languages -> ISO code."""
    codes = [code for code, _name in countries]
    names = {key(ioc): iso for ioc, iso in IOC_TO_ISO.items()}
    names |= {key(countries.alpha3(code)): code for code in codes}
    for language in ("ja", "en", "zh-hans"):
        with override(language):
            names |= {key(str(country)): code for code, country in countries}
    return names | {key(code): code for code in codes}
