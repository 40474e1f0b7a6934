"""Predictions to tables: Tables 2-4 of the paper in long form, ours beside the printed numbers."""

from .errors import table2, table4
from .layout import layout, write_table
from .long_form import read_rows
from .reuters import table3

__all__ = ["layout", "read_rows", "table2", "table3", "table4", "write_table"]
