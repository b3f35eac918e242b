"""Agents over a whole service: the guide's program plays a whole game with the official client, in both eras."""

import asyncio
import os
import re
import subprocess
import sys

import pytest
from httpx2 import AsyncClient
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import wonderful_client
from service.run.up import ROOT
from tests.end_to_end.running import PATIENCE_SECONDS, Json, Running

GUIDE = (ROOT / "docs" / "agents.md").read_text("utf-8")
[PROGRAM] = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def token(running: Running) -> str:
    """The token of a new account, as the guide says."""
    with wonderful_client.Client(running.url) as client:
        client.register_player(name="Marvin", kind="bot")
        return str(client.create_token(name="agent", scopes=["read", "play", "bot"])["token"])


def test_the_program_of_the_guide_plays_a_whole_game(running: Running, token: str):
    environ = os.environ | {"WONDERFUL_URL": running.url, "WONDERFUL_TOKEN": token}
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        check=False,
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(r"Marvin \d+\n\S+ \d+\n", ended.stdout), ended.stdout


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_official_client_meets_all_that_the_service_offers(mode: str, running: Running, token: str):
    async def meet() -> tuple[str | None, Json]:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(f"{running.url}/mcp", http_client=http), mode=mode) as agent,
        ):
            tools = (await agent.list_tools()).tools
            readables = (await agent.list_resources()).resources
            prompts = (await agent.list_prompts()).prompts
            texts = [(await agent.read_resource(str(each.uri))).contents[0] for each in readables]
            taught = await agent.get_prompt(prompts[0].name)
            refused = await agent.call_tool("view", {"game": "nowhere"})
            position = await agent.call_tool("join", {"against": ["random"]})
            given = position.structured_content
            assert given is not None
            acted = await agent.call_tool("act", {"game": given["game"], "intentions": [given["legal"][0]]})
            assert len(tools) == 8
            assert len(texts) == len(readables) == 3
            assert taught.messages
            assert refused.is_error
            assert not acted.is_error
            return agent.protocol_version, given

    version, given = asyncio.run(meet())
    assert version == {"auto": "2026-07-28", "legacy": "2025-11-25"}[mode]
    assert given["your_turn"]
