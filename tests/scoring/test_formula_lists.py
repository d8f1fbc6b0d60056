"""The formula texts that this parser and the browser's must both refuse, or both take with the same terms."""

import json
from pathlib import Path

import pytest

from scoring.rules.formula import FormulaError, parse_formula

HERE = Path(__file__).parent
NAMES = ("bid", "points", "m", "sweep", "belote")


def test_every_text_of_the_shared_list_is_refused() -> None:
    for text in json.loads((HERE / "formulas_refused.json").read_text(encoding="utf-8")):
        with pytest.raises(FormulaError):
            parse_formula(text, NAMES)


def test_every_text_of_the_shared_list_is_taken_with_its_terms() -> None:
    for row in json.loads((HERE / "formulas_taken.json").read_text(encoding="utf-8")):
        terms = [[term.coefficient, list(term.names)] for term in parse_formula(row["text"], NAMES).terms]
        assert terms == row["terms"], row["text"]
