"""A server that speaks as S3 does: that of the package moto, from the environment of `make clients`."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import certifi
import httpx

from tests.end_to_end.running import await_true
from tests.generated_clients.tools import PYTHON, require_tools
from tests.isolation import environment
from tests.ports import free_port, listens

SECRET = "the-secret-of-the-bucket"


@contextmanager
def s3(folder: Path, bucket: str) -> Iterator[dict[str, str]]:
    """Run the server, with an empty bucket; the variables of the environment by which clients find it.

    Skips the test where it is not installed.
    """
    require_tools()
    port = free_port()
    command = [str(PYTHON), "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with (folder / "s3.log").open("wb") as log:
        server = subprocess.Popen(command, env=environment(), cwd=folder, stdout=log, stderr=log)
    try:
        await_true(lambda: listens(port), folder / "s3.log")
        url = f"http://127.0.0.1:{port}"
        httpx.put(f"{url}/{bucket}").raise_for_status()
        yield {
            "AWS_ENDPOINT_URL": url,
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "SSL_CERT_FILE": certifi.where(),  # the library reads authorities for plain HTTP, too
        }
    finally:
        server.terminate()
        server.wait()
