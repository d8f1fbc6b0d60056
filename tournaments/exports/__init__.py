"""What the pages show as lists, as files: CSV, XLSX and JSON of one and the same tables (docs/exports.md).

- ``model`` what a table is; ``as_csv``, ``as_xlsx`` and ``as_json`` write tables into a file that is open for writing.
  Pure: no Django, no clock, no database. Rows are taken one after the other and never kept.
- ``catalogue`` which tables there are and the right that each asks for; the other modules make them from a tournament.
"""
