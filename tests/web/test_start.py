"""How people begin, meet and come back: start, join links, rooms, lobby, the own account, and the inbox."""

import re
from hashlib import sha256

import pytest
from playwright.sync_api import Page, Route, expect

from service.limits.proof import leading_zero_bits
from tests.end_to_end.running import await_true
from tests.web.visits import DESKTOP, PHONE, Json, Visits, assert_accessible, assert_no_sideways_scrolling, await_screen
from wonderful_client import Client, Problem

REFUSED = [r"status of 40[0-9]", r"status of 422"]
"""The browser itself writes on the console what the service refuses."""
TABLE = re.compile(r"/games/\w+$")
COVERED = """() => [...document.querySelectorAll(".stage-card .card-name")].filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return [...range.getClientRects()].some(({ left, right, top, bottom }) => [left + 1, right - 1].some((x) =>
        document.elementFromPoint(x, (top + bottom) / 2)?.closest(".stage-card") !== name.closest(".stage-card")));
}).map((name) => name.textContent)"""
NAMES = {
    "markup, right to left": "<img src=x onerror=alert(1)> عمر \u202eabc",
    "a long word": "W" * 40,
    "emoji": "👑" * 40,
    "joiners": "👩\u200d🚀 علی\u200cرضا",
}


def await_refusal(client: Client) -> None:
    """Wait until the token of a client counts no more: each web process hears of it in its own time."""

    def is_refused() -> bool:
        try:
            client.get_me()
        except Problem as problem:
            return problem.status == 401
        return False

    await_true(is_refused)


def open_table(page: Page, name: str | None = None) -> str:
    """Open a private table for three with one bot. The join link."""
    if name:
        page.get_by_label("Your name").fill(name)
    people = page.locator("section").filter(has=page.get_by_role("heading", name="Play with people"))
    people.get_by_text("Play with people").click()
    people.get_by_role("group", name="Bots among them").get_by_label("1", exact=True).check()
    people.get_by_role("button", name="Open a table").click()
    link = page.locator(".link-text")
    link.wait_for()
    return link.inner_text()


def game_against_a_bot(visits: Visits, account: Json) -> str:
    """The id of a game that waits for the account."""
    client = visits.client(account)
    game: str = client.open_game(seats=2, bots=["greedy"])["id"]
    client.start_game(game)
    return game


def test_a_name_and_one_click_lead_to_a_table_with_bots(visits: Visits):
    page = visits.open()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(TABLE)
    expect(page.locator(".zone.hand .card")).to_have_count(7)


def test_the_page_proves_work_when_the_service_asks_for_it(visits: Visits):
    challenge, proofs = f"10.1.{'x' * 60}", list[Json]()

    def ask(route: Route) -> None:
        body = route.request.post_data_json
        if "proof" in body:
            proofs.append(body["proof"])
            route.fulfill(json=visits.register("Ada"), status=201)
        else:
            problem = {"code": "proof_required", "detail": "send a proof of work"}
            route.fulfill(json=problem, status=403, content_type="application/problem+json")

    page = visits.open(allow=REFUSED)
    page.route("**/v1/players", ask)
    page.route("**/v1/registration", lambda route: route.fulfill(json={"challenge": challenge, "bits": 10}))
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(TABLE)
    [proof] = proofs
    assert proof["challenge"] == challenge
    assert leading_zero_bits(sha256(f"{challenge}.{proof['nonce']}".encode()).digest()) >= 10


@pytest.mark.verify
def test_a_card_is_built_before_the_eyes_of_a_visitor_unless_nothing_is_to_move(visits: Visits):
    moving = visits.open("/")
    filled = moving.locator(".stage-card .card-cost .cube:not(.space)")
    expect(moving.locator(".stage-card")).to_have_count(3)
    count = filled.count()
    expect(filled).not_to_have_count(count)
    still = visits.open("/", reduced_motion="reduce")
    ada = visits.register("Ada")
    game_against_a_bot(visits, ada)
    hidden = visits.open("/", ada, **PHONE)
    expect(hidden.locator(".known .stage")).to_be_hidden()
    pages = (still, hidden)
    for page in pages:
        expect(page.locator(".stage-card")).to_have_count(3)
    before = [page.locator(".stage").inner_html() for page in pages]
    still.wait_for_timeout(2000)
    assert [page.locator(".stage").inner_html() for page in pages] == before


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_look_shows_cards_and_the_one_button_without_scrolling(device: Json, visits: Visits):
    page = visits.open("/", **device)
    expect(page.locator(".stage-card").nth(1)).to_be_in_viewport(ratio=0.9999)  # of fractions of pixels
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=1)
    assert [button.inner_text() for button in page.locator("main .button:visible").all()] == ["Play"]


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_card_of_the_first_look_covers_the_name_of_another(device: Json, visits: Visits):
    page = visits.open("/", reduced_motion="reduce", **device)
    expect(page.locator(".stage-card .card-name")).to_have_count(3)
    assert page.evaluate(COVERED) == []


@pytest.mark.verify
def test_a_game_alone_is_three_taps_away_on_a_phone(visits: Visits):
    page = visits.open("/", visits.register("Ada"), **PHONE)
    for mode in ("Solo", "Scenario"):
        page.get_by_text("Change", exact=True).click()
        page.get_by_label(mode, exact=True).check()
        page.locator("form").get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url(TABLE)
        expect(page.locator(".zone.hand .card")).to_have_count(5)
        expect(page.get_by_role("button", name="Everyone")).to_have_count(0)  # there is nobody else
        expect(page.get_by_role("button", name="Say")).to_have_count(0)
        page.goto("/")
        await_screen(page)


DENY = """
const denied = () => new DOMException("denied", "SecurityError");
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw denied(); } });
window.BroadcastChannel = function () { throw denied(); };
if (navigator.locks) LockManager.prototype.request = LockManager.prototype.query = () => Promise.reject(denied());
"""
"""A browser that blocks cookies denies all of this (Firefox the channel, too)."""
REFUSE = {
    "denies": DENY,
    "has no room": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    "drops": "Storage.prototype.setItem = () => {}",
}
"""What browsers do that store nothing."""


@pytest.mark.usual("denies")
@pytest.mark.parametrize("script", REFUSE.values(), ids=list(REFUSE))
def test_a_browser_that_stores_nothing_says_before_and_after_that_the_account_will_be_lost(script: str, visits: Visits):
    context = visits.profile(**PHONE)
    context.add_init_script(script)
    page = context.new_page()
    page.goto("/")
    await_screen(page)
    expect(page.get_by_text("This browser stores nothing for this page")).to_be_visible()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".zone.hand .card")).to_have_count(7)
    notice = page.get_by_text("This browser does not store your account")
    expect(notice).to_be_visible()
    assert_accessible(page)
    assert_no_sideways_scrolling(page)
    page.get_by_role("link", name="Save the account").click()
    code = page.locator(".recovery .link-text")
    expect(code).to_have_text(re.compile(r"^(\w{5}-){4}\w{5}$"))
    handle = page.get_by_label("Handle", exact=True).first.get_attribute("placeholder")
    known = {"player": f"@{handle}", "code": code.inner_text()}
    page.goto("/")
    await_screen(page)
    expect(page.get_by_label("Your name")).to_be_visible()  # the account is gone here
    with Client(visits.url) as client:
        assert client.recover_player(known)["name"] == "Ada"


def test_a_browser_that_stores_the_account_says_nothing_of_the_kind(visits: Visits):
    page = visits.open()
    expect(page.locator(".notice")).to_have_count(0)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".zone.hand .card")).to_have_count(7)
    expect(page.locator(".notice")).to_have_count(0)


def test_a_name_that_does_not_do_is_told_in_words_before_anything_is_sent(visits: Visits):
    page = visits.open()
    for name in ("", "x" * 41, "👑" * 500):
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Your name").blur()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("name")
        expect(page.get_by_label("Your name")).to_be_focused()
        assert page.evaluate("localStorage.getItem('wonderful.account')") is None


def test_a_name_that_the_service_refuses_is_told_at_the_field(visits: Visits):
    page = visits.open(allow=REFUSED)
    for name in ("A former player", "\u2800"):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("choose another")
        expect(page.get_by_label("Your name")).to_be_focused()
    assert page.evaluate("localStorage.getItem('wonderful.account')") is None


@pytest.mark.usual("a long word", "markup")
@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
def test_whatever_people_call_themselves_stays_a_text_that_fits(name: str, visits: Visits):
    page = visits.open(**PHONE)
    open_table(page, name)
    expect(page.locator(".seat-who bdi").first).to_have_text(name.replace("\u202e", ""))
    assert_no_sideways_scrolling(page)
    page.goto("/")
    await_screen(page)
    assert_no_sideways_scrolling(page)


def test_the_host_changes_seats_and_bots_and_others_see_it_at_once(visits: Visits):
    ada = visits.open()
    code = open_table(ada, "Ada").rsplit("/", 1)[1]
    game, ben = ada.url.rsplit("/", 1)[1], visits.register("Ben")
    visits.client(ben).take_seat(game, code=code)
    guest = visits.open(f"/games/{game}", ben)
    expect(guest.locator(".seat-row")).to_have_count(3)
    expect(guest.get_by_role("button", name="Add a seat")).to_have_count(0)
    expect(ada.get_by_role("button", name="Add a bot")).to_have_count(0)  # no seat is free
    expect(ada.get_by_role("button", name="Take a seat away")).to_have_count(0)
    for count in (4, 5):
        ada.get_by_role("button", name="Add a seat").click()
        for page in (ada, guest):
            expect(page.locator(".seat-row")).to_have_count(count)
    expect(ada.get_by_role("button", name="Add a seat")).to_have_count(0)
    ada.get_by_label("How strong the bots are").select_option("random")
    ada.get_by_role("button", name="Add a bot").click()
    expect(guest.locator(".seat-row.free")).to_have_count(1)
    ada.get_by_role("button", name="Take a seat away").click()
    for page in (ada, guest):
        expect(page.locator(".seat-row")).to_have_count(4)
    expect(guest.get_by_text("One more player")).to_have_count(0)
    for count in (3, 2):
        ada.locator(".seat-row", has_text="bot").get_by_role("button", name="Remove").first.click()
        ada.get_by_role("button", name="Take a seat away").click()
        expect(ada.locator(".seat-row")).to_have_count(count)  # a seat that is gone moves those behind it
    expect(guest.locator(".seat-row")).to_have_count(2)
    assert_accessible(ada)
    ada.get_by_role("button", name="Start the game").click()
    expect(guest.locator(".zone.hand .card")).to_have_count(10)  # as two players get


@pytest.mark.verify
def test_a_table_that_never_played_offers_no_rematch(visits: Visits):
    ada = visits.register("Ada")
    game = visits.client(ada).open_game(seats=2, open_seconds=10)["id"]
    page = visits.open(f"/games/{game}", ada)
    expect(page.locator(".end-headline")).to_have_text("The game ends without a result: it did not start in time.")
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)


def test_the_host_removes_somebody_and_the_seat_is_free_again(visits: Visits):
    ada, ben = visits.open(), visits.register("Ben")
    code = open_table(ada, "Ada").rsplit("/", 1)[1]
    game = ada.url.rsplit("/", 1)[1]
    visits.client(ben).take_seat(game, code=code)
    ada.get_by_role("button", name="Remove Ben from the table").click()
    expect(ada.locator(".seat-row.free")).to_have_count(1)


def test_who_is_removed_is_told_so_and_comes_to_the_lobby(visits: Visits):
    ada, ben = visits.open(), visits.profile(visits.register("Ben"), allow=REFUSED).new_page()
    link = open_table(ada, "Ada")
    ben.clock.install()
    ben.goto(f"/join/{link.rsplit('/', 1)[1]}")
    ben.get_by_role("button", name="Take a seat").click()
    ben.locator(".seat-row.own, .room").first.wait_for()
    ben.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")  # he looks at something else
    ben.clock.run_for(10_000)  # no tab asks any more whether another one reads
    ada.get_by_role("button", name="Remove Ben from the table").click()
    expect(ben.locator("#told")).to_contain_text("the host removed you")
    ben.wait_for_url("**/lobby")


def test_a_join_link_that_leads_nowhere_says_why(visits: Visits):
    profile = visits.profile(visits.register("Ada"), allow=REFUSED)
    for code in ("ZZZZZZZZZZ", "unknown0"):
        page = profile.new_page()
        page.goto(f"/join/{code}")
        expect(page.get_by_role("alert")).to_contain_text("no open table")
        expect(page.get_by_role("link", name="Find another table")).to_be_visible()


def test_the_own_join_link_leads_to_the_table_after_the_start(visits: Visits):
    ada = visits.register("Ada")
    view = visits.client(ada).open_game(seats=2, bots=["greedy"], visibility="private")
    visits.client(ada).start_game(view["id"])
    page = visits.open(f"/join/{view['code']}", ada)
    page.wait_for_url(TABLE)
    assert page.url.endswith(view["id"])
    expect(page.locator(".zone.hand .card")).to_have_count(10)


def test_an_open_table_is_in_the_lobby_unless_filtered_out_and_joined_with_one_tap(visits: Visits):
    ada = visits.register("Ada")
    client = visits.client(ada)
    game = client.open_game(seats=2, name="Only on side B", side="B")["id"]
    client.start_game(client.open_game(seats=1, scenario="SC02", name="Alone")["id"])
    page = visits.open("/lobby", visits.register("Ben"))
    friday, alone = (page.locator(".table-item").filter(has_text=name) for name in ("Only on side B", "Alone"))
    expect(friday).not_to_have_count(0)
    expect(alone).not_to_have_count(0)
    page.get_by_label("A", exact=True).check()
    expect(friday).to_have_count(0)
    page.get_by_label("Games").select_option("Scenario")
    expect(alone).not_to_have_count(0)
    page.get_by_label("Games").select_option("With others")
    expect(alone).to_have_count(0)
    page.get_by_label("B", exact=True).check()
    friday.first.get_by_role("button", name="Take a seat").click()
    page.wait_for_url(TABLE)
    assert page.url.endswith(game) or page.locator(".room").is_visible()


def test_the_lobby_goes_on_when_a_proxy_had_no_answer(visits: Visits):
    page = visits.profile(visits.register("Ben"), allow=[r"status of 502"]).new_page()
    page.route("**/v1/games?*", lambda route: route.fulfill(status=502, body="bad gateway"), times=2)
    page.goto("/lobby")
    await_screen(page)
    visits.client(visits.register("Ada")).open_game(seats=2, name="After the restart")
    expect(page.locator(".table-item").filter(has_text="After the restart")).to_have_count(1)


def test_a_table_of_the_lobby_shows_who_sits_around_it_and_a_tap_on_an_empty_chair_takes_it(visits: Visits):
    ada, name = visits.register("Ada"), "Two empty chairs"
    game = visits.client(ada).open_game(seats=4, bots=["greedy"], name=name)["id"]
    page = visits.open("/lobby", visits.register("Ben"))
    table = page.locator(".table-item").filter(has_text=name)
    chairs = table.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(chairs).to_have_count(4)
    names = [each.locator(".chair-name").inner_text() for each in chairs.all()]
    assert names == ["Ada", "Free seat", "Free seat", "Normal bot"]
    assert_accessible(page)
    chairs.nth(2).click()
    page.wait_for_url(re.compile(game))
    expect(page.locator(".seat-row").filter(has_text="Ben")).to_have_count(1)
    page.goto("/lobby")
    expect(table.locator(".chair.mine")).to_have_text(re.compile("Ben"))
    chairs.nth(2).click()  # for those who sit there it is a picture
    expect(table.get_by_role("link", name="Look")).to_be_visible()


def test_who_finds_no_table_in_the_lobby_opens_one_there_for_everybody(visits: Visits):
    ada = visits.register("Ada")
    page = visits.open("/lobby", ada)
    page.get_by_role("heading", name="Open a table").click()
    assert_accessible(page)
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url(TABLE)
    assert visits.client(ada).get_game(page.url.rsplit("/", 1)[1])["visibility"] == "public"


def test_the_badge_and_the_start_page_tell_what_waits_while_they_are_open(visits: Visits):
    ada = visits.register("Ada")
    page = visits.open("/", ada)
    expect(page.locator(".badge")).to_have_count(0)
    game = game_against_a_bot(visits, ada)
    expect(page.get_by_role("link", name="1 game waits for you")).to_be_visible()
    row = page.locator(".game-row.your_turn")
    expect(row).to_contain_text("Your turn: With 1 bot")
    row.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile(game))


def test_an_invitation_is_accepted_with_one_tap(visits: Visits):
    ada, ben = visits.register("Ada"), visits.register("Ben")
    page = visits.open("/", ben)
    visits.client(ada).open_game(seats=2, visibility="private", invited=[ben["id"]])
    row = page.locator(".game-row.invitation")
    expect(row).to_contain_text("Ada")
    row.get_by_role("button", name="Join").click()
    expect(page.locator(".room")).to_contain_text("Ben")


@pytest.mark.verify
def test_a_second_tab_shows_the_same_inbox(visits: Visits):
    ada = visits.register("Ada")
    profile = visits.profile(ada)
    first, second = profile.new_page(), profile.new_page()
    for page in (first, second):
        page.goto("/")
        await_screen(page)
    game_against_a_bot(visits, ada)
    for page in (first, second):
        expect(page.locator(".badge")).to_have_text("1")


def test_a_token_that_was_revoked_is_told_in_words_and_the_recovery_code_leads_back(visits: Visits):
    ada = visits.register("Ada")
    visits.client(ada).revoke_token("current")
    page = visits.open("/", ada, allow=REFUSED)
    expect(page.get_by_role("alert")).to_contain_text("recovery code")
    page.get_by_role("link", name="Recover the account").click()
    page.get_by_text("Use another account here").click()
    page.get_by_label("Handle").fill(f"@{ada['handle']}")
    page.get_by_label("Recovery code").fill(ada["recovery_code"])
    page.get_by_role("button", name="Recover the account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada")


def test_a_page_whose_token_is_revoked_meanwhile_says_so_and_asks_for_nothing_more(visits: Visits):
    # given two tabs of one account, which have read its inbox
    ada = visits.register("Ada")
    profile = visits.profile(ada, allow=REFUSED)
    pages = [profile.new_page(), profile.new_page()]
    for page in pages:
        page.clock.install()
        with page.expect_response("**/v1/turns?*"):
            page.goto("/")
    asked: list[str] = []
    profile.on("request", lambda request: asked.append(request.url))

    # when its token is revoked elsewhere
    client = visits.client(ada)
    client.revoke_token("current")
    await_refusal(client)
    for page in pages:
        page.clock.run_for(65_000)

    # then both say so
    for page in pages:
        expect(page.get_by_role("alert")).to_contain_text("recovery code")

    # and the inbox is asked for no more, however long they stay open
    asked.clear()
    for page in pages:
        page.clock.run_for(180_000)
        page.get_by_role("link", name="Rules").click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert [url for url in asked if "/v1/" in url and "/catalogue" not in url] == []


def test_who_is_removed_from_a_private_table_leaves_it_at_once(visits: Visits):
    # given a guest in the room of a private table
    ada, ben = visits.register("Ada"), visits.register("Ben")
    host = visits.client(ada)
    game = host.open_game(seats=2, visibility="private")
    visits.client(ben).take_seat(game["id"], code=host.get_game(game["id"])["code"])
    page = visits.profile(ben, allow=REFUSED).new_page()
    page.clock.install()
    page.goto(f"/games/{game['id']}")
    page.locator(".room").wait_for()

    # when the host removes the guest, and no time passes in the page
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    host.remove_player(game["id"], 1)

    # then the guest is elsewhere
    page.wait_for_url("**/lobby")


def test_a_token_for_a_program_is_made_shown_once_and_revoked(visits: Visits):
    page = visits.open("/me", visits.register("Ada"))
    page.get_by_text("New token").click()
    page.get_by_label("Name of the device or program").fill("My clock")
    page.get_by_label("What it may do").select_option("Look only")
    page.get_by_role("button", name="Make a token").click()
    made = {"token": page.locator(".sheet").filter(has_text="shown only once").locator(".link-text").inner_text()}
    client = visits.client(made)
    client.get_me()
    with pytest.raises(Problem) as refused:
        client.open_game(seats=1)
    assert refused.value.code == "scope_missing"
    page.get_by_role("button", name="Revoke the token My clock").click()
    expect(page.locator(".seat-row").filter(has_text="My clock")).to_have_count(0)
    await_refusal(client)


def test_a_new_name_is_shown_everywhere_at_once(visits: Visits):
    page = visits.open("/me", visits.register("Ada"))
    page.get_by_label("Your name").fill("Countess")
    page.locator("form").filter(has=page.get_by_label("Your name")).get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Countess")
    expect(page.locator("#bar")).to_contain_text("Countess")


def test_a_tab_shows_the_account_of_now_when_another_tab_has_changed_it(visits: Visits):
    profile = visits.profile(visits.register("Erika"))
    first, second = profile.new_page(), profile.new_page()
    for page in (first, second):
        page.goto("/me")
    expect(first.get_by_role("heading", level=1)).to_contain_text("Erika")
    use_token(second, visits.register("Fritz")["token"])
    for page in (first, second):
        expect(page.get_by_role("heading", level=1)).to_contain_text("Fritz")


def test_nothing_of_an_account_stays_in_sight_when_another_is_used(visits: Visits):
    page = visits.open("/me", visits.register("Xenia"))
    page.get_by_text("New token").click()
    page.get_by_label("Name of the device or program").fill("A bot")
    page.get_by_role("button", name="Make a token").click()
    secret = page.locator(".sheet").filter(has_text="shown only once").locator(".link-text")
    secret.wait_for()
    use_token(page, visits.register("Yann")["token"])
    expect(page.get_by_role("heading", level=1)).to_contain_text("Yann")
    expect(secret).to_have_count(0)


def use_token(page: Page, token: str) -> None:
    """Use the account of this token in the browser of a page that shows the own account."""
    page.get_by_text("Use another account here").click()
    page.get_by_label("Token", exact=True).fill(token)
    page.get_by_role("button", name="Use this token").click()


def test_an_account_is_deleted_only_after_a_second_question(visits: Visits):
    ada = visits.register("Ada")
    page = visits.open("/me", ada)
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("button", name="Keep it").click()
    client = visits.client(ada)
    client.get_me()
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("button", name="Delete for ever").click()
    page.wait_for_url(f"{visits.url}/")
    await_refusal(client)


def test_the_chosen_language_and_colours_stay(visits: Visits):
    page = visits.open("/me")
    page.get_by_label("Dark", exact=True).check()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_axe_finds_nothing_serious_in_a_room(visits: Visits, axe: None):
    page = visits.open(color_scheme="dark", **PHONE)
    open_table(page, "Ada")
    assert_accessible(page)
