"""What those mark who do not play in a round."""

from tournaments.models import Result, Round, RoundStatus
from tournaments.standings.ranking import bye_average


def score_byes(round_: Round) -> None:
    """The average of the others, for each entry that rests; asked of the pure core, which says how it is rounded."""
    scores = list(Result.objects.filter(round=round_, source=Result.Source.GAME).values_list("points_for", flat=True))
    average = bye_average(scores)
    if average is None:  # nobody played: there is nothing to be the average of
        return
    for entry_id in round_.statuses.filter(status=RoundStatus.Status.BYE).values_list("entry_id", flat=True):
        # It concedes as much as it marks: over a round the others concede together what they score together.
        Result.objects.update_or_create(
            round=round_,
            entry_id=entry_id,
            game=None,
            defaults={"points_for": average, "points_against": average, "source": Result.Source.BYE},
        )


def rescore_byes(round_: Round) -> None:
    """After a correction in a closed round: what the resting entry marks follows."""
    if round_.state == Round.State.CLOSED:
        score_byes(round_)
