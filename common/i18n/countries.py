"""Names of countries that django-countries 9 has wrong or outdated in Chinese or Japanese (尼珀尔, グルジア)."""

from django.utils.translation import gettext_lazy as _

#: ISO code -> name.
NAMES = {
    "AS": _("American Samoa"),
    "AW": _("Aruba"),
    "BA": _("Bosnia and Herzegovina"),
    "BL": _("Saint Barthélemy"),
    "BS": _("Bahamas"),
    "BW": _("Botswana"),
    "CD": _("Democratic Republic of the Congo"),
    "CG": _("Congo"),
    "DM": _("Dominica"),
    "GE": _("Georgia"),
    "GF": _("French Guiana"),
    "GG": _("Guernsey"),
    "KG": _("Kyrgyzstan"),
    "KM": _("Comoros"),
    "LR": _("Liberia"),
    "LU": _("Luxembourg"),
    "MK": _("North Macedonia"),
    "ML": _("Mali"),
    "MP": _("Northern Mariana Islands"),
    "MV": _("Maldives"),
    "NP": _("Nepal"),
    "PS": _("Palestine"),
    "RE": _("Réunion"),
    "SJ": _("Svalbard and Jan Mayen"),
    "SR": _("Suriname"),
    "TJ": _("Tajikistan"),
    "TT": _("Trinidad and Tobago"),
    "VG": _("British Virgin Islands"),
    "VI": _("U.S. Virgin Islands"),
    "WS": _("Samoa"),
}
