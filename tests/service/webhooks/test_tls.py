"""Certificates are checked against the name in the URL, although the request goes to an address."""

import asyncio
import datetime
import ssl
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path

import pytest

from service.webhooks.addresses import Target
from service.webhooks.sending import send
from service.webhooks.sent import Sent

REASON = "cryptography comes with the extra `push`"
x509 = pytest.importorskip("cryptography.x509", reason=REASON)
hashes = pytest.importorskip("cryptography.hazmat.primitives.hashes", reason=REASON)
serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization", reason=REASON)
ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec", reason=REASON)

NAME = "receiver.example"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A file with a certificate for NAME, signed by itself, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = tmp_path / "certificate.pem"
    file.write_bytes(private + made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    return file


def sent(certificate: Path, name: str, trusts: bool) -> Sent:
    """What comes of a request to a server with this certificate under a name."""

    async def ask() -> Sent:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
            await writer.drain()
            writer.close()

        async def loopback(host: str, port: int) -> Sequence[str]:
            return ["127.0.0.1"]

        server_side = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        server_side.load_cert_chain(certificate)
        trusted = ssl.create_default_context(cafile=certificate) if trusts else None
        async with await asyncio.start_server(serve, "127.0.0.1", ssl=server_side) as server:
            target = Target("https", name, server.sockets[0].getsockname()[1], "/")
            return await send(target, {}, b"{}", loopback, [ip_network("127.0.0.0/8")], trusted)

    return asyncio.run(ask())


def test_a_certificate_for_the_name_is_accepted(certificate: Path):
    assert sent(certificate, NAME, trusts=True).status == 204


def test_a_certificate_for_another_name_is_refused(certificate: Path):
    assert sent(certificate, "other.example", trusts=True).error == "tls_failed"


def test_a_certificate_that_nobody_vouches_for_is_refused(certificate: Path):
    assert sent(certificate, NAME, trusts=False).error == "tls_failed"
