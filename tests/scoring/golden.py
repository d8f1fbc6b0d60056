"""What the rules are said to be, whole, in files that a person reads before they are kept.

python -m tests.scoring.golden        writes them anew; look at the difference before committing
"""

from collections.abc import Iterator
from pathlib import Path

from scoring.rules import RuleSet, load_ruleset
from scoring.rules.describe import describe
from scoring.rules.diff import differences
from scoring.rules.slips import slips
from tests.scoring.rule_files import ruleset_of
from tests.scoring.rules_to_change import BASE, CHANGES, RICH, SLIPS, changed, slipped

FOLDER = Path(__file__).with_name("golden")
WHOLE = {
    "en": ("club", "ffb-coinche-2015+held", "rl15", "rjcv", "guide-belote-two", "jweb"),
    "fr": ("ffb-contree-2016", "stephanoise", "lions", "bga", "bridgee", "fauxd"),
}


def texts() -> dict[str, str]:
    """File name to what should stand in it, no-break spaces as plain ones."""
    found = {f"rules-{language}.txt": "\n".join(_wholes(language)) for language in WHOLE}
    found["changes-en.txt"] = "\n".join(_changes("en"))
    found["slips-en.txt"] = "\n".join(_slips())
    return {name: text.replace("\u00a0", " ") + "\n" for name, text in found.items()}


def _wholes(language: str) -> Iterator[str]:
    yield from _whole("rich", load_ruleset(RICH), language)
    for named in WHOLE[language]:
        id_, *variants = named.split("+")
        yield from _whole(named, ruleset_of(id_, tuple(variants)), language)


def _whole(named: str, ruleset: RuleSet, language: str) -> Iterator[str]:
    yield f"=== {named}"
    for section in describe(ruleset, language):
        yield f"\n{section.title} [{section.id}]"
        yield from section.sentences
    yield ""


def _changes(language: str) -> Iterator[str]:
    for old, new in CHANGES:
        yield f"=== {old!r} -> {new!r}"
        for section in differences(BASE, changed(old, new), language):
            yield f"{section.title} [{section.section}]"
            yield from (f"- {text}" for text in section.old)
            yield from (f"+ {text}" for text in section.new)
            yield from (f"  {change.key}: {change.old!r} -> {change.new!r}" for change in section.changes)
        yield ""


def _slips() -> Iterator[str]:
    for code, key, old, new in SLIPS:
        source = slipped(old, new)
        yield f"=== {code} {key}"
        for slip in slips(load_ruleset(source), source):
            yield f"{slip.line} {slip.key} {slip.code}: {slip.text('en')}"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
