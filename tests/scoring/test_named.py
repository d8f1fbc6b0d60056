"""A rule set by its name on a command line: which part of it is a file or an id, and which are variants."""

from pathlib import Path

import pytest

from scoring.rules import RuleSetError, preset_source
from scoring.rules.named import MAX_BYTES, is_file_name, read_file, ruleset_named, source_named, split_name
from scoring.rules.source import MAX_SOURCE

SOURCE = preset_source("club")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("club", ("club", ())),
        ("club+a+b", ("club", ("a", "b"))),
        ("+a", ("", ("a",))),
        (".toml+a", (".toml", ("a",))),
        ("x.toml", ("x.toml", ())),
        ("x.toml+a+b", ("x.toml", ("a", "b"))),
        ("x+y.toml", ("x+y.toml", ())),
        ("x+y.toml+a", ("x+y.toml", ("a",))),
        ("x+y+z.toml", ("x+y+z.toml", ())),
        ("x.toml+y.toml", ("x.toml", ("y.toml",))),
        ("folder/x+a", ("folder/x", ("a",))),
    ],
)
def test_the_first_part_that_ends_like_a_file_is_one_else_the_first_part(
    name: str, parts: tuple[str, tuple[str, ...]]
) -> None:
    assert split_name(name) == parts


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_longest_name_of_a_file_that_is_there_is_taken(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    parts = ["a", "b", "c", "d"]
    for name in {"+".join(parts[:count]), "a"}:
        Path(name).write_text(SOURCE, encoding="utf-8")
    assert split_name("a+b+c+d") == ("+".join(parts[:count]), tuple(parts[count:]))


def test_a_file_of_the_shortest_name_comes_before_one_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert split_name("a+b.toml") == ("a+b.toml", ())
    Path("a").write_text(SOURCE, encoding="utf-8")
    assert split_name("a+b.toml") == ("a", ("b.toml",))


def test_what_names_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_file_name("x.toml") and is_file_name("a/b") and is_file_name("a\\b")
    assert not is_file_name("club") and not is_file_name("x")
    for name in ("club", "x"):
        Path(name).write_text(SOURCE, encoding="utf-8")
    assert is_file_name("x") and not is_file_name("club")
    assert ruleset_named("x").sha256 == ruleset_named("club").sha256 == ruleset_named("./club").sha256
    assert source_named("x+held") == (SOURCE, ("held",))


def test_a_slip_in_a_file_is_said_with_the_file_and_one_in_an_id_without(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('id = "x"\n[game]\nkind = 3\n', encoding="utf-8")
    with pytest.raises(RuleSetError) as caught:
        ruleset_named(str(path))
    assert str(caught.value).startswith(f"{path}")
    with pytest.raises(RuleSetError) as caught:
        ruleset_named("club+none")
    assert (caught.value.file, caught.value.code) == ("", "no_variant")


def refused(path: Path) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        read_file(path)
    return caught.value


def test_a_file_that_cannot_be_read_is_said_in_words(tmp_path: Path) -> None:
    missing = refused(tmp_path / "x.toml")
    assert (missing.code, missing.file) == ("unreadable", str(tmp_path / "x.toml"))
    assert missing.values == {"reason": "No such file or directory"}
    odd = refused(Path("a\0b"))
    assert (odd.code, odd.values["reason"]) == ("unreadable", "embedded null byte")


def test_a_file_may_be_as_long_as_the_longest_text_and_no_longer(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    assert MAX_BYTES == 4 * MAX_SOURCE
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(read_file(path)) == MAX_BYTES
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    error = refused(path)
    assert (error.code, error.file, error.values) == ("source_size", str(path), {"most": MAX_SOURCE})


def test_a_very_long_file_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class File:
        def __enter__(self) -> "File":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def read(self, most: int = -1) -> bytes:
            asked.append(most)
            return b"x"

    monkeypatch.setattr(Path, "open", lambda *_: File())
    assert read_file(tmp_path / "x.toml") == "x"
    assert asked == [MAX_BYTES + 1]


@pytest.mark.parametrize(("data", "line"), [(b"\xff", 1), (b"\n\xff\n", 2), (b"a\nb\n\n\xffc\n", 4)])
def test_a_file_that_is_no_utf8_is_said_with_its_line(data: bytes, line: int, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(data)
    error = refused(path)
    assert (error.code, error.line) == ("utf8", line)
    path.write_bytes(b"\xef\xbb\xbf# \xc3\xa9")
    assert read_file(path) == "# é"
