"""Reading a rule-set file key by key: where the line of a refusal is, to which bounds, and what a variant leaves."""

import datetime
from typing import Any

import pytest

from scoring.rules import RuleSetError
from scoring.rules.source import MAX_DEPTH, MAX_SOURCE, Reader, merge_variant, read_toml, shown_value


def _refused(source: str) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        read_toml(source)
    return caught.value


def _said(error: RuleSetError) -> tuple[str, str, int | None, str]:
    return error.code, error.key, error.line, error.text("en")


def test_a_file_is_as_long_as_it_may_be_without_its_byte_order_mark() -> None:
    assert read_toml("\ufeffa = 1#".ljust(MAX_SOURCE + 1, "#")) == {"a": 1}
    assert _said(_refused("#" * (MAX_SOURCE + 1)))[0] == "source_size"
    assert _refused("a = 1\ufeff").code == "toml", "a mark is one at the start only"


def test_what_cannot_be_read_is_refused_where_it_stands() -> None:
    assert _said(_refused('\na = 1\nb = "\ud800"\n\n'))[:3] == ("surrogate", "", 3)
    assert _said(_refused('b = "\ud800"\n'))[:3] == ("surrogate", "", 1)
    assert _said(_refused("\n\nb = " + "9" * 5000 + "\n\n"))[:3] == ("toml_number", "", 3)
    assert _said(_refused("\nb = 0x" + "f" * 999 + "\nc = " + "9" * 5000))[:3] == ("toml_number", "", 3)
    unfinished = _refused('a = 1\n\nb = """text\n\n')
    assert _said(unfinished)[:3] == ("toml", "", 5), "the end of the text is where the reader gave up"
    assert "end of document" in unfinished.text("en")
    assert _refused("a = 1\nb = = 2\n").line == 2


def test_tables_in_tables_beyond_what_the_reader_bears_are_refused() -> None:
    error = _refused("a = " + "[" * 40_000)
    assert _said(error)[:3] == ("deep_toml", "", None)
    assert f"at most {MAX_DEPTH} deep" in error.text("en")


def test_tables_and_lists_stand_eight_deep_and_no_deeper() -> None:
    assert read_toml("a.b.c.d.e.f.g.h = 1")
    assert _said(_refused("#\na.b.c.d.e.f.g.h.i = 1"))[:3] == ("deep", "a.b.c.d.e.f.g.h.i", 2)
    assert read_toml("a = [[[[[[[[1]]]]]]]]")
    assert _said(_refused("z = 1\na = [[[[[[[[[1]]]]]]]]]\nb = 1"))[:3] == ("deep", "a", 2)
    # The deep one is neither the first nor the last of its table or list.
    assert _refused("[x]\na = 1\nb.c.d.e.f.g.h.i = 1\nc = 2").key == "x.b.c.d.e.f.g.h.i"
    assert _refused("[x]\na.b.c.d.e.f.g.h = 1\nc = { d = 2 }").key == "x.a.b.c.d.e.f.g.h"
    assert _refused("a = [[[[[[[[[1]]]]]]]], [2]]").key == "a"
    assert _refused("a = [[2], [[[[[[[[1]]]]]]]], [2]]\nb = { c = 1 }").key == "a"


BASE: dict[str, Any] = {
    "name": "base",
    "bids": {"lowest": 80, "step": 10},
    "score": {"made": {"declarer": 1, "defence": 2, "doubled": {"declarer": 3}}, "failed": {"declarer": 4}},
}


@pytest.mark.parametrize(
    ("variant", "changed"),
    [
        ({"name": "other", "bids": {"step": 5}}, {"bids": {"lowest": 80, "step": 5}}),
        ({"bids": 3}, {"bids": 3}),
        ({"bids": {"step": {"suit": 5}}}, {"bids": {"lowest": 80, "step": {"suit": 5}}}),
        ({"held": {"carried_to": "maker"}}, {"held": {"carried_to": "maker"}}),
        ({"score": {"made": {"defence": 7}}}, {"score": {**BASE["score"], "made": {"defence": 7}}}),
        ({"score": {"made": {"keep": 7}}}, {"score": {**BASE["score"], "made": {"keep": 7}}}),
        (
            {"score": {"made": {"doubled": {"defence": 7}}}},
            {"score": {**BASE["score"], "made": {**BASE["score"]["made"], "doubled": {"defence": 7}}}},
        ),
        ({"score": {"made": 7}}, {"score": {**BASE["score"], "made": 7}}),
        ({"score": {"held": {"doubled": {}}}}, {"score": {**BASE["score"], "held": {"doubled": {}}}}),
        ({"score": 7}, {"score": 7}),
        ({}, {}),
    ],
)
def test_a_variant_lies_over_its_file(variant: dict[str, Any], changed: dict[str, Any]) -> None:
    before = repr(BASE)
    assert merge_variant(BASE, variant) == {**BASE, **changed}
    assert repr(BASE) == before


def test_a_variant_can_bring_the_grid_or_find_one_that_is_none() -> None:
    rows = {"made": {"declarer": 1}}
    assert merge_variant({"id": "x"}, {"score": rows}) == {"id": "x", "score": rows}
    assert merge_variant({"score": 3}, {"score": rows}) == {"score": rows}
    assert merge_variant({"score": {"made": 3}}, {"score": {"made": {"doubled": {}}}}) == {
        "score": {"made": {"doubled": {}}}
    }


def _reader(tree: dict[str, Any], prefix: str = "") -> Reader:
    return Reader(tree, lambda key: 100 + len(key), prefix)


def test_a_refusal_names_the_whole_key_and_asks_for_its_line() -> None:
    error = _reader({}, "penalty[2].").error("amount", "flag", given="x")
    assert (error.code, error.key, error.line, error.file) == ("flag", "penalty[2].amount", 117, "")
    assert error.values == {"given": "x"}
    inner = _reader({}, "a.").inside("b[1]", {"c": 1})
    assert (inner.error("c", "flag").key, inner.take("c")) == ("a.b[1].c", 1)


def test_a_key_is_taken_once_and_its_tables_must_be_tables() -> None:
    tree = {"a": {"b": {"c": 1, "d": 2}}, "e": 3}
    reader = _reader(tree)
    assert (reader.has("a.b.c"), reader.has("a.b"), reader.has("a.x"), reader.has("e.f")) == (True, True, False, False)
    assert (reader.is_table("a.b"), reader.is_table("a.b.c"), reader.is_table("e"), reader.is_table("e.f")) == (
        True, False, False, False,
    )  # fmt: skip
    assert (reader.take("a.b.c"), reader.take("a.b.c"), reader.take("x.y")) == (1, None, None)
    assert tree["a"] == {"b": {"c": 1, "d": 2}}, "what was given stays as it was"
    for key, named in (("e.f", "e"), ("a.b.d.x.y", "a.b.d")):
        with pytest.raises(RuleSetError) as caught:
            reader.take(key)
        assert (caught.value.code, caught.value.key) == ("table", named)


@pytest.mark.parametrize(
    ("given", "most", "code"),
    [(0, None, ""), (999_999, None, ""), (-1, None, "whole"), (1_000_000, None, "whole"), (5, 4, "whole"), (4, 4, "")],
)
def test_a_number_without_bounds_of_its_own_has_six_digits(given: int, most: int | None, code: str) -> None:
    ends = {} if most is None else {"high": most}
    said = {"low": 0, "high": 999_999 if most is None else most, "given": str(given)}
    default = dict.fromkeys(("suit", "SA", "TA"), 7)
    for read, key in (
        (lambda: _reader({"a": given}).whole("a", 3, **ends), "a"),
        (lambda: _reader({}).checked("a", given, **ends), "a"),
        (lambda: _reader({"a": given}).by_mode("a", default, **ends)["suit"], "a"),  # type: ignore[arg-type]
        (lambda: _reader({"a": {"SA": given}}).by_mode("a", default, **ends)["SA"], "a.SA"),  # type: ignore[arg-type]
    ):
        if not code:
            assert read() == given
            continue
        with pytest.raises(RuleSetError) as caught:
            read()
        assert (caught.value.code, caught.value.key, caught.value.values) == (code, key, said)


def test_a_number_by_trump_mode_keeps_what_is_left_out() -> None:
    default: Any = {"suit": 1, "SA": 2, "TA": 3}
    assert _reader({"a": {"SA": 9}}).by_mode("a", default) == {"suit": 1, "SA": 9, "TA": 3}
    assert _reader({}).by_mode("a", default) == default
    assert _reader({"a": 9}).by_mode("a", default) == {"suit": 9, "SA": 9, "TA": 9}
    with pytest.raises(RuleSetError) as caught:
        _reader({"a": {"hearts": 9}}).by_mode("a", default)
    assert _said(caught.value) == ("name", "a.hearts", 108, caught.value.message)
    assert "suit, SA, TA" in caught.value.message


def test_what_is_left_is_refused_with_what_is_allowed_beside_it() -> None:
    reader = _reader({"a": {"b": 1, "x": 2}})
    reader.take("a.b")
    reader.take("a.c")
    reader.take("d")
    with pytest.raises(RuleSetError) as caught:
        reader.finish("more")
    assert (caught.value.code, caught.value.key) == ("key_in", "a.x")
    assert caught.value.values == {"table": "a", "allowed": "b, c"}
    for prefix, code in (("", "key_file"), ("p[1].", "key_here")):
        reader = _reader({"y": {"z": 1}}, prefix)
        reader.take("d")
        with pytest.raises(RuleSetError) as caught:
            reader.finish("more", "most")
        assert (caught.value.code, caught.value.key) == (code, f"{prefix}y")
        assert caught.value.values == {"table": prefix, "allowed": "d, more, most"}
    with pytest.raises(RuleSetError) as caught:
        _reader({"y": 1}).finish()
    assert caught.value.values == {"table": "", "allowed": ""}
    _reader({}).finish()


@pytest.mark.parametrize("value", [10**9 - 1, 1 - 10**9])
def test_a_formula_may_be_a_number_of_up_to_nine_digits(value: int) -> None:
    with pytest.raises(RuleSetError) as caught:
        _reader({}).formula("a", value, ("bid",))
    assert caught.value.code == "unread", "read as a formula, which has no such numbers"
    with pytest.raises(RuleSetError) as caught:
        _reader({}).formula("a", value + (1 if value > 0 else -1), ("bid",))
    assert caught.value.code == "formula"
    assert _reader({}).formula("a", 162, ()).text == "162"
    assert _reader({}).formula("a", None, ("bid",), default="bid").text == "bid"
    with pytest.raises(RuleSetError):
        _reader({}).formula("a", None, ("bid",))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (10**30 - 1, "9" * 30), (10**30, "long_number"), (-(10**30), "long_number"), (1 - 10**30, "-" + "9" * 30),
        ({}, "a_table"), ([], "a_list"), (True, "true"), (False, "false"), (1.5, "1.5"), ("x", "'x'"),
        ("it's", "'it's'"), (datetime.date(2020, 1, 2), "2020-01-02"),
        ("x" * 38, "'" + "x" * 38 + "'"), ("x" * 39, "'" + "x" * 36 + "..."), ("x" * 99, "'" + "x" * 36 + "..."),
    ],
)  # fmt: skip
def test_a_value_is_shown_short(value: object, shown: str) -> None:
    assert shown_value(value) == shown
