"""The client's address is the one before the trusted proxies; other parts of the header are ignored."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import Client

from config.addresses import read_proxies
from web.api.interface import THROTTLE
from web.shared.requests.client_address import FORWARDED, ClientAddress, address_key, client_address
from web.shared.requests.devices import device_of
from web.shared.requests.rate_limit import LIMITS, Limit

NETWORKS = "10.0.0.0/8, 127.0.0.1, fd00::/8"


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "client"),
    [
        ("1", "127.0.0.1", "192.0.2.7", "192.0.2.7"),
        ("1", "", "192.0.2.7", "192.0.2.7"),  # a proxy that connects through a socket file
        ("1", "127.0.0.1", "8.8.8.8, 1.1.1.1, 192.0.2.7", "192.0.2.7"),
        ("2", "127.0.0.1", "8.8.8.8, 192.0.2.7, 10.0.0.2", "192.0.2.7"),
        ("2", "127.0.0.1", "192.0.2.7", "192.0.2.7"),
        (NETWORKS, "127.0.0.1", "192.0.2.7", "192.0.2.7"),
        (NETWORKS, "127.0.0.1", "10.9.9.9, 8.8.8.8, 192.0.2.7", "192.0.2.7"),
        (NETWORKS, "127.0.0.1", "8.8.8.8,192.0.2.7,10.0.0.2", "192.0.2.7"),
        (NETWORKS, "fd00::1", "2001:db8::7", "2001:db8::7"),
        # A peer that is not a proxy can write anything.
        (NETWORKS, "192.0.2.66", "8.8.8.8", "192.0.2.66"),
        (NETWORKS, "192.0.2.66", "8.8.8.8, 127.0.0.1", "192.0.2.66"),
        (NETWORKS, "", "8.8.8.8", ""),
        # Formats that proxies write.
        (NETWORKS, "::ffff:127.0.0.1", "::ffff:192.0.2.7", "192.0.2.7"),
        ("1", "127.0.0.1", "192.0.2.7:51234", "192.0.2.7"),
        ("1", "127.0.0.1", "[2001:db8::7]:51234", "2001:db8::7"),
        ("1", "127.0.0.1", '"[2001:DB8:0::7]"', "2001:db8::7"),
        ("1", "127.0.0.1", "fe80::1%eth0", "fe80::1%eth0"),
        # A text that is not an address does not let the client's own text count.
        ("1", "127.0.0.1", "8.8.8.8, unknown", "127.0.0.1"),
        ("1", "127.0.0.1", "8.8.8.8, ", "127.0.0.1"),
        ("1", "127.0.0.1", "8.8.8.8, 192.0.2.7, unix:", "127.0.0.1"),
        ("2", "127.0.0.1", "8.8.8.8, <script>, 10.0.0.2", "10.0.0.2"),
        ("1", "127.0.0.1", "1.2.3.4.5", "127.0.0.1"),
        ("1", "127.0.0.1", "0.0.0.0", "127.0.0.1"),
        ("1", "127.0.0.1", '8.8.8.8, "1.1.1.1, 192.0.2.7', "192.0.2.7"),
        ("1", "127.0.0.1", "," * 5000, "127.0.0.1"),
    ],
)
def test_the_address_before_the_trusted_proxies_is_the_clients(proxies, peer, forwarded, client) -> None:
    assert client_address(peer, forwarded, read_proxies(proxies)) == client


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_limits_count_ipv6_by_its_network(rf, address, key) -> None:
    assert address_key(rf.get("/", REMOTE_ADDR=address)) == key


@pytest.mark.parametrize("text", ["no", "1, 2", "-1", "10.0.0.1/8", "1.5", "10.0.0.0/33"])
def test_an_invalid_proxy_setting_is_refused(text) -> None:
    with pytest.raises(ImproperlyConfigured, match="PINJU_PROXIES is neither a number nor a list of networks"):
        read_proxies(text)


@pytest.mark.parametrize("text", ["", " ", "0", ","])
def test_no_setting_means_no_proxy(text) -> None:
    assert not read_proxies(text)


def sent_from(address: str, peer: str = "127.0.0.1") -> Client:
    return Client(REMOTE_ADDR=peer, **{FORWARDED: address})


def wrong_code(client: Client) -> str:
    return client.post("/t/", {"code": "WRONG2"}).content.decode()


@pytest.fixture
def few(monkeypatch) -> None:
    """Lower the limit of wrong table codes for an address."""
    monkeypatch.setitem(LIMITS, "table", Limit(3, ""))


@pytest.mark.django_db
def test_one_visitor_behind_a_proxy_does_not_lock_out_others(settings, few) -> None:
    settings.PROXIES = read_proxies("127.0.0.1")
    for forged in range(LIMITS["table"].most):
        wrong_code(sent_from(f"203.0.113.{forged}, 192.0.2.66"))
    assert "Too many wrong codes" in wrong_code(sent_from("192.0.2.66"))
    assert "No table has this code" in wrong_code(sent_from("192.0.2.7"))


@pytest.mark.django_db
@pytest.mark.parametrize(("proxies", "peer"), [("", "192.0.2.66"), ("127.0.0.1", "192.0.2.66")])
def test_a_header_from_an_untrusted_peer_is_ignored(settings, few, proxies, peer) -> None:
    settings.PROXIES = read_proxies(proxies)
    for forged in range(LIMITS["table"].most):
        wrong_code(sent_from(f"203.0.113.{forged}", peer))
    assert "Too many wrong codes" in wrong_code(sent_from("198.51.100.1", peer))


@pytest.mark.parametrize("proxies", ["", "127.0.0.1"])
def test_api_limits_count_by_the_same_address(db, settings, monkeypatch, proxies) -> None:
    """The library's throttle takes the whole header as the address, so each forged header would be a new client."""
    settings.PROXIES = read_proxies(proxies)
    monkeypatch.setattr(THROTTLE, "num_requests", 2)
    answers = [
        sent_from(f"203.0.113.{forged}, 192.0.2.66").post("/api/v1/score-hands", [], "application/json")
        for forged in range(3)
    ]
    assert answers[-1].status_code == 429


def test_the_audit_log_keeps_the_clients_address(rf, settings) -> None:
    settings.PROXIES = read_proxies("1")
    request = rf.get("/", headers={"user-agent": "Browser"}, **{FORWARDED: "203.0.113.9, 192.0.2.7"})
    answer = ClientAddress(lambda asked: HttpResponse(device_of(asked)))(request)
    assert answer.content.decode() == "192.0.2.7 Browser"
