"""Every kind of paper that the page of the papers offers beside the posters, by its word."""

from documents import certificates, handouts, list_papers, move_papers, receipts, rule_pages, sheet_papers, ways
from documents.kinds import Kind

#: Kinds that are made of a tournament. Score sheets, which are a round's, and movement cards, which are a stage's, have
#: a kind each for what is chosen of them.
KINDS: dict[str, Kind] = {
    kind.what: kind
    for kind in (
        Kind(
            "standings", list_papers.gather_standings, styles=list_papers.STYLES, numbered=list_papers.NUMBERED_STYLES
        ),
        Kind("cross", ways.gather_cross),
        Kind("ways", ways.gather_ways, sizes=("A5x2", "A5"), ranged="numbers"),
        Kind("rules", rule_pages.gather),
        Kind("entries", list_papers.gather_entries, styles=("", "names")),
        Kind("fees", list_papers.gather_fees, styles=("", "names"), right="MONEY"),
        Kind("tables", handouts.gather_table_cards, sizes=("A4", "A5", "A6"), ranged="tables"),
        Kind("badges", handouts.gather_badges, ranged="numbers"),
        Kind("blanks", sheet_papers.gather_blanks, sizes=sheet_papers.SIZES, ranged="tables", counted=True),
        Kind("code", handouts.gather_code_poster, sizes=("A4", "A5x2")),
        Kind("prizes", list_papers.gather_prizes, styles=("", "won")),
        Kind("receipts", receipts.gather, ranged="numbers", right="MONEY"),
        Kind("certificates", certificates.gather, styles=("", certificates.THANKS), ranged="places"),
    )
}
SHEETS = Kind("sheets", sheet_papers.gather, of="round", sizes=sheet_papers.SIZES, ranged="tables")
CARDS = Kind("cards", move_papers.gather_cards, of="stage", ranged="numbers")


def by_job(job_kind: str) -> Kind:
    """The kind whose job is called so. KeyError."""
    return KINDS[job_kind.removeprefix("pdf.")]
