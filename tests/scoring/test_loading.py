"""Rule-set files: what loads, what it comes to, and refusals that name key and line."""

import re

import pytest

from scoring.rules import RuleSet, RuleSetError, load_ruleset, preset, preset_ids, preset_source

CLUB = preset_source("club")
SMALL = """\
id = "small"
[score.made]
declarer = "bid"
defence = 0
[score.failed]
declarer = "0"
defence = "160 + bid"
"""


def _refused(source: str, *variants: str) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(source, variants)
    return caught.value


def test_a_preset_is_loaded_once() -> None:
    assert "club" in preset_ids()
    assert preset("club") is preset("club")


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(RuleSetError, match="club"):
        preset("../club")


def test_what_pages_need_is_data() -> None:
    club = preset("club")
    assert club.bids == tuple(range(80, 250, 10))
    assert club.special_contracts == ("capot",)
    assert club.trumps == ("S", "H", "D", "C", "SA", "TA")
    assert club.doublings == ("none", "coinche", "surcoinche")
    assert [club.pack_total(trump) for trump in ("H", "SA", "TA")] == [162, 162, 258]
    assert (club.enters_announces, club.enters_belote, club.enters_sweep) == (True, True, True)
    assert (club.enters_alone, club.enters_last_trick, club.counts_passed) == (False, False, False)
    assert club.announce_values()["carre-J"] == 200
    assert club.announce_names("fr")["quarante"] == "cinquante"
    assert "carre-7" not in club.announce_names("en")
    assert club.fields == ("declarer", "contract", "trump", "double", "points", "sweep", "belote", "announces")
    assert (club.title("fr-FR"), club.title("sv")) == ("Coinche de club", "Club coinche")
    assert club.label("pot", "fr") == "contrat chuté"


def test_columns_that_a_rule_set_does_not_need_are_not_asked() -> None:
    small = load_ruleset(SMALL + '[belote]\nvalue = 0\n[cards]\ntrumps = ["H"]\n')
    assert small.fields == ("declarer", "contract", "points")
    assert small.announce_values() == {}
    assert small.bids == tuple(range(80, 170, 10))


def test_defaults_are_those_of_the_format() -> None:
    small = load_ruleset(SMALL)
    assert small.trumps == ("S", "H", "D", "C")
    assert small.canonical()["success"]["judge"] == "exact"
    assert small.canonical()["belote_most"] == {"suit": 1, "SA": 0, "TA": 4}
    assert small.canonical()["announce_rules"]["on"] is False


def _with(source: str, old: str, new: str) -> RuleSet:
    assert old in source
    return load_ruleset(source.replace(old, new))


def test_names_comments_and_layout_do_not_make_a_new_version() -> None:
    club = preset("club")
    same = [
        load_ruleset("# a comment\n" + CLUB),
        _with(CLUB, "Club coinche", "Our coinche"),
        _with(CLUB, 'en = "missed bid"', 'en = "lost"'),
        _with(CLUB, "m*(bid + announces", "m * ( bid+announces"),
        _with(CLUB, 'at_bid = "made"', ""),
        _with(CLUB, 'id = "club"', 'id = "other"'),
    ]
    assert {ruleset.sha256 for ruleset in same} == {club.sha256}
    assert same[0].canonical() == club.canonical()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("capot = 250", "capot = 252"),
        ("SA = 152 }", "SA = 162 }"),
        ("coinche = 2\n", "coinche = 3\n"),
        ('count = "best_side"', 'count = "both"'),
        ('passed = "void"', 'passed = "counted"'),
        ("bid + announces + 90*sweep", "bid + announces + 100*sweep"),
        ('"SA", "TA"]', '"SA"]'),
    ],
)
def test_whatever_changes_the_counting_makes_a_new_version(old: str, new: str) -> None:
    assert _with(CLUB, old, new).sha256 != preset("club").sha256


def test_the_hash_is_the_same_on_every_machine() -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", preset("club").sha256)
    assert load_ruleset(CLUB).canonical_json == preset("club").canonical_json


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("capot = 250", "capot = true", "bids.capot"),
        ("lowest = 80", 'lowest = "80"', "bids.lowest"),
        ("lowest = 80", "lowest = true", "bids.lowest"),
        ("step = 10", "step = 0", "bids.step"),
        ("highest = 240", "highest = -1", "bids.highest"),
        ("highest = 240", "highest = { TB = 1 }", "bids.highest.TB"),
        ("on = true", "on = 1", "announces.on"),
        ('equal = "ask"', 'equal = "maybe"', "announces.equal"),
        ('equal = "ask"', "equal = 3", "announces.equal"),
        ("lowest = 80", "lowest = 80\nlowst = 90", "bids.lowst"),
        ("surcoinche = 4", "surcoinche = 1", "doubling.surcoinche"),
        ("coinche = 2\nsur", "sur", "doubling.surcoinche"),
        ('all_trump = "natural"', 'all_trump = "14-9"', "cards.all_trump"),
        ('all_trump = "natural"', "all_trump = { J = 20 }", "cards.all_trump"),
        ('"C", "SA", "TA"]', '"C", "C"]', "cards.trumps"),
        ('"C", "SA", "TA"]', '"C", 4]', "cards.trumps"),
        ('kind = "auction"', 'kind = "auction"\nkinds = 1', "game.kinds"),
        ('kind = "auction"', 'kind = "poker"', "game.kind"),
        ('kind = "auction"', 'kind = "auction"\ntricks = 9', "game.tricks"),
        ("pot = { suit = 162, TA = 258, SA = 152 }", "pot = { suit = 162 }", "values.pot"),
        ("pot = { suit = 162, TA = 258, SA = 152 }", "pot = { suit = 162, other = 1 }", "values.pot.other"),
        ("pot = { suit", "bid = 3\npot = { suit", "values.bid"),
        ("m*(pot", "m*(jackpot", "score.failed.defence"),
        ('declarer = "belote"', 'declarer = "belote +"', "score.failed.declarer"),
        ('declarer = "belote"', "declarer = 1.5", "score.failed.declarer"),
        ('declarer = "belote"', 'declarer = "alone"', "score.failed.declarer"),
        ('declarer = "belote"\n', "", "score.failed"),
        ('at_bid = "made"', 'at_bid = "held"', "score.held"),
        ('at_bid = "made"', 'tie = "share"', "score.share"),
        ('at_bid = "made"', 'tie = "made"\ntie_last_deal = "share"', "score.share"),
        ('id = "club"', 'id = "Club"', "id"),
        ('id = "club"', "", "id"),
        ('en = "Club coinche"', "en = 3", "name.en"),
        ('dated = ""', "dated = 3", "dated"),
        ("[labels]", "[labels]\njackpot = { en = 'x' }", "labels.jackpot"),
        ("[doubling]", "[rounding]\ndivide = 100\n[doubling]", "rounding.divide"),
        ("[doubling]", "[rounding]\nunit = 3\n[doubling]", "rounding.unit"),
        ("[doubling]", "[sweep]\npoints = 'bid'\n[doubling]", "sweep.points"),
        ("on = true", 'on = true\ncancel = ["carre-6"]', "announces.cancel"),
        ("on = true", "on = true\nvalues = { tierze = 20 }", "announces.values.tierze"),
        ("[doubling]", "[[penalty]]\nfault = ''\n[doubling]", "penalty[1].fault"),
        ("[doubling]", "[cards.convert.TA]\nratio = [162]\n[doubling]", "cards.convert.TA.ratio"),
        ("[doubling]", "[cards.convert.TA]\nratio = [2, 3]\nlast_trick = 'apart'\n[doubling]", "cards.convert.TA.to"),
        ("[doubling]", "[cards.convert.hearts]\nratio = [1, 2]\n[doubling]", "cards.convert.hearts"),
        ("[doubling]", "[variant.x.bids]\ncapot = 'y'\n[doubling]", "bids.capot"),
        ("[doubling]", "[variant.x]\nid = 'y'\n[doubling]", "id"),
        ("[doubling]", "[variant.X]\n[doubling]", "variant.X"),
    ],
)
def test_a_slip_is_refused_with_its_key_and_line(old: str, new: str, key: str) -> None:
    assert old in CLUB
    error = _refused(CLUB.replace(old, new, 1))
    assert error.key == key
    # A key that is missing altogether has no line.
    assert error.line is not None or key in {"id", "score.held", "score.share"}


def test_the_line_is_the_one_with_the_slip() -> None:
    source = CLUB.replace("surcoinche = 4", "surcoinche = 40")
    error = _refused(source)
    assert source.splitlines()[(error.line or 0) - 1] == "surcoinche = 40"
    assert str(error).startswith(f"line {error.line}: doubling.surcoinche: ")


@pytest.mark.parametrize("source", ["", "id = ", "[score", "x = 1\nx = 2", "a = " + "[" * 5000, "id = 'x'\n" * 20_000])
def test_what_is_no_rule_set_at_all_is_refused(source: str) -> None:
    _refused(source)


def test_a_text_that_is_no_toml_names_its_line() -> None:
    assert _refused('id = "x"\nname = \n').line == 2


VARIANTS = (
    SMALL
    + """\
[score.made.doubled]
declarer = "2*bid"
defence = "1"
[variant.row.score.made]
declarer = "3"
defence = "4"
[variant.form.score.made.doubled]
declarer = "5"
defence = "6"
[variant.start.bids]
lowest = 90
"""
)


def _made(*variants: str) -> tuple[str, str]:
    score = load_ruleset(VARIANTS, variants).canonical()["score"]
    return score["made"]["declarer"], score.get("made.doubled", {"declarer": ""})["declarer"]


def test_a_variant_with_plain_cells_replaces_the_row_and_drops_its_doubled_form() -> None:
    assert _made() == ("bid", "2 * bid")
    assert _made("row") == ("3", "")
    assert _made("form") == ("bid", "5")
    assert _made("row", "form") == ("3", "5")
    assert _made("form", "row") == ("3", "")


def test_a_variant_changes_single_keys_and_an_unknown_one_is_refused() -> None:
    assert load_ruleset(VARIANTS, ["start"]).bids[0] == 90
    assert "start" in _refused(VARIANTS, "end").message


@pytest.mark.parametrize(
    ("source", "english", "french"),
    [
        ("bids = 3", "must be a table", "un tableau est attendu"),
        ("[bids]\nlowest = [80]", "not a list", "pas une liste"),
        ("[bids]\nlowest = 1e9", "whole number from 0", "nombre entier de 0"),
        ("variant = 3", "must be a table", "un tableau est attendu"),
        ("name = 3", "texts by language code", "des textes par code de langue"),
        ("[bids]\nlow = 80", "allowed in [bids]", "permises dans [bids]"),
        ('[score.made]\ndeclarer = "luck"\ndefence = 0', "unknown name 'luck'", "nom inconnu 'luck'"),
        ("[bids", "no TOML", "pas du TOML"),
    ],
)
def test_a_refusal_is_said_in_the_readers_language(source: str, english: str, french: str) -> None:
    error = _refused(f'id = "odd"\n{source}\n')
    assert english in str(error)
    assert french in error.text("fr-FR")
    assert error.text("nl") == error.message
    assert error.in_file("odd.toml").text("fr") == error.text("fr")
    assert str(error.in_file("odd.toml")).startswith("odd.toml: line ")


def test_what_is_wrong_with_variants_is_said_where_they_stand() -> None:
    assert (_refused(f"{SMALL}\n[bids]\n[[variant]]\n").key, _refused('id = "x"\n\nvariant = 1').line) == ("variant", 3)
    many = "[variant]\n" + "".join(f"[variant.v{number}]\n" for number in range(61))
    assert (_refused(SMALL + many).key, _refused(SMALL + many).line) == ("variant", SMALL.count("\n") + 1)
    assert load_ruleset(SMALL + "".join(f"[variant.v{number}]\n" for number in range(60))).id == "small"
    unknown = _refused(SMALL + "[variant.a]\n[variant.b]\n", "c" * 70)
    assert unknown.values == {"name": repr("c" * 60), "known": "a, b"}
    assert "there are: none" in str(_refused(SMALL, "a"))


def test_variants_that_do_not_go_together_are_refused_with_the_line_of_the_later() -> None:
    off = "[variant.off.doubling]\ncoinche = false\n"
    re_doubled = "[variant.re.doubling]\nsurcoinche = 4\n"
    source = f"{SMALL}[doubling]\ncoinche = 2\n{off}{re_doubled}"
    assert load_ruleset(source, ["re"]).doublings == ("none", "coinche", "surcoinche")
    error = _refused(source, "off", "re")
    assert (error.key, error.line) == ("doubling.surcoinche", source.count("\n"))
    # In the file itself, where the variant says nothing of that key; near the variant's table, where a row is missing.
    lowest = _refused(f"{SMALL}[bids]\nlowest = -1\n[variant.a.bids]\nstep = 5\n", "a")
    assert (lowest.key, lowest.line) == ("bids.lowest", SMALL.count("\n") + 2)
    held = _refused(f'{SMALL}[variant.a.success]\ntie = "held"\n', "a")
    assert (held.key, held.code, held.line) == ("score.held", "row_missing", SMALL.count("\n") + 1)


@pytest.mark.parametrize("row", ["made", "failed"])
def test_a_grid_has_a_row_for_made_and_one_for_failed(row: str) -> None:
    error = _refused(f'id = "x"\n[score.{row}]\ndeclarer = 1\ndefence = 2\n')
    assert (error.key, error.code) == ("score." + {"made": "failed", "failed": "made"}[row], "row_missing")


def test_an_id_has_sixty_letters_and_a_fault_any() -> None:
    assert load_ruleset(SMALL.replace("small", "a" * 60)).id == "a" * 60
    assert _refused(SMALL.replace("small", "a" * 61)).key == "id"
    assert '"déni"' in load_ruleset(f'{SMALL}[[penalty]]\nfault = "déni"\n').canonical_json
    assert str(_refused(SMALL + "[luck]\n")).endswith(", held, labels, variant")
