"""What must not be shown is taken out of texts: passwords in URLs of servers, secret paths of webhooks, invite codes.

Every line of a log passes through a formatter of `logs.py`, and so through `redacted`, as does every message of a
command.
"""

import re

HIDDEN = "***"
_URL = re.compile(r"([a-z][a-z0-9+.-]*://)(\S*[^\s'\"`)\],.;:])", re.IGNORECASE)
_HOST = r"(\[[0-9a-f:.%]+\]|[^:@,]+)(:([0-9]+|port))?"
"""As in `redis://host:port/0`, which messages say; anything else after a colon may be a password without its `@`."""
_HOSTS = re.compile(f"{_HOST}(,{_HOST})*", re.IGNORECASE)
_NAMED = re.compile(r"(pass(?:word|wd|phrase)?|secret|token)=[^\s&,]+", re.IGNORECASE)
_INVITE = re.compile(r"(/(?:join|qr|codes)/)[\w%-]+")
"""A path of the service that holds an invite code, as access logs show it."""
_ARGUMENTS = re.compile(r",? with args beginning with:.*", re.IGNORECASE)
"""How a server names the arguments of a command that it does not know. AUTH is such a command behind some proxies."""


def redacted(text: str, http_paths: bool = True) -> str:
    r"""A text without what is secret in its URLs. `http_paths`: keep those of http and https.

    >>> redacted("unix:///r.sock?username=ada&password=hush does not answer")
    'unix:///r.sock?*** does not answer'
    >>> redacted("'AUTH', with args beginning with: 'hush'")
    "'AUTH'"
    >>> redacted("no answer of https://discord.com/api/webhooks/1/hush", http_paths=False)
    'no answer of https://discord.com/***'
    >>> redacted("GET /join/7K2M9QXW HTTP/1.1")
    'GET /join/*** HTTP/1.1'
    """

    def hide(found: re.Match[str]) -> str:
        scheme, rest = found.groups()
        shown = _without_access(rest)
        if not http_paths and scheme.lower() in ("http://", "https://"):
            host, slash, path = shown.partition("/")
            shown = f"{host}/{HIDDEN}" if path else host + slash
        return scheme + shown

    shown = _INVITE.sub(rf"\1{HIDDEN}", _URL.sub(hide, text))
    return _NAMED.sub(rf"\1={HIDDEN}", _ARGUMENTS.sub("", shown))


def redacted_value(value: str) -> str:
    r"""A whole value of a setting, which may be a URL, also in the wrong setting, or one that nobody can read.

    >>> redacted_value("redis://ada:hu sh@h:6379/0"), redacted_value("ada:hush@h"), redacted_value("redis://:hush")
    ('redis://***@h:6379/0', '***@h', 'redis://***')
    >>> redacted_value("127.0.0.1:6379,password=hush")
    '127.0.0.1:6379,password=***'
    """
    if value.count("://") > 1 and "@" not in value:
        return ",".join(map(redacted_value, value.split(",")))
    scheme, found, rest = value.partition("://")
    if found and re.fullmatch(r" *[A-Za-z][A-Za-z0-9+.-]*", scheme):
        return f"{scheme}://{_without_access(rest)}"
    return redacted(
        re.sub(r"\?.*", f"?{HIDDEN}", re.sub(r".*@", f"{HIDDEN}@", value, flags=re.DOTALL), flags=re.DOTALL)
    )


def _without_access(rest: str) -> str:
    """What follows `://`, without user, password and options; `***` alone if it is not clear what is what."""
    before, options, after = _split_options(rest)
    if options and "@" in after:
        return HIDDEN
    _, at, place = before.rpartition("@")
    hosts, slash, path = place.partition("/")
    if hosts and not _HOSTS.fullmatch(hosts):
        hosts = HIDDEN
    return (f"{HIDDEN}@" if at else "") + hosts + slash + path + (f"{options}{HIDDEN}" if options else "")


def _split_options(rest: str) -> tuple[str, str, str]:
    found = re.search(r"[?#]", rest)
    return (rest, "", "") if found is None else (rest[: found.start()], found.group(), rest[found.end() :])
