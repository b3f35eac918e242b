"""The Merkle tree of RFC 6962: roots, and proofs that it has a leaf or begins with an older tree.

A tree is given by its size and a function `node(level, index)`: the hash of the complete subtree over the leaves
index · 2^level up to (index + 1) · 2^level. So the same code reads a list in memory and tiles in a store.

>>> node = nodes_of([leaf_hash(b"a"), leaf_hash(b"b"), leaf_hash(b"c")])
>>> proof = inclusion_proof(2, 3, node)
>>> root_of(leaf_hash(b"c"), 2, 3, proof) == root(3, node)
True
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from transparency.rejected import Rejected

HASH_BYTES = 32
MAX_PROOF_HASHES = 63
EMPTY_ROOT = sha256(b"").digest()
Node = Callable[[int, int], bytes]


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf, by its bytes."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node, by those of its children."""
    return sha256(b"\x01" + left + right).digest()


def next_row(row: Sequence[bytes]) -> list[bytes]:
    """The hashes one level up; a last hash without a partner has none."""
    return [node_hash(left, right) for left, right in zip(row[::2], row[1::2], strict=False)]


def root_of_all(row: Sequence[bytes]) -> bytes:
    """The root over a row of hashes, as many as a power of two."""
    while len(row) > 1:
        row = next_row(row)
    return row[0]


def nodes_of(leaves: Sequence[bytes]) -> Node:
    """The nodes of a tree in memory, from the hashes of its leaves."""
    rows = [leaves]
    while len(rows[-1]) > 1:
        rows.append(next_row(rows[-1]))
    return lambda level, index: rows[level][index]


def root(size: int, node: Node) -> bytes:
    """The root of the tree of the first `size` leaves."""
    return _range_hash(0, size, node) if size else EMPTY_ROOT


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """The hashes from the sibling of a leaf up to a child of the root. `index`: 0..size-1."""
    if not 0 <= index < size:
        raise IndexError(index)
    return [_range_hash(start, end, node) for start, end in reversed([*_siblings(index, size)])]


def consistency_proof(older: int, size: int, node: Node) -> list[bytes]:
    """The hashes which show that a tree begins with its first `older` leaves, 0..size; none for 0 and for all."""
    if not 0 <= older <= size:
        raise IndexError(older)
    if older in (0, size):
        return []
    ranges, start, end, is_whole = [], 0, size, True
    while start + older != end:  # of the range, the first `older` leaves are in both trees
        split = start + _left_size(end - start)
        if start + older <= split:
            ranges.append((split, end))
            end = split
        else:
            ranges.append((start, split))
            older, start, is_whole = start + older - split, split, False
    if not is_whole:
        ranges.append((start, end))
    return [_range_hash(first, last, node) for first, last in reversed(ranges)]


def root_of(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root to which a proof leads from the hash of a leaf. Raises Rejected `wrong_proof` if it cannot be one."""
    if not 0 <= index < size:
        raise Rejected("wrong_proof", f"a list of {size} leaves has no leaf {index}")
    node, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0 or len(sibling) != HASH_BYTES:
            raise Rejected("wrong_proof", "the proof has too many hashes, or one that is none")
        if node % 2 or node == last:
            found = node_hash(sibling, found)
            while node % 2 == 0 and node:  # a node without a sibling goes up alone
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        node, last = node >> 1, last >> 1
    if last:
        raise Rejected("wrong_proof", "the proof has too few hashes")
    return found


def check_consistency(older: int, older_root: bytes, size: int, newer_root: bytes, proof: Sequence[bytes]) -> None:
    """Check that a tree begins with an older one. Raises Rejected `inconsistent` if the proof does not show it."""
    if older > size or (older == size and (older_root != newer_root or proof)):
        raise Rejected("inconsistent", f"the two lists of {older} and {size} leaves are not one that grew")
    if older == size:
        return
    if older == 0:
        if proof or older_root != EMPTY_ROOT:
            raise Rejected("inconsistent", "the empty list has another root, and needs no proof")
        return
    if _roots_by(older, older_root, size, proof) != (older_root, newer_root):
        raise Rejected("inconsistent", f"the list of {size} leaves does not begin with the one of {older}")


def _roots_by(older: int, older_root: bytes, size: int, proof: Sequence[bytes]) -> tuple[bytes, bytes] | None:
    """The roots of both trees to which a proof leads (RFC 9162, 2.1.4.2); None if it cannot be one."""
    hashes = [older_root, *proof] if older & (older - 1) == 0 else [*proof]
    if not hashes or any(len(each) != HASH_BYTES for each in hashes):
        return None
    node, last = older - 1, size - 1
    while node % 2:
        node, last = node >> 1, last >> 1
    first, second = hashes[0], hashes[0]
    for each in hashes[1:]:
        if last == 0:
            return None
        if node % 2 or node == last:
            first, second = node_hash(each, first), node_hash(each, second)
            while node % 2 == 0 and node:
                node, last = node >> 1, last >> 1
        else:
            second = node_hash(second, each)
        node, last = node >> 1, last >> 1
    return None if last else (first, second)


def _range_hash(start: int, end: int, node: Node) -> bytes:
    """The hash over the leaves start..end-1, of a range that is a node of some tree from 0 on."""
    size = end - start
    if size & (size - 1) == 0:
        return node(size.bit_length() - 1, start // size)
    split = start + _left_size(size)
    return node_hash(_range_hash(start, split, node), _range_hash(split, end, node))


def _siblings(index: int, size: int) -> Iterator[tuple[int, int]]:
    """The ranges beside the way from the root to a leaf."""
    start, end = 0, size
    while end - start > 1:
        split = start + _left_size(end - start)
        if index < split:
            yield split, end
            end = split
        else:
            yield start, split
            start = split


def _left_size(size: int) -> int:
    """How many leaves the left child has: the largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1
