"""Putting back what nothing may erase: what is public, and points that a person gave or took."""

import uuid
from typing import TYPE_CHECKING

from django.db.models import Max

from tournaments.archive.live import counting, public
from tournaments.models import Adjustment, Publication, PublicationWithdrawal
from tournaments.services import showing
from tournaments.services.archive_rows import rows_of
from tournaments.signals import publication_withdrawn, results_published

if TYPE_CHECKING:
    from tournaments.services.restoring import Restoring


def counter_adjustments(of: "Restoring") -> None:
    """What was given since is made void by a counter entry, and what was made void since counts again by another."""
    of.make("adjustments", of.difference("adjustments").new.values())
    now = rows_of("adjustments", of.tournament)
    counts_now = {row["id"] for row in counting(now)}
    counts_then = {row["id"] for row in counting(of.wanted["adjustments"])}
    voided_by = {row["voids"]: row["id"] for row in now if row["voids"] is not None}
    by_id = {row["id"]: row for row in now}
    for root in sorted(counts_now ^ counts_then):
        last = root
        while last in voided_by:
            last = voided_by[last]
        row = by_id[last]
        Adjustment.objects.create(
            entry_id=uuid.UUID(row["entry"]),
            round_id=uuid.UUID(row["round"]) if row["round"] else None,
            points=-row["points"],
            reason=of.reason[:300],
            by_id=of.actor.user,
            voids_id=uuid.UUID(row["id"]),
        )


def put_back(of: "Restoring") -> None:
    """Everybody sees what the file says: newer versions are taken back, older ones are published again as new ones; but
    what was taken back stays so while results are held back."""
    is_held = showing.is_held(of.tournament)
    then = {(row["what"], row["round"]): row["sha256"] for row in public(of.wanted)}
    mine = Publication.objects.filter(tournament=of.tournament)
    shown: dict[tuple[str, str | None], Publication] = {}
    for row in mine.select_related("withdrawal").order_by("version"):
        shown[row.what, str(row.round_id) if row.round_id else None] = row
    for key in sorted(then.keys() | shown.keys(), key=lambda key: (key[0], key[1] or "")):
        last, sha256 = shown.get(key), then.get(key)
        is_public = last is not None and not hasattr(last, "withdrawal")
        if last is None or (is_public and last.sha256 == sha256) or (not is_public and (sha256 is None or is_held)):
            continue
        if sha256 is None:
            PublicationWithdrawal.objects.create(publication=last, reason=of.reason[:300], by_id=of.actor.user)
            publication_withdrawn.send(sender=Publication, publication_id=last.pk)
        else:
            _publish_again(of, last, sha256)


def _publish_again(of: "Restoring", last: Publication, sha256: str) -> None:
    versions = Publication.objects.filter(tournament=of.tournament, what=last.what, round=last.round_id)
    old = versions.filter(sha256=sha256).order_by("-version").first()
    if old is None:  # never: publications are not erased
        return
    made = Publication.objects.create(
        tournament=of.tournament,
        what=old.what,
        round_id=old.round_id,
        version=(versions.aggregate(last=Max("version"))["last"] or 0) + 1,
        revision=of.tournament.revision,
        figures=old.figures,
        sha256=old.sha256,
        by_id=of.actor.user,
    )
    results_published.send(sender=Publication, publication_id=made.pk)
