"""``manage.py rulesets``: what rule sets there are, what they say, what is wrong with a file, how two differ.

Only what touches a club's own rule sets (``--club``, ``import``) needs the database.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring import rules, rulesets_cli
from scoring.rules import RuleSetError, languages
from scoring.rules.describe import describe
from scoring.rules.diff import differences
from scoring.rules.named import ruleset_named, source_named
from scoring.rules.settings import file_tree
from scoring.rules.toml_text import write_toml
from scoring.rulesets_errors import RulesetRefused

NAMED = "ID|FILE.toml[+VARIANT...]"
SCHEMA = Path(rules.__file__).with_name("schema.json")


class Command(BaseCommand):
    help = (
        "Lists, shows, checks, compares, exports and imports rule sets. A rule set is named by its id or by a file, "
        "either followed by +VARIANT ones. Exit status: 0 done; 1 a file that cannot be used (validate; with --strict "
        "also one with remarks) or rule sets that differ (diff); 2 there is no such rule set, file or club."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
        said = ArgumentParser(add_help=False)
        said.add_argument("--language", default="en", choices=languages(), help="language of names and sentences")

        one = verbs.add_parser("list", parents=[said], help="the presets with their variants")
        one.add_argument("--json", action="store_true", help="as JSON")

        one = verbs.add_parser("show", parents=[said], help="the rules in words, or resolved as a file or as data")
        one.add_argument("ruleset", metavar=NAMED)
        form = one.add_mutually_exclusive_group()
        form.add_argument("--toml", action="store_true", help="as a file: variants merged, every key written out")
        form.add_argument("--json", action="store_true", help="as the data that phones score with, with its sha256")

        one = verbs.add_parser("validate", parents=[said], help="errors and remarks, with key and line")
        one.add_argument("rulesets", metavar=NAMED, nargs="+")
        one.add_argument("--strict", action="store_true", help="exit status 1 for remarks, too")
        one.add_argument("--quick", action="store_true", help="without trying made-up deals, which takes seconds")

        one = verbs.add_parser("diff", parents=[said], help="what two rule sets count differently")
        one.add_argument("old", metavar=NAMED)
        one.add_argument("new", metavar=NAMED)
        one.add_argument("--json", action="store_true", help="the keys that differ, as JSON")

        one = verbs.add_parser("export", help="a rule set as one file, its variants merged in")
        one.add_argument("ruleset", metavar=f"{NAMED}|KEY", help="with --club: the rule set's address in the club")
        one.add_argument("file", nargs="?", help="written there if it is not there yet; else to standard output")
        one.add_argument("--club", help="the club's address: a rule set of its own, as it was last saved")

        one = verbs.add_parser("import", help="a file into a club, as a rule set of its own")
        one.add_argument("file", metavar="FILE.toml[+VARIANT...]")
        one.add_argument("--club", required=True, help="the club's address")
        one.add_argument("--name", help="what it is called; the file's own name where it is not given")
        one.add_argument("--save", action="store_true", help="save it as a version at once, not as a draft")

        verbs.add_parser("schema", help="the JSON Schema of rule-set files")

    def handle(self, *args: Any, **options: Any) -> None:
        verbs: dict[str, Callable[..., int]] = {
            "list": self._list,
            "show": self._show,
            "validate": self._validate,
            "diff": self._diff,
            "export": self._export,
            "import": self._import,
            "schema": self._schema,
        }
        try:
            status = verbs[options["verb"]](**options)
        except (RuleSetError, rulesets_cli.NotThere) as error:
            raise CommandError(str(error), returncode=2) from None
        except RulesetRefused as error:
            raise CommandError(rulesets_cli.refusal(error), returncode=1) from None
        except BrokenPipeError:
            # The reader has gone. Python would flush into the closed pipe once more at its end: give it another.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        if status:
            sys.exit(status)

    def _list(self, *, language: str, json: bool, **_: Any) -> int:
        found = rulesets_cli.presets(language)
        if json:
            self._json(found)
            return 0
        width = max(len(row["ruleset"]) for row in found)
        for row in found:
            self.stdout.write(f"{row['ruleset']:<{width}}  {row['name']}")
        return 0

    def _show(self, *, ruleset: str, language: str, toml: bool, json: bool, **_: Any) -> int:
        resolved = ruleset_named(ruleset)
        if toml:
            self.stdout.write(write_toml(file_tree(resolved)), ending="")
        elif json:
            self._json({"id": resolved.id, "sha256": resolved.sha256, "rules": resolved.canonical()})
        else:
            self.stdout.write(resolved.title(language))
            for section in describe(resolved, language):
                self.stdout.write(f"\n{section.title}\n")
                self.stdout.write("\n".join(f"  {sentence}" for sentence in section.sentences))
            if notes := resolved.origin.said(language).notes:
                self.stdout.write("\n" + "\n".join(f"  {note}" for note in notes.splitlines()))
        return 0

    def _validate(self, *, rulesets: list[str], language: str, strict: bool, quick: bool, **_: Any) -> int:
        status = 0
        for name in rulesets:
            source, variants = source_named(name)
            report = rulesets_cli.check(source, variants, language, quick=quick)
            for line in report.lines:
                self.stdout.write(f"{name}: {line}")
            if report.refused or (strict and report.lines):
                status = 1
            elif not report.lines:
                self.stdout.write(f"{name}: {rulesets_cli.IN_ORDER}")
        return status

    def _diff(self, *, old: str, new: str, language: str, json: bool, **_: Any) -> int:
        found = differences(ruleset_named(old), ruleset_named(new), language)
        if json:
            self._json([{"key": c.key, "old": c.old, "new": c.new} for section in found for c in section.changes])
            return 1 if found else 0
        for section in found:
            self.stdout.write(section.title)
            self.stdout.write("".join(f"- {text}\n" for text in section.old), ending="")
            self.stdout.write("".join(f"+ {text}\n" for text in section.new), ending="")
            for change in section.changes:
                self.stdout.write(f"  {change.key}: {_value(change.old)} -> {_value(change.new)}")
            self.stdout.write("")
        return 1 if found else 0

    def _export(self, *, ruleset: str, file: str | None, club: str | None, **_: Any) -> int:
        text = rulesets_cli.club_file(club, ruleset) if club else rulesets_cli.file_of(ruleset)
        if file is None:
            self.stdout.write(text, ending="")
            return 0
        try:
            with Path(file).open("x", encoding="utf-8", newline="\n") as out:
                out.write(text)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=2) from None
        return 0

    def _import(self, *, file: str, club: str, name: str | None, save: bool, **_: Any) -> int:
        self.stdout.write(rulesets_cli.import_file(club, file, name, save=save))
        return 0

    def _schema(self, **_: Any) -> int:
        self.stdout.write(SCHEMA.read_text(encoding="utf-8"), ending="")
        return 0

    def _json(self, value: Any) -> None:
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=2))


def _value(value: Any) -> str:
    return "not given" if value is None else json.dumps(value, ensure_ascii=False)
