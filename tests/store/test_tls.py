"""A store whose certificate is not accepted is there all the same: that is a fault of its own."""

import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from redis.exceptions import ConnectionError, OutOfMemoryError, RedisError

from store.faults import fault_of
from store.server import connect

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="there is no openssl")


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A file with a certificate for localhost, signed by itself, and its key."""
    file, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    made = f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout {key} -out {file}"
    names = ("-addext", "subjectAltName=DNS:localhost")
    subprocess.run(["openssl", *made.split(), *names], check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + key.read_bytes())
    return file


@pytest.fixture
def port(certificate: Path) -> Iterator[int]:
    """Of a server with this certificate, which ends each connection that it and the client have agreed on."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    def serve() -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                connection, _ = listener.accept()
                with connection, suppress(OSError):
                    context.wrap_socket(connection, server_side=True).close()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


def fault_at(url: str) -> str:
    client = connect(url, retries=1, seconds=30.0)
    with pytest.raises(RedisError) as caught:
        client.ping()
    return fault_of(caught.value)


def test_a_certificate_of_an_authority_that_is_not_trusted_or_of_another_name_is_told(certificate: Path, port: int):
    assert fault_at(f"rediss://localhost:{port}") == "untrusted"
    assert fault_at(f"rediss://127.0.0.1:{port}?ssl_ca_certs={certificate}") == "untrusted"


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "rediss://127.0.0.1:1", "cluster+tls://127.0.0.1:1"])
def test_a_fault_that_comes_while_another_of_tls_is_handled_is_told_as_what_it_is(port: int, url: str):
    try:
        with socket.create_connection(("localhost", port)) as plain:
            ssl.create_default_context().wrap_socket(plain, server_hostname="localhost")
    except ssl.SSLError:
        assert fault_at(url) == "gone"
        assert fault_at(f"rediss://localhost:{port}") == "untrusted"


def test_an_answer_that_comes_while_a_fault_of_tls_is_handled_is_told_as_what_it_is():
    error = OutOfMemoryError("command not allowed")
    error.__context__ = ssl.SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED]")
    assert fault_of(error) == "no_memory"
    closed = ConnectionError("Connection closed by server.")
    closed.__context__ = error.__context__
    assert fault_of(closed) == "gone"


def test_a_cluster_whose_certificate_is_not_trusted_is_told_as_a_single_server_is(port: int):
    assert fault_at(f"cluster+tls://localhost:{port}") == "untrusted"


def test_a_server_that_ends_its_connections_is_gone_with_tls_as_without(certificate: Path, port: int):
    assert fault_at(f"rediss://localhost:{port}?ssl_ca_certs={certificate}") == "gone"
