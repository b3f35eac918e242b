"""The renderer of the page (dom.js) in a real document: what is drawn again stays the same element."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.end_to_end.running import Running
from tests.web.visits import visits_to

DRAWING = """async (steps) => {
    const app = document.querySelector('script[type="module"]').src;
    const { h, patch } = await import(new URL("dom.js", app));
    const root = document.createElement("div");
    document.body.append(root);
    const node = (each) => typeof each === "string" ? each : h(each[0], each[1], ...each.slice(2).map(node));
    const draw = (nodes) => patch(root, ...nodes.map(node));
    %s
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, running: Running) -> Iterator[Page]:
    """One page for all these tests: each draws in a place of its own."""
    with visits_to(browser, running.url) as visits:
        yield visits.open("/")


def run(page: Page, body: str, steps: list[Any]) -> Any:
    """What the body answers. It draws the steps, each a list of nodes `[tag, props, *children]`."""
    return page.evaluate(DRAWING % body, steps)


def items(*keys: str) -> list[Any]:
    return [["li", {"key": key}, key] for key in keys]


@pytest.mark.parametrize("after", ["cab", "abc", "cba", "bxa", "xyz", "a", "", "adbec"])
def test_elements_with_keys_stay_the_same_when_they_move(after: str, page: Page):
    body = """
        draw(steps[0]);
        const before = new Map([...root.children].map((each) => [each.textContent, each]));
        draw(steps[1]);
        const isSame = (each) => !before.has(each.textContent) || before.get(each.textContent) === each;
        return [...root.children].map((each) => [each.textContent, isSame(each)]);
    """
    assert run(page, body, [items(*"abc"), items(*after)]) == [[key, True] for key in after]


def test_the_focus_stays_on_an_element_that_moves(page: Page):
    fields = [["input", {"key": key, "id": key}] for key in "abc"]
    body = """
        draw(steps[0]);
        const focused = root.children[2];
        focused.focus();
        draw(steps[1]);
        return [document.activeElement === focused, root.firstChild === focused];
    """
    assert run(page, body, [fields, fields[::-1]]) == [True, True]


def test_what_a_person_has_typed_stays(page: Page):
    body = """
        draw(steps[0]);
        root.querySelector("input").value = "typed";
        draw(steps[1]);
        return [root.querySelector("input").value, root.querySelector("p").textContent];
    """
    steps = [[["input", {}], ["p", {}, "one"]], [["input", {}], ["p", {}, "two"]]]
    assert run(page, body, steps) == ["typed", "two"]


def test_what_a_person_has_unfolded_stays_before_the_screen_hears_of_it(page: Page):
    """The browser tells of it some time later, and a drawing may come before."""
    body = """
        draw(steps[0]);
        root.querySelector("summary").click();
        draw(steps[0]);
        const isKept = root.firstChild.open;
        draw(steps[1]);
        draw(steps[0]);
        return [isKept, root.firstChild.open];
    """
    folded, unfolded = ([["details", {"open": is_open}, ["summary", {}, "more"]]] for is_open in (False, True))
    assert run(page, body, [folded, unfolded]) == [True, False]


def test_attributes_that_are_no_longer_given_go(page: Page):
    body = """
        draw(steps[0]);
        draw(steps[1]);
        const { attributes, style } = root.firstChild;
        const found = [...attributes].filter(({ name }) => name !== "style").map(({ name, value }) => [name, value]);
        return [found, style.color, style.top];
    """
    steps = [
        [["p", {"title": "old", "hidden": True, "style": {"color": "red", "top": "1px"}}]],
        [["p", {"lang": "en", "hidden": False, "style": {"top": "2px"}}]],
    ]
    assert run(page, body, steps) == [[["lang", "en"]], "", "2px"]


def test_text_with_markup_stays_text(page: Page):
    body = "draw(steps[0]); return [root.textContent, root.querySelectorAll('*').length];"
    markup = "<img src=x onerror=alert(1)>"
    assert run(page, body, [[["p", {"title": "<b>"}, markup]]]) == [markup, 1]


def test_a_child_that_comes_and_goes_leaves_the_others_alone(page: Page):
    body = """
        draw(steps[0]);
        const last = root.lastChild;
        draw(steps[1]);
        const kept = root.lastChild === last;
        draw(steps[0]);
        return [kept, root.lastChild === last, root.textContent];
    """
    few = [["p", {"key": "a"}, "a"], ["p", {"key": "z"}, "z"]]
    many = [few[0], ["section", {"key": "new"}, "new"], few[1]]
    assert run(page, body, [few, many]) == [True, True, "az"]


def test_a_list_draws_the_same_from_whatever_was_there(page: Page):
    """Random lists, with keys and without, one drawn over the other."""
    body = """
        let seed = 1;
        const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
        const element = () => h(["p", "b", "i"][random(3)], random(2) ? { key: random(9) } : {}, String(random(99)));
        const some = () => Array.from({ length: random(8) }, () => (random(3) ? element() : String(random(99))));
        const isFirst = ({ key }, at, all) => key === undefined || all.findIndex((each) => each.key === key) === at;
        for (let turn = 0; turn < 500; turn++) {
            const nodes = some().filter(isFirst);
            patch(root, nodes);
            const fresh = document.createElement("div");
            patch(fresh, nodes);
            if (fresh.innerHTML !== root.innerHTML) return [fresh.innerHTML, root.innerHTML];
        }
        return "the same";
    """
    assert run(page, body, []) == "the same"
