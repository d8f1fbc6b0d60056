"""Every copy of a tournament a second time off the machine, where such a place is set (``core.away``).

A job does it, so that a share that does not answer holds nobody up; what could not be kept stays to be done, is said on
the page of the copies, and tried again until it is.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core import away, files, jobs
from core.jobs import JobContext
from core.models import Job
from tournaments.models import Snapshot, Tournament

#: The kind of the job; there is one for all tournaments.
KIND = "copies-away"
KEY = "all"
#: What fails is tried again so much later while an evening goes on, else each night.
AGAIN_AFTER, OF_TONIGHT = timedelta(minutes=5), timedelta(days=1)
#: The copy itself is gone: no use to try again.
GONE = "gone"


def ask() -> None:
    """Ask for it in the caller's transaction, where a place is set."""
    if away.place() is not None:
        jobs.enqueue(KIND, KEY)


def waiting() -> QuerySet[Snapshot]:
    """The copies that are not there yet, the oldest first; those of rehearsals never go."""
    rows = Snapshot.objects.filter(away_at=None, tournament__rehearsal_of=None).exclude(away_error=GONE)
    return rows.select_related("file", "tournament__club").order_by("at", "pk")


def make(job: JobContext) -> dict[str, Any]:
    """The job: keep all that is not kept yet. Where something fails, it is asked for again, a little later."""
    kept = failed = 0
    elsewhere = True
    for copy in waiting():
        try:
            found = away.keep(files.path_of(copy.file.sha256), folders(copy.tournament), name(copy))
        except away.NotKept as error:
            failed += 1
            Snapshot.objects.filter(pk=copy.pk).update(away_error=error.code)
            if error.code in ("missing", "full"):  # no use to try the others
                waiting().exclude(pk=copy.pk).update(away_error=error.code)
                break
        else:
            kept, elsewhere = kept + 1, found.elsewhere
            Snapshot.objects.filter(pk=copy.pk).update(away_at=timezone.now(), away_error="")
    result = {"kept": kept, "failed": failed, **({"same_disk": not elsewhere} if kept else {})}
    with transaction.atomic():
        job.finish(result)
        if failed and waiting().filter(at__gt=timezone.now() - OF_TONIGHT).exists():
            jobs.enqueue_later(KIND, KEY, AGAIN_AFTER)
    return result


def folders(tournament: Tournament) -> tuple[str, str]:
    """Where the copies of a tournament lie: its club's folder, and its own, told apart by its id."""
    return tournament.club.slug, f"{tournament.slug}-{str(tournament.pk)[:8]}"


def name(copy: Snapshot) -> str:
    """When it was made, and what for."""
    cause = Snapshot.Cause
    what = {cause.ROUND: f"round-{copy.round_number or 0}", cause.ACT: copy.action or "act"}.get(
        cause(copy.cause), "asked"
    )
    at = timezone.localtime(copy.at)
    return f"{at:%Y%m%d-%H%M%S}-{str(copy.pk)[:8]}-{what}.json.gz"


def on_same_disk() -> bool:
    """Whether the place was last seen to be on the disk of the data folder, which is no place off the machine."""
    told = Job.objects.filter(kind=KIND, key=KEY, state=Job.State.DONE, result__has_key="same_disk")
    last = told.order_by("-finished_at").values_list("result", flat=True).first()
    return bool(last and last["same_disk"])
