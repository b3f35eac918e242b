"""Which URLs and IP addresses webhooks may call."""

from ipaddress import ip_network

import pytest

from service.webhooks.addresses import BadUrl, Target, may_call, parse_url

REFUSED_ADDRESSES = {
    "0.0.0.0": "unspecified",
    "10.1.2.3": "private",
    "100.100.100.200": "shared, metadata of a cloud",
    "127.0.0.1": "loopback",
    "127.255.255.254": "loopback",
    "168.63.129.16": "metadata of a cloud",
    "169.254.169.254": "metadata of most clouds",
    "172.31.255.255": "private",
    "192.0.0.192": "metadata of a cloud",
    "192.168.0.1": "private",
    "198.19.0.1": "measurements",
    "203.0.113.1": "documentation",
    "224.0.0.1": "multicast",
    "240.0.0.1": "reserved",
    "255.255.255.255": "broadcast",
    "::": "unspecified",
    "::1": "loopback",
    "::ffff:127.0.0.1": "mapped IPv4",
    "::ffff:8.8.8.8": "mapped IPv4, whatever it maps",
    "::127.0.0.1": "compatible IPv4",
    "64:ff9b::7f00:1": "NAT64",
    "64:ff9b:1::1": "local NAT64",
    "100::1": "discard",
    "2001::1": "Teredo",
    "2001:db8::1": "documentation",
    "2002:7f00:1::": "6to4",
    "fc00::1": "private",
    "fd00:ec2::254": "metadata of a cloud",
    "fe80::1": "link-local",
    "fe80::1%eth0": "link-local with a zone",
    "fec0::1": "site-local",
    "ff02::1": "multicast",
}
PUBLIC_ADDRESSES = (
    "1.1.1.1",
    "8.8.8.8",
    "172.32.0.1",
    "192.0.1.1",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450::1",
)


@pytest.mark.parametrize("address", REFUSED_ADDRESSES)
def test_special_addresses_are_refused(address: str):
    assert not may_call(address)


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES)
def test_public_addresses_may_be_called(address: str):
    assert may_call(address)


def test_the_operator_may_allow_networks_and_only_these():
    allowed = [ip_network("127.0.0.0/8"), ip_network("fd00::/8")]
    assert may_call("127.0.0.1", allowed)
    assert may_call("fd00::1", allowed)
    assert not may_call("10.0.0.1", allowed)
    assert not may_call("::ffff:127.0.0.1", allowed), "list this form, too, to allow it"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1",
        "http://127.0.0.1./",
        "http://127.1",
        "http://2130706433",
        "http://017700000001",
        "http://0177.0.0.1",
        "http://0x7f.1",
        "http://0x7f000001/",
        "http://0",
        "http://[::1]",
        "http://[::ffff:127.0.0.1]",
        "http://[::ffff:7f00:1]",
        "http://[fe80::1%25eth0]",
        "http://[2606:4700::1111%25lo]",
        "http://[v1.a]",
        "http://[::1",
        "http://169.254.169.254/latest/meta-data",
        "https://example.org.",
        "https://.example.org",
        "https://ex_ample-.org",
        "https://exa mple.org",
        "https://example.org\\@127.0.0.1/",
        "https://example.org@127.0.0.1/",
        "https://user@example.org",
        "https://user:password@example.org",
        "https://@example.org",
        "https://example.org:25",
        "https://example.org:0",
        "https://example.org:65536",
        "https://example.org:x",
        "https://example.org/#fragment",
        "https://example.org/\n",
        "https://example.org/é",
        "https://пример.рф",
        "https:///path",
        "https:example.org",
        "//example.org",
        "ftp://example.org",
        "file:///etc/passwd",
        "gopher://example.org",
        "javascript:alert(1)",
        "example.org",
        "",
        f"https://{'a' * 64}.org",
        f"https://{'a.' * 127}org",
        f"https://example.org/{'a' * 2000}",
    ],
)
def test_unusual_urls_and_those_of_private_addresses_are_refused(url: str):
    with pytest.raises(BadUrl):
        parse_url(url)


@pytest.mark.parametrize(
    ("url", "target", "origin"),
    [
        ("https://example.org", Target("https", "example.org", 443, "/"), "https://example.org"),
        ("HTTPS://Example.ORG:443/a?b=c", Target("https", "example.org", 443, "/a?b=c"), "https://example.org"),
        ("http://xn--e1afmkfd.xn--p1ai:8080/", Target("http", "xn--e1afmkfd.xn--p1ai", 8080, "/"), None),
        ("http://1.1.1.1/%20", Target("http", "1.1.1.1", 80, "/%20"), "http://1.1.1.1"),
        (
            "https://[2606:4700::1111]:8443/",
            Target("https", "2606:4700::1111", 8443, "/"),
            "https://[2606:4700::1111]:8443",
        ),
    ],
)
def test_usual_urls_are_read(url: str, target: Target, origin: str | None):
    assert parse_url(url) == target
    assert origin in (None, target.origin)
