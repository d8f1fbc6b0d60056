"""Which column is what."""

import pytest

from tournaments.entrylist import EntryListError, Role, guess_mapping, read_text


def roles(text: str) -> list[str]:
    return [column.role.value for column in guess_mapping(read_text(text)).columns]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("N°;Joueur 1;Joueur 2;Club", ["number", "player_1", "player_2", "club"]),
        ("Joueur;Partenaire", ["player_1", "player_2"]),
        ("Équipier 1;Équipier 2", ["player_1", "player_2"]),
        ("Nom;Prénom;Nom;Prénom", ["family_1", "given_1", "family_2", "given_2"]),
        ("Nom 1;Prénom 1;Nom 2;Prénom 2", ["family_1", "given_1", "family_2", "given_2"]),
        (
            "Prénom joueur 1;Nom joueur 1;Prénom partenaire;Nom partenaire",
            ["given_1", "family_1", "given_2", "family_2"],
        ),
        ("Nom et prénom;Nom et prénom;Réglé", ["player_1", "player_2", "paid"]),
        ("Nom;Nom", ["player_1", "player_2"]),
        ("Équipe;Nom 1;Nom 2;Catégorie;Présents", ["number", "player_1", "player_2", "category", "present"]),
        ("Player 1;Player 2;Paid;E-mail", ["player_1", "player_2", "paid", "personal"]),
        (
            "Nr;Spieler 1;Spieler 2;Verein;bezahlt;Telefon",
            ["number", "player_1", "player_2", "club", "paid", "personal"],
        ),
        ("Nr.;Speler 1;Speler 2;Vereniging;betaald", ["number", "player_1", "player_2", "club", "paid"]),
        ("Giocatore 1;Giocatore 2;Circolo;pagato", ["player_1", "player_2", "club", "paid"]),
        (
            "Joueur 1;Date de naissance;Adresse;Joueur 2;Tél. 2",
            ["player_1", "personal", "personal", "player_2", "personal"],
        ),
        ("Joueur 1;Joueur 2;Remarque;N° licence 1", ["player_1", "player_2", "unused", "licence_1"]),
        ("Nom d'équipe;Joueur 1;Joueur 2", ["unused", "player_1", "player_2"]),
    ],
)
def test_headings(header, expected):
    assert roles(header + "\n" + ";".join(["1"] * len(expected))) == expected


def test_headings_may_stand_below_a_title():
    mapping = guess_mapping(read_text("Concours du 3 mars;;\n;;\nN°;Joueur 1;Joueur 2\n1;A B;C D"))
    assert mapping.header_row == 3


def test_a_column_called_pair_holds_numbers_or_names_as_its_cells_say():
    assert roles("Doublette;Joueur 1;Joueur 2\n1;A B;C D") == ["number", "player_1", "player_2"]
    assert roles("Doublette\nDupont Jean / Martin Anne\nPetit Luc / Morel Léa") == ["pair"]
    assert roles("Équipe;Joueur 1;Joueur 2\nLes As;A B;C D\nLes Rois;E F;G H") == ["unused", "player_1", "player_2"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1;Jean Dupont;Anne Petit;06 00 00 00 00;oui", ["number", "player_1", "player_2", "personal", "paid"]),
        ("Jean Dupont;Anne Petit\nLuc Morel;Léa Blanc", ["player_1", "player_2"]),
        ("Dupont Jean / Petit Anne\nMorel Luc & Blanc Léa", ["pair"]),
        (
            "1;Dupont;Jérôme;Petit;Nadège\n2;Morel;Luc;Blanc;Chloé",
            ["number", "family_1", "given_1", "family_2", "given_2"],
        ),
        ("1. Monique Rivière\n2. Inès Joly", ["player_1"]),
    ],
)
def test_a_file_without_headings_is_guessed(text, expected):
    assert roles(text) == expected
    assert guess_mapping(read_text(text)).header_row is None


def test_a_file_without_names_is_refused():
    with pytest.raises(EntryListError) as caught:
        guess_mapping(read_text("1;2;3\n4;5;6"))
    assert caught.value.code == "no_player_column"


def test_a_role_given_by_hand_leaves_the_column_that_had_it():
    mapping = guess_mapping(read_text("Joueur 1;Joueur 2;Remarque\nA B;C D;E F")).with_role(2, Role.PLAYER_2)
    assert [column.role for column in mapping.columns] == [Role.PLAYER_1, Role.UNUSED, Role.PLAYER_2]


def test_a_column_without_heading_that_holds_telephones_is_personal_and_named_by_its_letter():
    mapping = guess_mapping(read_text("Joueur 1;Joueur 2;\nA B;C D;0600000000"))
    assert mapping.headed(Role.PERSONAL) == ("C",)
