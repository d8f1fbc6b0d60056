"""Score sheets of friends: a table with no club and no tournament, and its games. See ``scoring.friends``."""

from django.db import models
from django.utils import timezone

from core.models import UUIDModel


class FriendsTable(UUIDModel):
    """Who plays, how they count and how long: two, three or four ``players``, their first ``names`` in the order of the
    deal (an empty one was not given), open to who has its link. It is erased once it has not been used for a while."""

    players = models.PositiveSmallIntegerField()
    names = models.JSONField(default=list)
    ruleset_version = models.ForeignKey("scoring.RulesetVersion", on_delete=models.PROTECT, related_name="+")
    format = models.ForeignKey("scoring.GameFormat", on_delete=models.PROTECT, related_name="+")
    #: As long as one likes: the number of deals in the format is only where a sheet is full.
    open_ended = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(players__in=[2, 3, 4]), name="scoring_friends_players_known")
        ]


class FriendsGame(UUIDModel):
    """One game at a table of friends, the ``number``-th, with its score sheet."""

    table = models.ForeignKey(FriendsTable, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    sheet = models.OneToOneField("scoring.ScoreSheet", on_delete=models.PROTECT, related_name="friends_game")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="scoring_friends_game_once")]
