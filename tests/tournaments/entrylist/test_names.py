"""Names as clubs type them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.entrylist.names import (
    NameEvidence,
    NameOrder,
    from_columns,
    may_be_same,
    person_key,
    split_name,
    tidy_case,
)

WRITTEN = [
    ("GAUTIER Chantal", "Gautier", "Chantal", NameOrder.CAPITALS),
    ("Chantal GAUTIER", "Gautier", "Chantal", NameOrder.CAPITALS),
    ("LE GALL Véronique", "Le Gall", "Véronique", NameOrder.CAPITALS),
    ("de LA TOUR Jean", "de La Tour", "Jean", NameOrder.CAPITALS),
    ("DE LA TOUR jean", "De La Tour", "Jean", NameOrder.CAPITALS),
    ("D’ANGELO François", "D'Angelo", "François", NameOrder.CAPITALS),
    ("N'GUYEN René", "N'Guyen", "René", NameOrder.CAPITALS),
    ("DUPONT-MOREL Jean-Luc", "Dupont-Morel", "Jean-Luc", NameOrder.CAPITALS),
    ("MICHEL Marie Thérèse", "Michel", "Marie Thérèse", NameOrder.CAPITALS),
    ("Mme DUPONT Anne", "Dupont", "Anne", NameOrder.CAPITALS),
    ("MacDONALD Ian", "MacDONALD", "Ian", NameOrder.CAPITALS),
    ("Morin, Gilbert", "Morin", "Gilbert", NameOrder.COMMA),
    ("Le Goff,Martine", "Le Goff", "Martine", NameOrder.COMMA),
    ("MORIN, GILBERT", "Morin", "Gilbert", NameOrder.COMMA),
    ("Gilbert, MORIN", "Morin", "Gilbert", NameOrder.COMMA),
    ("DAVID C.", "David", "C.", NameOrder.INITIAL),
    ("DAVID J-P", "David", "J.-P.", NameOrder.INITIAL),
    ("Kervella j.", "Kervella", "J.", NameOrder.INITIAL),
    ("J. Dupont", "Dupont", "J.", NameOrder.INITIAL),
    ("LE GOFF M", "Le Goff", "M.", NameOrder.INITIAL),
    ("Le Goff Martine", "Le Goff", "Martine", NameOrder.PARTICLE),
    ("martine le goff", "Le Goff", "Martine", NameOrder.PARTICLE),
    ("Jean de La Tour", "de La Tour", "Jean", NameOrder.PARTICLE),
    ("Ludwig van Beethoven", "van Beethoven", "Ludwig", NameOrder.PARTICLE),
    ("  Kervella   Jérôme ", "Kervella", "Jérôme", NameOrder.COMMON),
    ("Jérôme Kervella", "Kervella", "Jérôme", NameOrder.COMMON),
    ("gwenaëlle dufour", "Dufour", "Gwenaëlle", NameOrder.COMMON),
    ("ÉVELYNE LEGRAND", "Legrand", "Évelyne", NameOrder.COMMON),
    ("Jean Pierre Kervella", "Kervella", "Jean Pierre", NameOrder.COMMON),
    ("Kervella Marie-Thérèse", "Kervella", "Marie-Thérèse", NameOrder.COMMON),
]


@pytest.mark.parametrize(("text", "family", "given_name", "order"), WRITTEN)
def test_a_name_whose_order_shows_is_taken_apart(text, family, given_name, order):
    guess = split_name(text)
    assert (guess.family, guess.given, guess.sure, guess.order) == (family, given_name, True, order)
    assert guess.display == f"{given_name} {family}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Martin Jean", "Martin Jean"),
        ("martin  jean", "Martin Jean"),
        ("MARTIN JEAN", "Martin Jean"),
        ("David Simon", "David Simon"),
        ("Xiu Qalandar", "Xiu Qalandar"),
        ("Jean D.", "Jean D."),
        ("Jean DUPONT Marie", "Jean Dupont Marie"),
    ],
)
def test_a_name_that_reads_both_ways_is_kept_as_typed_and_not_sure(text, shown):
    guess = split_name(text)
    assert (guess.sure, guess.order, guess.display) == (False, NameOrder.UNKNOWN, shown)
    assert sorted(f"{guess.given} {guess.family}".split()) == sorted(shown.split())


def test_the_better_guess_of_an_unsure_name_is_the_rarer_family_name_first():
    assert (split_name("Martin Jean").family, split_name("Jean Martin").family) == ("Martin", "Martin")


@pytest.mark.parametrize("text", ["Dupont", "DUPONT", "dupont"])
def test_a_single_word_is_a_family_name_and_not_sure(text):
    guess = split_name(text)
    assert (guess.family, guess.given, guess.sure, guess.order) == ("Dupont", "", False, NameOrder.SINGLE)


def test_given_names_written_clearly_elsewhere_in_the_file_settle_an_open_name():
    evidence = NameEvidence.collect(["GAUTIER Xiu", "DAVID C."])
    guess = split_name("Xiu Qalandar", evidence)
    assert (guess.given, guess.family, guess.order) == ("Xiu", "Qalandar", NameOrder.FILE)
    assert split_name("Annie David", evidence).family == "David"
    assert split_name("David Annie", evidence).family == "David"


def test_evidence_that_points_both_ways_settles_nothing():
    evidence = NameEvidence.collect(["GAUTIER Martin", "MOREL Jean"])
    assert not split_name("Martin Jean", evidence).sure


def test_many_names_in_one_order_do_not_decide_an_open_one():
    evidence = NameEvidence.collect(["Jérôme Kervella", "Nadège Dumont", "Roger Roussel"])
    assert not split_name("Martin Jean", evidence).sure


def test_columns_of_their_own_are_sure_and_a_missing_part_is_not():
    assert from_columns("LE GOFF", "gaël").display == "Gaël Le Goff"
    assert from_columns("", "Gaël").sure is False


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("émile", "Émile"),
        ("d'angelo", "D'Angelo"),
        ("LE GOFF", "Le Goff"),
        ("marie-thérèse", "Marie-Thérèse"),
        ("N'GUYEN", "N'Guyen"),
        ("O'BRIEN", "O'Brien"),
        ("McDonald", "McDonald"),
        ("DiCaprio", "DiCaprio"),
        ("Jean de La Tour", "Jean de La Tour"),
        ("AĞAOĞLU", "Ağaoğlu"),
        ("İNCE", "Ince"),
        ("TAGADA'H", "Tagada'h"),
        ("", ""),
    ],
)
def test_letters_are_put_right(text, tidy):
    assert tidy_case(text) == tidy


@pytest.mark.parametrize(
    "spelling",
    ["Éric D'Angelo", "D'ANGELO Éric", "d’angelo, eric", "DANGELO ERIC", "eric   d`angelo", "E\u0301ric D'Angelo"],
)
def test_every_spelling_of_a_person_has_one_key(spelling):
    assert person_key(spelling) == "dangelo eric"


def test_hyphens_and_ligatures_make_no_difference_to_the_key():
    assert person_key("Marie-Thérèse Le Cœur") == person_key("LE COEUR Marie Therese")


def test_different_names_have_different_keys():
    assert len({person_key(n) for n in ("Jean Martin", "Jeanne Martin", "J. Martin", "Jean Martinez")}) == 4


@pytest.mark.parametrize(
    ("one", "other", "possible"),
    [
        ("DAVID C.", "Christiane David", True),
        ("David J.-P.", "Jean-Pierre David", True),
        ("DAVID C.", "Annie David", False),
        ("DAVID C.", "C. Martin", False),
        ("Christiane David", "Christian David", False),
        ("DAVID C.", "DAVID C.", False),
    ],
)
def test_an_initial_may_stand_for_a_given_name(one, other, possible):
    assert may_be_same(person_key(one), person_key(other)) is possible
    assert may_be_same(person_key(other), person_key(one)) is possible


@given(st.text(max_size=60))
@example("² A")
@example("0 ²")
def test_any_text_is_split_without_error_and_without_losing_a_letter(text):
    guess = split_name(text)
    if guess.sure:
        assert guess.family
        assert guess.given
    assert sorted(person_key(f"{guess.family} {guess.given}")) == sorted(person_key(guess.text)) or "." in text


@given(st.text(max_size=60))
def test_tidying_twice_is_tidying_once(text):
    assert tidy_case(tidy_case(text)) == tidy_case(text)
