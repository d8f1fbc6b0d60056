"""Contrast of every pair of colours that may meet, computed from the tokens themselves (WCAG 2 relative luminance)."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[2] / "static/css/tokens.css"
CHOSEN_DARK = ':root[data-mode="soir"]'
ASKED_DARK = ":root:not([data-mode])"
HALL = ':root[data-mode="salle"]'
FOUR_COLOURS = ':root[data-deck="4"]'
MODES = {"jour": [], "soir": [CHOSEN_DARK], "soir asked by the device": [ASKED_DARK], "salle": [HALL]}

TEXT = [
    ("ink", "page"), ("ink", "tint"), ("ink", "tint-2"), ("ink", "warn-tint"), ("page", "ink"),
    ("muted", "page"), ("muted", "tint"), ("muted", "tint-2"),
    ("accent", "page"), ("accent", "tint"), ("accent", "tint-2"), ("accent", "warn-tint"),
    ("accent-deep", "page"), ("on-accent", "accent"), ("on-accent", "accent-deep"), ("on-mat", "mat"),
    ("warn", "page"), ("warn", "tint"), ("warn", "warn-tint"), ("on-warn", "warn"),
    ("suit-s", "card"), ("suit-h", "card"), ("suit-d", "card"), ("suit-c", "card"),
]  # fmt: skip
SHAPES = [
    ("edge", "page"), ("edge", "tint"), ("edge", "tint-2"), ("warn-line", "page"), ("warn-line", "warn-tint"),
    ("focus", "page"), ("focus", "gap"), ("accent", "tint-2"), ("warn", "page"), ("on-mat", "mat"),
]  # fmt: skip


def blocks() -> dict[str, dict[str, str]]:
    """Selector to its custom properties, as written in the file; the media rule around a block is left out."""
    text = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.S)
    return {
        selector.strip(): dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    }


def tokens(mode: str, *more: str) -> dict[str, str]:
    found = blocks()
    values = dict(found[":root"])
    for selector in [*MODES[mode], *more]:
        values |= found[selector]
    return values


def channels(colour: str) -> tuple[float, float, float]:
    assert re.fullmatch(r"#[0-9A-F]{6}", colour), colour
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(rgb: tuple[float, float, float]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def under_lattice(ground: tuple[float, float, float], lattice: str) -> tuple[float, float, float]:
    """The ground where two lines of the lattice cross: the worst point under a letter."""
    values = re.fullmatch(r"rgba\((\d+), (\d+), (\d+), (\.\d+)\)", lattice)
    assert values, lattice
    line, alpha = [int(v) / 255 for v in values.groups()[:3]], float(values[4])
    for _ in range(2):
        ground = tuple(g * (1 - alpha) + c * alpha for g, c in zip(ground, line, strict=True))  # type: ignore[assignment]
    return ground


def test_the_measure_itself_knows_black_on_white_and_a_known_grey() -> None:
    assert ratio(channels("#000000"), channels("#FFFFFF")) == pytest.approx(21)
    assert ratio(channels("#777777"), channels("#FFFFFF")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("front", "ground"), TEXT)
def test_text_has_seven_to_one(mode: str, front: str, ground: str) -> None:
    values = tokens(mode)
    assert ratio(channels(values[front]), channels(values[ground])) >= 7


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("front", "ground"), SHAPES)
def test_what_can_be_touched_has_three_to_one(mode: str, front: str, ground: str) -> None:
    values = tokens(mode)
    assert ratio(channels(values[front]), channels(values[ground])) >= 3


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("front", "ground", "lattice"), [("on-mat", "mat", "mat-lattice"), ("on-accent", "accent", "lattice")]
)
def test_text_on_the_lattice_keeps_seven_to_one(mode: str, front: str, ground: str, lattice: str) -> None:
    values = tokens(mode)
    worst = under_lattice(channels(values[ground]), values[lattice])
    assert ratio(channels(values[front]), worst) >= 7


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("suit", ["s", "h", "d", "c"])
def test_four_coloured_suits_keep_seven_to_one_on_their_card(mode: str, suit: str) -> None:
    values = tokens(mode, FOUR_COLOURS)
    assert ratio(channels(values[f"suit-{suit}"]), channels(values["card"])) >= 7


def test_four_coloured_suits_are_four_colours() -> None:
    values = tokens("jour", FOUR_COLOURS)
    assert len({values[f"suit-{suit}"] for suit in "shdc"}) == 4


def test_dark_asked_by_the_device_is_the_dark_that_can_be_chosen() -> None:
    found = blocks()
    assert found[ASKED_DARK] == found[CHOSEN_DARK]


@pytest.mark.parametrize("selector", [CHOSEN_DARK, HALL])
def test_a_mode_sets_every_colour_but_those_of_the_cards(selector: str) -> None:
    found = blocks()
    fixed = {"card", "suit-s", "suit-h", "suit-d", "suit-c", "mat-lattice"}
    colours = {name for name, value in found[":root"].items() if value.startswith(("#", "rgba"))}
    assert colours - set(found[selector]) == fixed
