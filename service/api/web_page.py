"""The page that people play on: the files of `service/web/`, and the one document that names them.

All files but the document stand under one digest of the whole folder, `/page/<digest>/<path>`, so that relative imports
reach them and a browser may keep them for ever: a release that changes a file changes all addresses.
"""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from rjsmin import jsmin

from service.api.web_packs import packs

DOCUMENT = "index.html"
ROUTES = "routes.js"
"""The page's own table of addresses and the modules of their screens."""
TEXTS = "language/"
MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""File name extension → media type. A file of another kind is not served."""
_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
)
_HEADERS = {
    "Referrer-Policy": "no-referrer",  # addresses hold invite codes
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_NAMED = re.compile(r"\(\?P<(\w+)>[^)]*\)")
_ENTRY = re.compile(r'<script type="module" src="\{base\}/([^"]+)"')
_ROUTE = re.compile(r'pattern: /(.+?)/, load: \(\) => import\("\./(.+?)"\), styles: \[(.*?)\]')


class PageFile(NamedTuple):
    """A file of the page. `digest`: of its content."""

    content: bytes
    media_type: str
    digest: str


class Screen(NamedTuple):
    """A screen of the page. `pattern`: of its addresses. `module`, `styles`: the files that it needs at once."""

    pattern: re.Pattern[str]
    module: str
    styles: tuple[str, ...]


@cache
def digest() -> str:
    """The digest of the names and contents of all files, as they are sent, and of the document."""
    summed = sha256()
    sent = {name: file.content for name, file in read_files().items()}
    for name, content in sorted((_contents() | sent).items()):
        summed.update(f"{name}\n{len(content)}\n".encode() + content)
    return summed.hexdigest()[:16]


@cache
def read_files() -> dict[str, PageFile]:
    """Path in the folder → file, without the document. Scripts are packs, or alone without comments and indentation."""
    contents = _contents()
    scripts = {name: content.decode() for name, content in contents.items() if name.endswith(".js")}
    packed = packs(_entry(), scripts)
    alone = {name: jsmin(script) for name, script in scripts.items() if name not in packed}
    sent = contents | {name: script.encode() for name, script in (packed | alone).items()}
    return {name: page_file(name, content) for name, content in sent.items() if name.endswith((*MEDIA_TYPES,))}


def page_file(name: str, content: bytes) -> PageFile:
    """The file of a page with this name, whose extension is one of MEDIA_TYPES."""
    return PageFile(content, MEDIA_TYPES[name[name.rfind(".") :]], sha256(content).hexdigest()[:16])


def document(path: str, language: str, root: str, preview: str) -> str:
    """The document at an address: its template, with links that load all files of the first view in one round trip.

    `language`: that of the texts that the reader probably wants, one of `languages()`. `root`: the path of the service
    on its host. `preview`: elements for those who preview the address.
    """
    screen = next((each for each in _screens() if each.pattern.search(path)), None)
    return _document(screen, language, root).replace("{preview}", preview, 1)


@cache
def addresses() -> list[str]:
    """The addresses of the screens besides `/`, which the document answers, as rules of flask: `/join/<code>`."""
    return [rule for screen in _screens() if (rule := _rule(screen.pattern.pattern)) != "/"]


def _rule(pattern: str) -> str:
    r"""The rule of flask for the addresses of a pattern.

    >>> _rule(r"^\/join\/(?P<code>[\w-]+)$")
    '/join/<code>'
    """
    return _NAMED.sub(r"<\1>", pattern).removeprefix("^").removesuffix("$").replace(r"\/", "/")


@cache
def languages() -> list[str]:
    """The languages of the page, English first."""
    names = [name for name in read_files() if name.startswith(TEXTS) and name.endswith(".json")]
    found = [name.removeprefix(TEXTS).removesuffix(".json") for name in names]
    return sorted(found, key=lambda language: (language != "en", language))


def document_headers(embeddable: bool) -> dict[str, str]:
    """The headers of the document. `embeddable`: whether pages of other sites may show it in a frame."""
    ancestors = "*" if embeddable else "'none'"
    return {"Content-Security-Policy": "; ".join([*_POLICY, f"frame-ancestors {ancestors}"]), **_HEADERS}


@cache
def _document(screen: Screen | None, language: str, root: str) -> str:
    template = _contents()[DOCUMENT].decode()
    links = [f'<link rel="modulepreload" href="{{base}}/{screen.module}">'] if screen else []
    styles = [f"styles/{name}" for name in screen.styles] if screen else []
    links += [f'<link rel="preload" as="style" href="{{base}}/{name}">' for name in styles if name in read_files()]
    links.append(f'<link rel="preload" as="fetch" crossorigin href="{{base}}/{TEXTS}{language}.json">')
    text = template.replace("{preload}", "\n".join(links)).replace("{base}", f"{root}/page/{digest()}")
    return text.replace("{root}", root)


def _entry() -> str:
    """The script that the document starts."""
    return str(_ENTRY.findall(_contents()[DOCUMENT].decode())[0])


@cache
def _screens() -> list[Screen]:
    """The screens, as the page's own table lists them."""
    routes = _ROUTE.findall(_contents()[ROUTES].decode())
    return [
        Screen(re.compile(pattern.replace("(?<", "(?P<")), module, tuple(re.findall(r'"(.+?)"', styles)))
        for pattern, module, styles in routes
    ]


@cache
def _contents() -> dict[str, bytes]:
    """Path → content of every file of the folder."""
    return dict(_walk(files("service") / "web", ""))


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for each in folder.iterdir():
        name = f"{prefix}{each.name}"
        found += _walk(each, f"{name}/") if each.is_dir() else [(name, each.read_bytes())]
    return found
