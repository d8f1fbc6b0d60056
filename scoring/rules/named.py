"""A rule set by how it is named on a command line: ``ID`` or ``FILE.toml``, either followed by ``+VARIANT`` ones.

What ends in ``.toml`` or holds a path separator is a file, everything else an id: a file that is called like an id is
read as ``./id``. A ``+`` may be in a path too: the longest name of a file that exists is taken, and what follows
it are variants.
"""

from pathlib import Path

from scoring.rules.errors import RuleSetError
from scoring.rules.loading import load_ruleset
from scoring.rules.presets import preset_ids, preset_source
from scoring.rules.ruleset import RuleSet
from scoring.rules.source import MAX_SOURCE

SUFFIX = ".toml"
# UTF-8 takes at most four bytes a character.
MAX_BYTES = 4 * MAX_SOURCE


def ruleset_named(name: str) -> RuleSet:
    """The rule set called ``name``. Raises RuleSetError, with the file's key and line where they are known, for an
    unknown id or variant and for a file that cannot be read or used."""
    base, _ = split_name(name)
    source, variants = source_named(name)
    try:
        return load_ruleset(source, variants)
    except RuleSetError as error:
        raise error if not is_file_name(base) else error.in_file(base) from None


def source_named(name: str) -> tuple[str, tuple[str, ...]]:
    """The text of the rule set called ``name``, and the variants to lay over it. Raises RuleSetError where there is no
    such text; what is in it is not looked at."""
    base, variants = split_name(name)
    return read_file(Path(base)) if is_file_name(base) else preset_source(base), variants


def split_name(name: str) -> tuple[str, tuple[str, ...]]:
    """The id or file in ``name``, and its variants in their order."""
    parts = name.split("+")
    for count in range(len(parts), 0, -1):
        base = "+".join(parts[:count])
        if is_file_name(base) and Path(base).is_file():
            return base, tuple(parts[count:])
    count = next((n for n in range(1, len(parts) + 1) if "+".join(parts[:n]).endswith(SUFFIX)), 1)
    return "+".join(parts[:count]), tuple(parts[count:])


def is_file_name(base: str) -> bool:
    """Whether it names a file: by its form, or because no rule set has that id and a file is there."""
    if base.endswith(SUFFIX) or "/" in base or "\\" in base:
        return True
    return base not in preset_ids() and Path(base).is_file()


def read_file(path: Path) -> str:
    """The text of a rule-set file. Raises RuleSetError in words of its own where it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RuleSetError("unreadable", file=str(path), reason=reason) from None
    if len(data) > MAX_BYTES:
        raise RuleSetError("source_size", file=str(path), most=MAX_SOURCE)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RuleSetError("utf8", line=line, file=str(path)) from None
