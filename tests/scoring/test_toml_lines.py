"""Where a key stands in a TOML text, and the line of a key that is far too long."""

import pytest

from scoring.rules.toml_lines import line_near, line_of, line_of_long_key, toml_error_line

TEXT = '''\
a = 1
"b c" = 2
[t]
x = 1
y.z = 2
text = """
x2 = 5
x3 = 6
end"""
after = 3
one = """whole"""
next = 1
lit = \'\'\'
q = 1
q2 = 1
\'\'\'
last = 4
word
a+b = 3
[[ p ]]
k = 1
[[p]]
k = 2
X1 = 3
[ u . v ]
w = 1
last = 5
[Xa]
b = 1
[[p.q]]
r = 1
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("a", 1), ("bc", 2), ("t", 3), ("t.x", 4), ("t.y.z", 5), ("t.y", 3), ("t.text", 6), ("t.x2", 3), ("t.x3", 3),
        ("t.after", 10), ("t.one", 11), ("t.next", 12), ("t.lit", 13), ("t.q", 3), ("t.q2", 3), ("t.last", 17),
        ("t.word", 3), ("t.a+b", 3), ("p", 20), ("p[1]", 20), ("p[1].k", 21), ("p[2]", 22), ("p[2].k", 23),
        ("p[2].X1", 24), ("p[2].none", 22), ("p[3]", 20), ("u.v", 25), ("u.v.w", 26), ("u.v.last", 27),
        ("u.v.w.deep", 26),
        ("u.v.w[2]", 26), ("Xa", 28), ("Xa.b", 29), ("p.q[1].r", 31), ("u", None), ("z", None), ("t2", None),
        ("x", None), ("", None),
    ],
)  # fmt: skip
def test_the_line_of_a_key_or_of_the_table_that_holds_it(key: str, line: int | None) -> None:
    assert line_of(TEXT, key) == line


def test_of_a_key_that_stands_twice_the_first_line_counts() -> None:
    assert line_of("a = 1\na = 2\n", "a") == 1
    assert line_of("a = 1\na = 2\n", "a.b") == 1


@pytest.mark.parametrize(
    ("key", "line"),
    [("t.after", 10), ("u.none", 25), ("u.none.deep", 25), ("u", 1), ("none", 1), ("none.deep", 1), ("p.q", 30)],
)
def test_the_line_to_look_at_where_a_key_is_missing(key: str, line: int) -> None:
    assert line_near(TEXT, key) == line
    assert line_near("", key) == 1


def long_key(parts: int, part: str = "a") -> str:
    return ".".join([part] * parts)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"{long_key(101)} = 1", None),
        (f"{long_key(102)} = 1", 1),
        (f"x = 1\n{long_key(102)} = 1\n\n", 2),
        (f"\n{long_key(102)} = 1\n", 2),
        (f"{long_key(101)} = 1\n{long_key(101)} = 2", None),
        (f"[{long_key(60)}]\n{long_key(60)} = 2", None),
        (f"x = {{ {long_key(60)} = 1, {long_key(60)} = 2 }}", None),
        (long_key(102, '"a"'), 1),
        (long_key(102, "'a'"), 1),
        (f"x = '{long_key(102)}'", None),
        (f'x = """\n{long_key(102)}\n"""', None),
        (f"x = '''\n{long_key(102)}\n'''\n{long_key(102)} = 1", 4),
        (f"# {long_key(102)}\n", None),
        (f'x = """\n{long_key(102)}', None),
        (f"x = '''\n{long_key(102)}", None),
        (f'x = "\n{long_key(102)}', None),
        (f"x = '\n{long_key(102)}", None),
        ("", None),
    ],
)
def test_the_line_of_a_key_of_more_than_a_hundred_parts(source: str, line: int | None) -> None:
    assert line_of_long_key(source) == line


def test_the_line_in_a_message_of_the_reader() -> None:
    assert toml_error_line("Invalid value (at line 12, column 3)") == 12
    assert toml_error_line("Invalid value (at end of document)") is None
