"""The page that a host of agents shows beside an answer: it greets its host, and shows a view as a table."""

from typing import Any

from playwright.sync_api import Browser

from service.api.description.operations import RECORDED_BODIES
from service.run.up import ROOT

TABLE = (ROOT / "service" / "api" / "mcp" / "table.html").read_text("utf-8")
HOST = """
<iframe sandbox="allow-scripts"></iframe>
<script>
window.told = [];
addEventListener("message", ({ data, source }) => {
  told.push(data.method);
  if (data.method === "ui/initialize") source.postMessage({ jsonrpc: "2.0", id: data.id, result: {} }, "*");
});
</script>
"""
TELL = """(answer) => document.querySelector("iframe").contentWindow.postMessage(
  { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: answer }, "*")"""


def test_a_host_tells_an_answer_and_the_table_appears(browser: Browser):
    page = browser.new_page()
    errors: list[Any] = []

    def note(error: Any) -> None:
        errors.append(error)

    page.on("pageerror", note)
    page.set_content(HOST)
    page.evaluate('(text) => { document.querySelector("iframe").srcdoc = text; }', TABLE)
    page.wait_for_function('told.includes("ui/notifications/initialized")')
    view: Any = RECORDED_BODIES["getGame-200"]
    page.evaluate(TELL, {"content": [], "structuredContent": {"view": view, "replay": None}})
    table = page.frame_locator("iframe")
    table.get_by_role("heading", name="Round 1, planning").wait_for()
    seats = table.locator("section").all_inner_texts()
    assert ["Ada (you)" in seats[0], "Ben" in seats[1]] == [True, True]
    page.wait_for_function('told.includes("ui/notifications/size-changed")')
    assert errors == []
    page.close()
