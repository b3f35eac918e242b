"""Problems in the caller's language, and the addresses that explain their codes."""

from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest

from game.rulesets import CURRENT_RULESET, RULESETS
from service.problems import PROBLEMS
from tests.service.api.test_languages import NAMES_ALONE
from tests.service.client import Caller, Service, assert_problem
from tests.service.language.test_sentences import placeholders

Table = tuple[str, list[Caller]]
Json = dict[str, Any]
FRENCH = {"Accept-Language": "fr"}
DECISIONS = "/v1/bots/random/decisions"


def in_french(answer: Any, status: int, code: str) -> Json:
    """The problem, which says that it is French."""
    problem = assert_problem(answer, status, code)
    assert answer.headers["Content-Language"] == "fr"
    assert problem["title"] != PROBLEMS[code].title
    assert not placeholders(problem["detail"])
    return problem


def test_a_refusal_of_the_rules_is_french(table: Table):
    game, [ada, _] = table
    hand = ada.get(game).json["hand"]
    draft = {"type": "draft", "card": "zeppelin.1" if "zeppelin.1" not in hand else "museum.1"}
    problem = in_french(ada.post(f"{game}/intentions", draft, FRENCH), 409, "card_not_in_hand")
    assert problem["detail"] == f"{draft['card']} n’est pas dans votre main"
    assert problem["title"] == "Carte absente de la main"
    assert "errors" not in problem


@pytest.mark.parametrize(
    ("body", "status", "code", "detail"),
    [
        ({"type": "ready"}, 409, "wrong_phase", "impossible dans la phase en cours\xa0: draft"),
        ({"type": "fly"}, 422, "invalid_intention", "type doit être parmi\xa0: auto_ready, choose, discard, draft"),
        ({"type": "draft"}, 422, "invalid_intention", "card est absent\xa0; champs de draft\xa0: card"),
        ({"type": "ready", "x": 1}, 422, "invalid_intention", "x est inconnu\xa0; champs de ready\xa0: aucun champ"),
        ({"type": "slate_all", "x": 1}, 422, "invalid_intention", "champs de slate_all\xa0: aucun champ"),
        ({"type": "slate_all"}, 409, "wrong_phase", "impossible dans la phase en cours\xa0: draft"),
        ({"type": "draft", "card": ""}, 422, "invalid_intention", "card doit être un texte de 1 à 64 caractères"),
        ([], 422, "invalid_batch", "une liste doit contenir de 1 à 64 intentions"),
    ],
)
def test_refused_intentions_are_french(body: Any, status: int, code: str, detail: str, table: Table):
    game, [ada, _] = table
    problem = in_french(ada.post(f"{game}/intentions", body, FRENCH), status, code)
    assert problem["detail"].startswith(detail)


def test_a_refused_batch_names_the_place_and_the_reason_in_french(table: Table):
    game, [ada, _] = table
    batch = [{"type": "draft", "card": ada.get(game).json["hand"][0]}, {"type": "ready"}]
    problem = in_french(ada.post(f"{game}/intentions", batch, FRENCH), 409, "wrong_phase")
    assert problem["errors"] == [{"pointer": "/1", "detail": "impossible dans la phase en cours\xa0: draft"}]


def test_faults_of_options_are_french_each_and_together(ada: Caller):
    problem = in_french(ada.post("/v1/games", {"seats": 9, "side": "C", "x": 1}, FRENCH), 422, "invalid_body")
    assert problem["errors"] == [
        {"pointer": "/seats", "detail": "doit être un nombre entier de 1 à 5"},
        {"pointer": "/side", "detail": "doit être parmi\xa0: A, B"},
        {"pointer": "/x", "detail": "est inconnu"},
    ]
    assert problem["detail"] == (
        "/seats doit être un nombre entier de 1 à 5; /side doit être parmi\xa0: A, B; /x est inconnu"
    )


@pytest.mark.parametrize(
    ("query", "parameter", "fault"),
    [
        ("limit=0", "limit", "doit être compris entre 1 et 100"),
        ("limit=x", "limit", "doit être un nombre entier"),
        ("limit=1000000000000000000000", "limit", "doit être compris entre 1 et 100"),
        ("status=lost", "status", "doit être parmi\xa0: open, playing, finished, abandoned"),
        ("player=*", "player", "ne doit pas contenir *"),
        ("player=", "player", "doit avoir de 1 à 80 caractères"),
        ("cursor=1", "cursor", "n’est pas un curseur de cette liste"),
        ("colour=red", "colour", "est inconnu"),
    ],
)
def test_faults_of_a_query_are_french(query: str, parameter: str, fault: str, ada: Caller):
    problem = in_french(ada.get(f"/v1/games?{query}", FRENCH), 422, "invalid_query")
    assert problem["errors"] == [{"parameter": parameter, "detail": fault}]
    assert problem["detail"] == f"{parameter} {fault}"


@pytest.mark.parametrize(
    ("body", "pointer", "fault"),
    [
        ({}, "/name", "est absent"),
        ({"name": " "}, "/name", "doit être un texte imprimable de 1 à 40 caractères"),
        ({"name": "x", "kind": "cat"}, "/kind", "doit être parmi\xa0: human, bot"),
        ([], "", "doit être un objet"),
    ],
)
def test_faults_of_a_body_are_french(body: Any, pointer: str, fault: str, service: Service):
    answer = service.app.test_client().post("/v1/players", json=body, headers=FRENCH)
    problem = in_french(answer, 422, "invalid_body")
    assert problem["errors"] == [{"pointer": pointer, "detail": fault}]


@pytest.mark.parametrize(
    ("raw", "detail"),
    [
        (b'{"name":\n 1 x}', "le corps n’est plus du JSON à partir de la ligne 2, colonne 4"),
        (b'{"name": NaN}', "NaN n’est pas un nombre JSON"),
        (b'{"name": 1' + b"0" * 200 + b"}", "un nombre a plus de 100 chiffres"),
        (b'{"a": 1, "a": 2}', "un objet a deux fois le même nom"),
        (b'"\xff"', "le corps n’est pas en UTF-8"),
        (b'["\\ud800"]', "le corps contient une moitié d’une paire de substitution"),
    ],
)
def test_what_is_no_json_is_told_in_french(raw: bytes, detail: str, ada: Caller):
    assert in_french(ada.send("/v1/games", raw, FRENCH), 400, "invalid_json")["detail"] == detail


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "detail"),
    [
        ("GET", "/v1/nowhere", 404, "not_found", "il n’y a rien à cette adresse"),
        ("GET", "/v1/games/nonesuch", 404, "no_such_game", "cette partie n’existe pas"),
        ("PUT", "/v1/games", 405, "method_not_allowed", "cette adresse n’accepte pas cette méthode\xa0; voyez"),
        (
            "POST",
            "/v1/bots/hal/decisions",
            404,
            "unknown_strategy",
            "il n’y a pas de telle stratégie\xa0; il y a\xa0: ",
        ),
        ("GET", "/problems/nonesuch", 404, "not_found", "il n’y a pas de code nonesuch"),
    ],
)
def test_wrong_addresses_are_told_in_french(method: str, path: str, status: int, code: str, detail: str, ada: Caller):
    body = {"json": {"view": {}}} if method == "POST" else {}
    assert in_french(ada.ask(method, path, FRENCH, **body), status, code)["detail"].startswith(detail)


def test_faults_of_a_view_are_french(ada: Caller, table: Table):
    game, [ben, _] = table
    view = ben.get(game).json
    missing = in_french(ada.post(DECISIONS, {"view": {"status": "playing"}}, FRENCH), 422, "invalid_view")
    assert missing["errors"] == [{"pointer": "/view/phase", "detail": "est absent"}]
    broken = in_french(ada.post(DECISIONS, {"view": view | {"round": 0}}, FRENCH), 422, "invalid_view")
    assert broken["detail"] == "une partie en cours a des manches"
    unfit = in_french(ada.post(DECISIONS, {"view": view | {"deck_size": 7}}, FRENCH), 422, "invalid_view")
    assert unfit["detail"] == "27 cartes sont sur la table, le jeu en a 150"


def test_a_log_of_unknown_rules_is_refused_in_french(ada: Caller, finished: Table):
    log = finished[1][0].get(f"{finished[0]}/log").data.replace(CURRENT_RULESET.encode(), b"base-7", 1)
    answer = ada.send("/v1/verifications", log, FRENCH | {"Content-Type": "application/x-ndjson"})
    problem = in_french(answer, 422, "unknown_ruleset")
    known = ", ".join(RULESETS)
    assert problem["detail"].startswith(
        f"la version des règles 'base-7' n’est pas connue ici\xa0; connues\xa0: {known}"
    )


def test_bodies_that_are_too_large_or_no_json_are_told_in_french(ada: Caller):
    large = in_french(ada.send("/v1/games", b" " * 2_000_000, FRENCH), 413, "body_too_large")
    assert large["detail"] == "le corps est plus grand que ce que ce service accepte"
    text = in_french(ada.send("/v1/games", b"{}", FRENCH | {"Content-Type": "text/plain"}), 415, "not_json")
    assert text["detail"] == "envoyez du JSON, avec Content-Type: application/json"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr-CA", "fr"),
        (f"fr;q=0.1, {NAMES_ALONE}", "fr"),
        ("en;q=0.5, fr;q=0.9", "fr"),
        (NAMES_ALONE, "en"),
        ("fr;q=0", "en"),
        ("*", "en"),
        ("", "en"),
        ("\xff;;q=x", "en"),
    ],
)
def test_the_language_of_a_problem_is_one_that_the_caller_accepts(accepted: str, language: str, service: Service):
    answer = service.app.test_client().get("/v1/games", headers={"Accept-Language": accepted})
    title = {"en": "Token missing", "fr": "Jeton d’accès absent"}[language]
    assert assert_problem(answer, 401, "token_missing")["title"] == title
    assert answer.headers["Content-Language"] == language
    assert answer.headers["Vary"] == "Accept-Language, Accept-Encoding, Origin"
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("lang", "accepted", "language"),
    [("fr", "en", "fr"), ("FR-ca", "en", "fr"), ("xx", "fr", "fr"), (NAMES_ALONE, "en", "en"), ("xx", "xx", "en")],
)
def test_the_query_names_the_language_first(lang: str, accepted: str, language: str, ada: Caller):
    answer = ada.get(f"/v1/games/nonesuch?lang={lang}", {"Accept-Language": accepted})
    assert_problem(answer, 404, "no_such_game")
    assert answer.headers["Content-Language"] == language


# What the codes mean


def test_the_type_of_a_problem_leads_to_its_meaning(service: Service):
    http = service.app.test_client()
    kind = http.get(http.get("/v1/games").json["type"])
    expected = PROBLEMS["token_missing"]._asdict() | {"code": "token_missing", "type": "/problems/token_missing"}
    assert kind.json == expected
    assert kind.headers["Cache-Control"] == "public, max-age=3600"
    assert kind.headers["Vary"] == "Accept, Accept-Language, Accept-Encoding, Origin"
    again = http.get("/problems/token_missing", headers={"If-None-Match": kind.headers["ETag"]})
    assert again.status_code == 304


def test_all_codes_are_listed_and_each_type_resolves(service: Service):
    http = service.app.test_client()
    kinds = http.get("/problems").json
    assert [kind["code"] for kind in kinds] == [*PROBLEMS]
    assert [kind for kind in kinds if http.get(kind["type"]).json != kind] == []
    french = http.get("/problems?lang=fr")
    assert french.headers["Content-Language"] == "fr"
    assert [kind["code"] for kind in french.json] == [*PROBLEMS]
    untold = [kind["code"] for kind, other in zip(kinds, french.json, strict=True) if kind["remedy"] == other["remedy"]]
    assert not untold, "add their texts to service/language/locale/"


@pytest.mark.parametrize("path", ["/problems", "/problems/bad_if_match"])
def test_browsers_get_a_page_that_runs_nothing(path: str, service: Service):
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    page = service.app.test_client().get(path, headers={"Accept": accept, "Accept-Language": "fr-FR,fr;q=0.9"})
    assert (page.mimetype, page.headers["Content-Language"]) == ("text/html", "fr")
    assert '<html lang="fr">' in page.text
    assert '<meta name="viewport"' in page.text
    assert "<h2>If-Match incorrect</h2>" in page.text
    assert "&#34;17&#34;" in page.text
    style = page.text.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}';" in page.headers["Content-Security-Policy"]
    assert not [word for word in ("<script", "onload", "style=", "http://", "https://") if word in page.text]


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/problem+json", "image/png"])
def test_programs_get_json(accept: str | None, service: Service):
    answer = service.app.test_client().get("/problems/not_found", headers={"Accept": accept} if accept else {})
    assert answer.mimetype == "application/json"


@pytest.mark.parametrize("path", ["/problems/nonesuch", "/problems/NOT_FOUND", f"/problems/{'x' * 3000}"])
def test_an_unknown_code_is_not_found(path: str, service: Service):
    problem = assert_problem(service.app.test_client().get(path), 404, "not_found")
    assert len(problem["detail"]) < 100
