"""What the rules are said to be, whole, in files that a person reads before they are kept.

python -m tests.scoring.golden        writes them anew; look at the difference before committing

A file is of parts, each under a line of its own: "=== title".
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from scoring.rules import RuleSet, load_ruleset
from scoring.rules.describe import describe
from scoring.rules.diff import differences
from scoring.rules.slips import slips
from tests.scoring.answered import answers
from tests.scoring.broken import breaks
from tests.scoring.census import censuses
from tests.scoring.looked_at import looks
from tests.scoring.plainly import plainly
from tests.scoring.played import games
from tests.scoring.refused import refusals
from tests.scoring.resolved import resolutions
from tests.scoring.rule_files import ruleset_of
from tests.scoring.rules_to_change import BASE, CHANGES, RICH, SLIPS, changed, slipped
from tests.scoring.searched import searches
from tests.scoring.told import tellings

FOLDER = Path(__file__).with_name("golden")
WHOLE = {
    "en": ("club", "ffb-coinche-2015+held", "rl15", "rjcv", "guide-belote-two", "jweb"),
    "fr": ("ffb-contree-2016", "stephanoise", "lions", "bga", "bridgee", "fauxd"),
}


HEAD = "=== "
Parts = list[tuple[str, Callable[[], list[str]]]]


def parts() -> dict[str, Parts]:
    """File name to its parts: the title of each, and how to come by the lines that should stand under it."""
    found: dict[str, Parts] = {f"rules-{language}.txt": _wholes(language) for language in WHOLE}
    found["changes-en.txt"] = [(f"{old!r} -> {new!r}", partial(_change, old, new, "en")) for old, new in CHANGES]
    found["slips-en.txt"] = [(f"{code} {key}", partial(_slips, slipped(old, new))) for code, key, old, new in SLIPS]
    found["refusals.txt"] = [(title, partial(_refusal, hear)) for title, hear in refusals()]
    found["resolved.txt"] = list(resolutions())
    found["looked-at.txt"] = list(looks())
    found["told.txt"] = list(tellings())
    found["answers.txt"] = list(answers())
    found["census.txt"] = list(censuses())
    found["games.txt"] = list(games())
    found["plainly.txt"] = list(plainly())
    found["searched.txt"] = list(searches())
    found["broken.txt"] = list(breaks())
    return found


def text(lines: list[str]) -> str:
    """As it stands in a file, no-break spaces as plain ones."""
    return "".join(f"{line}\n" for line in lines).replace("\u00a0", " ")


def kept(name: str) -> list[tuple[str, str]]:
    """The parts of a file as they were kept: title and text."""
    whole = (FOLDER / name).read_text(encoding="utf-8").removeprefix(HEAD)
    return [(title, under) for title, _, under in (part.partition("\n") for part in whole.split(f"\n{HEAD}"))]


def _wholes(language: str) -> Parts:
    rows: Parts = [("rich", lambda: _whole(load_ruleset(RICH), language))]
    for named in WHOLE[language]:
        id_, *variants = named.split("+")
        rows.append((named, partial(_named, id_, tuple(variants), language)))
    return rows


def _named(id_: str, variants: tuple[str, ...], language: str) -> list[str]:
    return _whole(ruleset_of(id_, variants), language)


def _refusal(hear: Callable[[], str]) -> list[str]:
    return hear().splitlines()


def _whole(ruleset: RuleSet, language: str) -> list[str]:
    lines = []
    for section in describe(ruleset, language):
        lines += ["", f"{section.title} [{section.id}]", *section.sentences]
    return [*lines, ""]


def _change(old: str, new: str, language: str) -> list[str]:
    lines = []
    for section in differences(BASE, changed(old, new), language):
        lines.append(f"{section.title} [{section.section}]")
        lines += [f"- {said}" for said in section.old]
        lines += [f"+ {said}" for said in section.new]
        lines += [f"  {change.key}: {change.old!r} -> {change.new!r}" for change in section.changes]
    return [*lines, ""]


def _slips(source: str) -> list[str]:
    found = slips(load_ruleset(source), source)
    return [f"{slip.line} {slip.key} {slip.code}: {slip.text('en')}" for slip in found]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, rows in parts().items():
        whole = "".join(f"{HEAD}{title}\n{text(under())}" for title, under in rows)
        (FOLDER / name).write_text(whole, encoding="utf-8")


if __name__ == "__main__":
    main()
