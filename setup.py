"""The optional compiled build: the rules and the strategies that plan, as C extensions.

Without `WONDERFUL_COMPILE=1` this file adds nothing to pyproject.toml. `make compiled` builds in place, and
`WONDERFUL_COMPILE=1 pip install .` makes a compiled wheel. Both need a C compiler. `WONDERFUL_OPT_LEVEL=0` leaves the
optimization out, for tests: the build takes less time, the modules are slower, and their results are the same.
"""

import os
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

RULES = (
    *("auto_ready", "construction", "determinization", "draft", "legal_moves", "planning", "production", "rules"),
    *("scoring", "sites", "solo", "stages", "table", "view_values", "views"),
)
"""The compiled modules of `game`. Those that define the records stay plain: see docs/performance.md."""
FOLDERS = ("game/transitions", "bots/numbers", "bots/planner", "bots/search")
"""Folders in which every module is compiled."""
RECORDS = "game/_records.c"


def sources() -> list[str]:
    """The sources that mypyc compiles, from the project's folder."""
    modules = [f"game/{name}.py" for name in RULES]
    return modules + [path.as_posix() for folder in FOLDERS for path in sorted(Path(folder).glob("*.py"))]


def extensions() -> list[Extension]:
    """All extensions; they share one library, so that calls between modules are calls in C."""
    from mypyc.build import mypycify

    level = os.environ.get("WONDERFUL_OPT_LEVEL", "3")
    compiled = mypycify(sources(), opt_level=level, debug_level="0", group_name="wonderful")
    return [*compiled, Extension("game._records", [RECORDS], extra_compile_args=["-O3"])]


class Build(build_ext):
    """Builds the extensions, and stores the digests of all sources beside them: constants of any may be inlined."""

    def run(self) -> None:
        super().run()
        paths = [Path(RECORDS), *sorted(Path("game").rglob("*.py")), *sorted(Path("bots").rglob("*.py"))]
        sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in paths]
        Path(self.get_ext_fullpath("game._records")).with_name("compiled.sha256").write_text("".join(sums), "utf-8")


if os.environ.get("WONDERFUL_COMPILE") == "1":
    if find_spec("mypyc"):
        setup(ext_modules=extensions(), cmdclass={"build_ext": Build})
    else:  # pip asks what the build needs, before it installs it; mypy also reads `bots.master`, which needs numpy
        setup(setup_requires=["mypy>=2.4", "numpy"])
else:
    setup()
