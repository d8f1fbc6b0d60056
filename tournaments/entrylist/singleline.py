"""One line of a list of single players: "12. Monique Rivière", "Rivière Monique (arrive à 21 h)", "René Lucas absent".

Whoever keeps such a list notes beside the name what the evening needs. The name is what is wanted; that somebody is not
there is understood, the rest is left out and said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.entrylist.given_names import COMMON
from tournaments.entrylist.pairline import no_partner, split_pair
from tournaments.entrylist.text import clean, fold, has_letter, word_set

_HALF = re.compile(r"(?<!\S)\(?(?:½|1\s*/\s*2|0[.,]5)\)?(?!\S)")
_ABSENT = re.compile(
    r"(?<!\w)(?:absente?|abs\b\.?|excusée?|exc\b\.|indisponible|ne\s+vient\s+pas|ne\s+sera\s+pas\s+là|pas\s+là"
    r"|absent|abwesend|afwezig|assente)(?!\w)",
    re.IGNORECASE,
)
_SEEKS = re.compile(r"(?<!\w)(?:re)?cherche(?:\s+une?)?\s+(?:partenaire|[ée]quipi(?:er|[èe]re))(?!\w)", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_SIGNS = " \t.,;:!*-–—•·▪■□☐"
# Small words with which a family name may begin; any other small first letter begins a remark.
_PARTICLES = word_set(
    "le la les l de du des d van von der den ter ten zu zur di da del della dos das do el ben ait st ste"
)


@dataclass(frozen=True, slots=True)
class SingleLine:
    """A number where one was written (1 to 9999); the names, one if the line is as it should be; ``absent``: it says
    that who is named is not there; ``remarks``: there was more, which is not kept."""

    number: int | None
    names: tuple[str, ...]
    absent: bool = False
    remarks: bool = False


def parse_single_line(text: str) -> SingleLine:
    """Read a line of one player; never raises. More than one name comes back where the line names several."""
    text = clean(text)
    bare, absences = _ABSENT.subn(" ", _SEEKS.sub(" ", text))
    bare = _BRACKETS.sub(lambda found: found[0] if has_letter(found[0]) else " ", bare)
    bare, halves = _HALF.subn(" ", bare)
    number, parts = split_pair(clean(bare))
    names: list[str] = []
    remarks = halves > 0
    for part in (part.strip(_SIGNS) for part in parts):
        if not has_letter(part) or no_partner(part):
            continue
        if names and _is_remark(part):
            remarks = True
        else:
            names.append(part)
    return SingleLine(number, tuple(names), absences > 0, remarks)


def _is_remark(part: str) -> bool:
    """Whether what stands behind a name is no second name: one word that nobody is called by, with figures in it, or
    begun with a small letter as nobody's name is."""
    words = part.split()
    one_word = len(words) == 1 and fold(part) not in COMMON
    begins_small = part[0].islower() and fold(words[0]) not in _PARTICLES
    return one_word or begins_small or any(c.isdigit() for c in part)
