"""Read the Swift client that openapi-generator writes, without a compiler. Prints as JSON what it declares."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tree_sitter import Language, Node, Parser
from tree_sitter_swift import language

PARSER = Parser(Language(language()))


def nodes(root: Node) -> Iterator[Node]:
    yield root
    for child in root.children:
        yield from nodes(child)


def text(node: Node | None) -> str:
    """The source of a node, without the colon that begins a type annotation."""
    return (node.text or b"").decode().removeprefix(":").strip() if node else ""


def types(root: Node) -> dict[str, dict[str, str]]:
    """The types that a file declares outside of others, each with the types of its properties or cases by name."""
    declared = [node for node in root.children if node.type == "class_declaration" and kind(node) != "extension"]
    return {text(node.child_by_field_name("name")): members(node) for node in declared}


def kind(declaration: Node) -> str:
    return text(declaration.child_by_field_name("declaration_kind"))


def members(declaration: Node) -> dict[str, str]:
    body = declaration.child_by_field_name("body")
    found = {}
    for member in body.children if body else ():
        if member.type == "property_declaration":
            annotation = next((child for child in member.children if child.type == "type_annotation"), None)
            found[text(member.child_by_field_name("name"))] = text(annotation)
        elif member.type == "enum_entry":
            found[text(member.child_by_field_name("name"))] = text(member.child_by_field_name("data_contents")).strip(
                "()"
            )
    return found


def main(sources: Path) -> None:
    files = {path: PARSER.parse(path.read_bytes()).root_node for path in sorted(sources.rglob("*.swift"))}
    models: dict[str, dict[str, str]] = {}
    shared: set[str] = set()
    faulty: list[str] = []
    for path, root in files.items():
        if path.parent.name == "Infrastructure":  # the same for every description
            shared |= {text(node) for node in nodes(root) if node.type == "type_identifier"}
            continue
        faulty += [path.name] if root.has_error else []
        models |= types(root) if path.parent.name == "Models" else {}
    print(json.dumps({"models": models, "faulty": faulty, "types_of_swift": sorted(shared)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
