"""The scripts of the page in packs: what is loaded together comes as one file, so that a first visit waits for few.

A pack has the modules that one script imports statically, however deep, but those that are there before it: what
`app.js` imports, and what each script has that can ask for this one by `import("…")`. Each module is a function in the
pack, and what it exports stands under its path in `$`, which `app.js` makes. A module of two packs runs once, in the
first that comes.

The page's modules are plain enough for that: `import { … } from "…";` and `export` begin a line, and no circles.
"""

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from posixpath import dirname, normpath, relpath
from posixpath import join as join_path

from rjsmin import jsmin

_STATIC_IMPORT = re.compile(r"""^(?:import|export)\s+(?:[\w\s{},*$]*?\sfrom\s*)?["'](\.[^"']+)["']""", re.MULTILINE)
_NAMED_IMPORT = re.compile(r'^import (\{[^}]+\}) from "(\.[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function\*? ?|class |const )(\w+))", re.MULTILINE)
_LATE_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
_OWN_ADDRESS = "import.meta.url"

Scripts = Mapping[str, str]
"""Path → text."""


def packs(first: str, scripts: Scripts) -> dict[str, str]:
    """The path of each script that is asked for by itself → its pack. `first`: the one that starts the page.

    >>> made = packs("a.js", {"a.js": 'import { b } from "./b.js";\\nb();', "b.js": "export const b = () => 1;"})
    >>> print(made["a.js"].replace(";$", ";\\n$"))
    export const $={};
    $["b.js"]??=(()=>{const b=()=>1;return{b};})();
    $["a.js"]??=(()=>{const{b}=$["b.js"];b();return{};})();
    """
    known = _known(first, scripts)
    return {
        name: jsmin(_pack(name, first, [each for each in _in_order(name, scripts) if each not in there], scripts))
        for name, there in known.items()
    }


def with_imports(names: Iterable[str], scripts: Scripts) -> list[str]:
    """The paths of these scripts and of those that they import statically, nearest first, once each.

    >>> with_imports(["a.js"], {"a.js": 'import "./b/c.js";', "b/c.js": ""})
    ['a.js', 'b/c.js']
    """
    found = [name for name in names if name in scripts]
    for name in found:  # grows while it is read
        found += [each for each in static_imports(name, scripts[name]) if each in scripts and each not in found]
    return found


def static_imports(name: str, script: str) -> list[str]:
    """The paths of the modules that a script imports or exports from, in their order, once each."""
    return [*dict.fromkeys(_path(name, target) for target in _STATIC_IMPORT.findall(script))]


def late_imports(name: str, script: str) -> list[str]:
    """The paths of the modules that a script asks for when they are needed, in their order, once each."""
    return [*dict.fromkeys(_path(name, target) for target in _LATE_IMPORT.findall(jsmin(script)))]  # not in comments


def _known(first: str, scripts: Scripts) -> dict[str, frozenset[str]]:
    """The path of each script that is asked for by itself → the modules that are there before it."""
    late = {name: [each for each in late_imports(name, text) if each in scripts] for name, text in scripts.items()}
    whole = {
        name: with_imports([name], scripts) for name in dict.fromkeys([first, *chain.from_iterable(late.values())])
    }
    known = {name: frozenset(() if name == first else scripts) for name in whole}
    asks = {
        name: [*dict.fromkeys(each for module in modules for each in late[module])] for name, modules in whole.items()
    }
    changed = [first]
    for name in changed:  # grows while it is read: what is there before a script becomes less until nothing changes
        for asked in asks[name]:
            there = known[asked] & known[name].union(whole[name])
            if asked != first and (there != known[asked] or asked not in changed):
                known[asked] = there
                changed.append(asked)
    return known


def _in_order(name: str, scripts: Scripts) -> list[str]:
    """The paths of a script and of all that it imports statically, each after what it imports itself."""
    found: dict[str, None] = {}

    def visit(module: str) -> None:
        for each in static_imports(module, scripts[module]):
            if each in scripts and each not in found:
                visit(each)
        found[module] = None

    visit(name)
    return [*found]


def _pack(name: str, first: str, modules: list[str], scripts: Scripts) -> str:
    folder = dirname(name) or "."
    begin = "export const $ = {};" if name == first else f'import {{ $ }} from "{_from(folder, first)}";'
    exported = _EXPORT.findall(scripts[name])
    end = f'export const {{ {", ".join(exported)} }} = $["{name}"];' if exported else ""
    return "\n".join([begin, *(_module(each, folder, scripts[each]) for each in modules), end])


def _module(name: str, folder: str, script: str) -> str:
    """A module as a function of a pack that stands in `folder`."""

    def imported(found: re.Match[str]) -> str:
        return f'const {found[1].replace(" as ", ": ")} = $["{_path(name, found[2])}"];'

    exported = ", ".join(_EXPORT.findall(script))
    body = _EXPORT.sub("", _NAMED_IMPORT.sub(imported, script))
    body = _LATE_IMPORT.sub(lambda found: f'import("{_from(folder, _path(name, found[1]))}")', body)
    body = body.replace(_OWN_ADDRESS, f'new URL("{_from(folder, name)}", {_OWN_ADDRESS})')
    return f'$["{name}"] ??= (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'


def _path(name: str, target: str) -> str:
    """The path of what a script names relatively to itself."""
    return normpath(join_path(dirname(name), target))


def _from(folder: str, name: str) -> str:
    path = relpath(name, folder)
    return path if path.startswith(".") else f"./{path}"
