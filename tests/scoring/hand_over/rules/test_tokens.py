"""The token that is made from the key of a hand-over."""

from scoring.hand_over.rules.tokens import network_token


def test_each_key_has_its_token_which_does_not_show_it() -> None:
    token = network_token("ABCD-EFGH")
    assert token == "184c27df6c08ed29ff06db5d0c5fbf98b66766612c7bef8aee317dc4594ce17f"
    assert network_token("ABCD-EFGJ") != token
