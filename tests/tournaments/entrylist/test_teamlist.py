"""A list of teams: a team a row, or a team's name with its pairs below."""

from tournaments.entrylist import person_key, read_text
from tournaments.entrylist.teamlist import TeamPlan, plan_teams


def plan(
    text: str, pairs: int = 2, names: dict[str, int] | None = None, players: dict[str, int] | None = None
) -> TeamPlan:
    return plan_teams(read_text(text), pairs, names or {}, players or {})


def told(found: TeamPlan) -> list[tuple[str, list[list[str]]]]:
    return [(team.name, [[one.display for one in pair] for pair in team.pairs]) for team in found.teams]


AS = ("Les As", [["Jean DUPONT".title(), "Anne Martin"], ["Luc Durand", "Eva Petit"]])


def test_a_team_a_row_with_its_players_in_columns_and_a_heading_above():
    text = "Équipe;Joueur 1;Joueur 2;Joueur 3;Joueur 4\n1. Les As;DUPONT Jean;MARTIN Anne;DURAND Luc;PETIT Eva\n"
    found = plan(text)
    assert told(found) == [AS] and not found.teams[0].refused and not found.teams[0].notes
    assert found.teams[0].number == 2


def test_a_team_a_row_with_pairs_in_one_cell():
    assert told(plan("Les As;DUPONT Jean / MARTIN Anne;DURAND Luc / PETIT Eva")) == [AS]


def test_a_name_on_its_own_line_and_the_pairs_below():
    found = plan("Les As\nDUPONT Jean / MARTIN Anne\nDURAND Luc / PETIT Eva\n\nLes Rois\nROUX Paul / SIMON Léa\n")
    assert told(found) == [AS, ("Les Rois", [["Paul Roux", "Léa Simon"]])]
    assert found.teams[1].notes == [("incomplete", {"count": 1, "most": 2})]


def test_what_cannot_be_entered_says_why_and_keeps_its_line():
    text = (
        "Les As;DUPONT Jean;MARTIN Anne\n"
        "les as;ROUX Paul;SIMON Léa\n"
        "Les Rois;DUPONT Jean;PETIT Eva\n"
        "Les Dames;\n"
        "Les Valets;A B;C D;E F;G H;I J\n"
        "Les Dix;ROY Ève;ROY Ève\n"
    )
    found = plan(text, names={"les dix": 7}, players={person_key("PETIT Eva"): 4})
    assert [[code for code, _ in team.refused] for team in found.teams] == [
        [],
        ["name_above"],
        ["player_above", "player_entered"],
        ["no_players"],
        ["too_many_pairs"],
        ["name_entered", "twice_in_team"],
    ]
    assert found.teams[1].refused[0][1] == {"number": 1}
    assert all(team.lines for team in found.teams)
    assert [team.name for team in found.taken] == ["Les As"]


def test_the_digest_follows_what_would_be_done():
    text = "Les As;DUPONT Jean;MARTIN Anne"
    assert plan(text).digest == plan(text).digest != plan(text, names={"les as": 1}).digest
