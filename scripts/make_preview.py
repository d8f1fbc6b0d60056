"""Draw the picture that a link to a public page shows: the four suits on the mat; it is kept in static/icons."""

from pathlib import Path

from PIL import Image, ImageDraw

WIDTH, HEIGHT, FINE = 1200, 630, 4
MAT, LATTICE, CARD, RED, BLACK = "#0E4D35", "#175A40", "#FFFFFF", "#AE0E22", "#15171A"


def heart(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, colour: str, *, up: bool = False) -> None:
    """A heart in a square of ``size`` around a middle; upside down it is the leaf of a spade."""
    turn = -1 if up else 1
    round_ = size * 0.27
    for side in (-1, 1):
        middle = (x + side * round_ * 0.92, y - turn * size * 0.18)
        draw.ellipse([middle[0] - round_, middle[1] - round_, middle[0] + round_, middle[1] + round_], fill=colour)
    low = y + turn * size * 0.5
    edge = size * 0.47
    draw.polygon([(x - edge, y - turn * size * 0.06), (x + edge, y - turn * size * 0.06), (x, low)], fill=colour)


def stem(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    draw.polygon([(x, y), (x - size * 0.17, y + size * 0.5), (x + size * 0.17, y + size * 0.5)], fill=BLACK)


def spade(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    heart(draw, x, y - size * 0.02, size * 0.94, BLACK, up=True)
    stem(draw, x, y, size)


def diamond(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    draw.polygon([(x, y - size * 0.52), (x + size * 0.38, y), (x, y + size * 0.52), (x - size * 0.38, y)], fill=RED)


def club(draw: ImageDraw.ImageDraw, x: float, y: float, size: float) -> None:
    for across, down in ((0, -0.26), (-0.25, 0.08), (0.25, 0.08)):
        r, middle = size * 0.23, (x + across * size, y + down * size)
        draw.ellipse([middle[0] - r, middle[1] - r, middle[0] + r, middle[1] + r], fill=BLACK)
    stem(draw, x, y - size * 0.05, size)


def picture() -> Image.Image:
    """The picture, drawn four times as large and made smaller, so that its edges are smooth."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), MAT)
    draw = ImageDraw.Draw(image)
    for at in range(-HEIGHT, WIDTH + HEIGHT, 60):
        for line in ((at, 0, at + HEIGHT, HEIGHT), (at + HEIGHT, 0, at, HEIGHT)):
            draw.line([place * FINE for place in line], fill=LATTICE, width=FINE)
    suits = (spade, lambda *where: heart(*where, RED), diamond, club)
    for place, suit in enumerate(suits):
        x, y, wide, high = 186 + 276 * place, HEIGHT / 2, 216, 300
        box = [(x - wide / 2) * FINE, (y - high / 2) * FINE, (x + wide / 2) * FINE, (y + high / 2) * FINE]
        draw.rounded_rectangle(box, radius=22 * FINE, fill=CARD)
        suit(draw, x * FINE, y * FINE, 132.0 * FINE)
    return image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "static" / "icons" / "preview.png"
    picture().quantize(64).save(target, optimize=True)
