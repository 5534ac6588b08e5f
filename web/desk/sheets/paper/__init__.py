"""Typing a paper sheet: hands, totals, penalties and signatures, and the second entry of the totals."""
