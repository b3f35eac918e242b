"""Rows as Arrow tables."""

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow

from projections.dataset import columns_of

_TYPES = {
    "BIGINT": pyarrow.int64(),
    "BOOLEAN": pyarrow.bool_(),
    "INTEGER": pyarrow.int32(),
    "TIMESTAMP": pyarrow.timestamp("ms"),
    "VARCHAR": pyarrow.string(),
    "VARCHAR[]": pyarrow.list_(pyarrow.string()),
}
"""Types of DuckDB, and of Arrow."""


def schema_of(row: type[Any]) -> pyarrow.Schema:
    """The schema of a kind of row."""
    return pyarrow.schema([(name, _TYPES[type_], optional) for name, type_, optional, _ in columns_of(row)])


def to_arrow(rows: Sequence[Iterable[Any]], schema: pyarrow.Schema) -> pyarrow.Table:
    """The rows as a table; at least one."""
    columns = zip(*rows, strict=True)
    arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pyarrow.Table.from_arrays(arrays, schema=schema)
