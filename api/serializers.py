"""The fields of the answers: names are stable, new ones may come. What they hold is made in ``api.shapes``.

Points are whole numbers; instants are UTC, dates local to the tournament. ``side``: NS or EW.
"""

from typing import Any

from rest_framework import serializers

from scoring.rules.cards import SIDES, TRUMPS
from scoring.rules.deal import CONTRACT_WORDS, DOUBLES
from tournaments import agreed


class Shape(serializers.Serializer[Any]):
    """Fields and their meaning; nothing is saved by it."""


class LinkSerializer(Shape):
    """A club or region by its address and name."""

    slug = serializers.SlugField()
    name = serializers.CharField()


class ClubSerializer(Shape):
    slug = serializers.SlugField()
    name = serializers.CharField()
    region = LinkSerializer(allow_null=True)


class MyClubSerializer(ClubSerializer):
    rights = serializers.ListField(child=serializers.CharField(), help_text="What this account may do in the club.")


class GameFormatSerializer(Shape):
    kind = serializers.ChoiceField(["deals", "target", "minutes"])
    length = serializers.IntegerField(help_text="Deals, points or minutes.")


class TournamentSerializer(Shape):
    club = LinkSerializer()
    slug = serializers.SlugField()
    name = serializers.CharField()
    date = serializers.DateField()
    place = serializers.CharField()
    state = serializers.ChoiceField(["setup", "running", "finished"])
    entry_kind = serializers.ChoiceField(["pairs", "singles", "teams"])
    full_names = serializers.BooleanField(help_text="Whether whole names are public, of those who did not object.")
    rounds_planned = serializers.IntegerField()
    ruleset = serializers.CharField()
    game = GameFormatSerializer()


class DeskTournamentSerializer(TournamentSerializer):
    revision = serializers.IntegerField(help_text="Rises with every change that the standings depend on.")
    entries = serializers.IntegerField(help_text="Entries that play.")


class EntryNameSerializer(Shape):
    number = serializers.IntegerField()
    label = serializers.CharField(  # type: ignore[assignment]
        help_text="The number as it is written: of a team's pair the team's, with a letter."
    )
    kind = serializers.ChoiceField(["pair", "single", "team"])
    names = serializers.ListField(child=serializers.CharField())


class SideResultSerializer(EntryNameSerializer):
    side = serializers.ChoiceField(SIDES)
    points = serializers.IntegerField(allow_null=True)


class ByeSerializer(EntryNameSerializer):
    points = serializers.IntegerField(allow_null=True)


MEETING = "Of pairs of teams: the meeting that the table belongs to."


class MissedSerializer(EntryNameSerializer):
    points = serializers.IntegerField()
    source = serializers.ChoiceField(["late", "absent"])  # type: ignore[assignment]


class ResultSideSerializer(SideResultSerializer):
    forfeit = serializers.BooleanField(help_text="Whether it did not play, or not to the end.")


class TableResultSerializer(Shape):
    table = serializers.IntegerField()
    catch_up = serializers.BooleanField(help_text="A game made up: the second side plays out of competition.")
    meeting = serializers.IntegerField(allow_null=True, help_text=MEETING)
    sides = ResultSideSerializer(many=True, help_text="Who sits there: in a mêlée two with the same side and points.")


class TeamResultSerializer(EntryNameSerializer):
    points = serializers.IntegerField(allow_null=True, help_text="What its pairs have together.")


class MeetingSerializer(Shape):
    meeting = serializers.IntegerField()
    teams = TeamResultSerializer(many=True)


class PublishedRoundSerializer(Shape):
    number = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Rises when corrected results are published.")
    published_at = serializers.DateTimeField()
    tables = serializers.IntegerField(help_text="How many tables played.")


class PublishedRoundResultsSerializer(PublishedRoundSerializer):
    tables = TableResultSerializer(many=True)  # type: ignore[assignment]
    meetings = MeetingSerializer(many=True, help_text="Of teams; else empty.")
    byes = ByeSerializer(many=True)
    missed = MissedSerializer(many=True, help_text="What was given to who came later, or was absent.")
    cut = serializers.BooleanField(help_text="Whether the round was cut short.")


class RoundPointsSerializer(Shape):
    round = serializers.IntegerField()
    points = serializers.IntegerField()
    against = serializers.IntegerField()
    source = serializers.ChoiceField(["game", "bye", "late", "absent", "forfeit"])  # type: ignore[assignment]


class TermSerializer(Shape):
    """A part of a criterion's figure: the amounts of all of them add up to it."""

    criterion = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True, help_text="The number of the entry that was met.")
    figure = serializers.IntegerField(allow_null=True, help_text="What there was, where not all of it counts.")
    why = serializers.CharField(allow_blank=True)


class StandingsRowSerializer(EntryNameSerializer):
    rank = serializers.IntegerField(allow_null=True, help_text="Null for who plays out of competition.")
    tied = serializers.BooleanField()
    points = serializers.IntegerField()
    values = serializers.DictField(child=serializers.IntegerField(), help_text="Each criterion's figure.")
    decided_by = serializers.CharField(allow_null=True, help_text="What puts it ahead of the next one.")
    rounds = RoundPointsSerializer(many=True)
    explained = TermSerializer(many=True)


class FiguresSerializer(Shape):
    criteria = serializers.ListField(child=serializers.CharField(), help_text="In the order in which they decide.")
    parameters = serializers.DictField(
        child=serializers.DictField(), help_text="By criterion, what it is told: a cap, a number of rounds."
    )
    rounds = serializers.ListField(child=serializers.IntegerField())
    cut = serializers.ListField(child=serializers.IntegerField(), help_text="The rounds that were cut short.")
    rows = StandingsRowSerializer(many=True)
    pairs = StandingsRowSerializer(many=True, help_text="Of teams, the ranking of all their pairs; else empty.")


class PublishedStandingsSerializer(FiguresSerializer):
    after_round = serializers.IntegerField()
    version = serializers.IntegerField()
    published_at = serializers.DateTimeField()


class DeskStandingsSerializer(FiguresSerializer):
    revision = serializers.IntegerField(help_text="The tournament's revision that these figures are of.")
    is_current = serializers.BooleanField(help_text="False while newer ones are being computed.")
    computed_at = serializers.DateTimeField()


class SeasonSerializer(Shape):
    id = serializers.UUIDField()
    name = serializers.CharField()
    starts = serializers.DateField()
    ends = serializers.DateField()


class RegionTournamentSerializer(Shape):
    club = LinkSerializer()
    slug = serializers.SlugField()
    name = serializers.CharField()
    date = serializers.DateField()


class RegionSerializer(Shape):
    slug = serializers.SlugField()
    name = serializers.CharField()
    level = serializers.IntegerField()
    parent = LinkSerializer(allow_null=True)


class RegionDetailSerializer(RegionSerializer):
    clubs = LinkSerializer(many=True)
    tournaments = RegionTournamentSerializer(many=True, help_text="The newest 200 with something published.")
    seasons = SeasonSerializer(many=True)


class PlacingSerializer(Shape):
    tournament = RegionTournamentSerializer()
    rank = serializers.IntegerField()
    points = serializers.IntegerField()


class RankedPlayerSerializer(Shape):
    rank = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    placings = PlacingSerializer(many=True)


class RankingSerializer(Shape):
    region = LinkSerializer()
    season = SeasonSerializer()
    computed_at = serializers.DateTimeField()
    is_current = serializers.BooleanField(help_text="False while a newer one is being computed.")
    players = RankedPlayerSerializer(many=True)


# For members of a club


class DeskRoundSerializer(Shape):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(["draft", "playing", "closed"])
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    tables = serializers.IntegerField()
    tables_closed = serializers.IntegerField()
    is_public = serializers.BooleanField()


class DeskSideSerializer(EntryNameSerializer):
    side = serializers.ChoiceField(SIDES)
    total = serializers.IntegerField()


class DeskTableSerializer(Shape):
    table = serializers.IntegerField()
    meeting = serializers.IntegerField(allow_null=True, help_text=MEETING)
    game = serializers.UUIDField(help_text="Its sheet: …/sheets/<game>/.")
    state = serializers.ChoiceField(["open", "closed"])
    agreement = serializers.ChoiceField(agreed.STATES, help_text="How far both sides agree; `locked`: it is closed.")
    complete = serializers.BooleanField()
    revision = serializers.IntegerField()
    deals = serializers.IntegerField(help_text="Counted deals on the sheet.")
    sides = DeskSideSerializer(many=True)


class DeskRoundTablesSerializer(DeskRoundSerializer):
    tables = DeskTableSerializer(many=True)  # type: ignore[assignment]
    byes = EntryNameSerializer(many=True)


# A table's sheet: described here, made by tournaments.tables


class TableStateSerializer(Shape):
    sheet = serializers.UUIDField()
    revision = serializers.IntegerField(help_text="Send it back as `seen` to amend or take back.")
    digest = serializers.CharField(help_text="Send it back to agree to exactly these figures.")
    state = serializers.ChoiceField(["open", "closed"])
    writable = serializers.BooleanField()
    complete = serializers.BooleanField()
    language = serializers.CharField()
    club = serializers.CharField()
    tournament = serializers.CharField()
    round = serializers.DictField(child=serializers.IntegerField(), help_text="`number` and `of`.")
    table = serializers.IntegerField()
    match = serializers.UUIDField()
    game = serializers.JSONField(
        help_text="`number`, `kind`, `length`, `counted`; `deals_left` and `points_left`, each null where it is not"
        " known or not asked; `limit` (minutes beside another length), `ending` (of the format), `time_called`,"
        " `called` (after how many deals, and whether one was in progress), `winner`, `text`: why the game"
        " is over, or goes on, and `forfeit`: who forfeited it."
    )
    agreement = serializers.JSONField(
        help_text="`state` (none, one_side, both_sides, disagreement, locked), `codes`: each side gives its code,"
        " `open_until`: until when the table may open its own closed sheet again, `sides` (by side null, or when it"
        " agreed: `time`), `handed_over`: both agreed on one device, `reason`: why the game ends early, `disputes`"
        " that wait for the arbiter and those that he has `decided`."
    )
    sides = serializers.ListField(
        child=serializers.JSONField(), help_text="`side`, `numbers`, `label`, `names`, `families`, `total`."
    )
    players = serializers.ListField(child=serializers.JSONField(), help_text="`seat`, `side`, `name`, `given`.")
    dealer = serializers.JSONField(help_text="`first`, `seat`, `name`, `side`.")
    held = serializers.IntegerField(help_text="Points that wait for the next deal.")
    next = serializers.JSONField(
        allow_null=True, help_text="`position` and `counted` of the next deal; null at the end."
    )
    entries = serializers.ListField(
        child=serializers.JSONField(),
        help_text="The deals that stand: `position`, `counted`, `kind`, `deal`, `score`, `totals`, `lines` (the"
        " reasons), `amended`, …",
    )
    taken_back = serializers.ListField(child=serializers.JSONField())
    keys = serializers.JSONField(help_text="What can be written under this rule set.")
    devices = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        help_text="Who has opened the table by its code, the first one first: the beginning of a `device`’s random mark"
        " as in `amended`, and the `time`.",
    )


class DealSerializer(Shape):
    """A deal as the scoring engine takes it; the rule set says which fields count (``keys.fields`` of the state)."""

    id = serializers.CharField(required=False, help_text="Any name for it; not looked at.")
    declarer = serializers.ChoiceField(SIDES, allow_null=True, help_text="Null: all passed.")
    contract = serializers.JSONField(
        required=False, help_text=f"A number (80, 90, …), or one of: {', '.join(CONTRACT_WORDS)}."
    )
    trump = serializers.ChoiceField(TRUMPS, required=False, help_text="SA: no trump; TA: all trumps.")
    double = serializers.ChoiceField(DOUBLES, required=False)
    points = serializers.DictField(child=serializers.IntegerField(), required=False, help_text="Card points by side.")
    tricks = serializers.DictField(child=serializers.IntegerField(), required=False, help_text="Tricks by side.")
    sweep = serializers.ChoiceField(SIDES, required=False, allow_null=True, help_text="Who made all eight tricks.")
    alone = serializers.BooleanField(required=False, help_text="One player made them all.")
    last_trick = serializers.ChoiceField(SIDES, required=False, allow_null=True)
    belote = serializers.ListField(child=serializers.ChoiceField(SIDES), required=False)
    announces = serializers.JSONField(required=False, help_text='By side: {"NS": ["tierce"], "EW": []}.')
    best = serializers.ChoiceField(SIDES, required=False, allow_null=True, help_text="Whose announce is the best.")
    carried = serializers.IntegerField(required=False, help_text="Points left over by the deal before.")
    last_deal = serializers.BooleanField(required=False)
    points_scale = serializers.IntegerField(required=False)


class _SheetNamed(Shape):
    sheet = serializers.UUIDField(required=False, help_text="The sheet that was shown; the current one if left out.")


class RecordSerializer(_SheetNamed):
    position = serializers.IntegerField(min_value=1, help_text="Its place on the sheet: `next.position` of the state.")
    client_key = serializers.RegexField(
        r"^[A-Za-z0-9_-]{1,64}$", help_text="A new one for each deal, the same when sending again: it counts once."
    )
    deal = DealSerializer()


class PreviewSerializer(Shape):
    position = serializers.IntegerField(min_value=1)
    deal = DealSerializer()


class AmendSerializer(_SheetNamed):
    seen = serializers.IntegerField(help_text="The revision of the state that was shown.")
    deal = DealSerializer()


class TakeBackSerializer(_SheetNamed):
    position = serializers.IntegerField(min_value=1, help_text="The last deal's.")
    seen = serializers.IntegerField()


class DealerSerializer(_SheetNamed):
    seat = serializers.ChoiceField(["N", "E", "S", "W"])


class ConfirmSerializer(_SheetNamed):
    side = serializers.ChoiceField(SIDES)
    digest = serializers.CharField()
    reason = serializers.CharField(
        required=False, help_text="Needed where deals are missing, from the side that agrees first."
    )
    code = serializers.CharField(required=False, help_text="The pair's code, where `agreement.codes` says so.")


class ReopenSerializer(_SheetNamed):
    side = serializers.ChoiceField(SIDES, help_text="Who asks for it.")


class DisputeSerializer(_SheetNamed):
    kind = serializers.ChoiceField(["disagree", "protest"])
    position = serializers.IntegerField(required=False, help_text="The deal it is about; left out: the whole sheet.")
    side = serializers.ChoiceField(SIDES, required=False, help_text="Who protests.")
    text = serializers.CharField(required=False)


class LateDealSerializer(Shape):
    client_key = serializers.CharField(help_text="The key that it would have been recorded under.")
    position = serializers.IntegerField(min_value=1, max_value=200)
    deal = serializers.JSONField(help_text="As it was typed, be it such as no deal can be.")


class VersionSerializer(LateDealSerializer):
    sheet = serializers.UUIDField(help_text="The sheet that the deal was typed for.")


class SettleSerializer(Shape):
    sheet = serializers.UUIDField()
    dispute = serializers.UUIDField(help_text="`id` of one of the sheet's `versions`.")
    version = serializers.UUIDField(allow_null=True, help_text="`id` of one of its `deals`; null: the sheet's own.")
    seen = serializers.IntegerField(help_text="The `revision` that was read.")


class LateSerializer(Shape):
    sheet = serializers.UUIDField(help_text="The sheet that the deals were typed for.")
    deals = LateDealSerializer(many=True, help_text="At most 40.")


class WorthSerializer(Shape):
    score = serializers.DictField(child=serializers.IntegerField())
    totals = serializers.DictField(child=serializers.IntegerField())
    result = serializers.CharField()
    made = serializers.BooleanField(allow_null=True)
    held = serializers.IntegerField()
    counted = serializers.IntegerField(allow_null=True)
    lines = serializers.ListField(child=serializers.JSONField(), help_text="The reason, term by term.")
    warnings = serializers.ListField(child=serializers.JSONField())


class ErrorSerializer(Shape):
    code = serializers.CharField(help_text="Stable.")
    message = serializers.CharField(help_text="For a person, in the language asked for.")


class ConflictSerializer(ErrorSerializer):
    position = serializers.IntegerField(allow_null=True)
    state = TableStateSerializer(allow_null=True)


class DealErrorSerializer(Shape):
    field = serializers.CharField()
    error = serializers.CharField()
