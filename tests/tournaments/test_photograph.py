"""A photograph made anew: upright, bounded, and with nothing of where, when and by whom it was taken."""

import io
import struct
import zlib

import pytest
from PIL import Image, ImageFile

from tournaments import photograph
from tournaments.photograph import PhotoError, made_anew

GPS, ORIENTATION, MAKE = 0x8825, 0x0112, 0x010F


def picture(width: int = 60, height: int = 40, kind: str = "JPEG", mode: str = "RGB", **options) -> bytes:
    """A red picture with a blue left upper quarter."""
    made = Image.new(mode, (width, height), "red")
    made.paste("blue", (0, 0, width // 2, height // 2))
    out = io.BytesIO()
    made.save(out, kind, **options)
    return out.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(made_anew(content)))


def exif(orientation: int = 1) -> Image.Exif:
    found = Image.Exif()
    found[ORIENTATION] = orientation
    found[MAKE] = "Marque-du-telephone"
    found.get_ifd(GPS).update({1: "N", 2: (48.0, 51.0, 29.6), 3: "E", 4: (2.0, 17.0, 40.2)})
    return found


def test_where_and_by_what_it_was_taken_is_gone():
    content = picture(exif=exif(), comment=b"chez M. Kervran", icc_profile=b"x" * 200)
    assert b"Marque-du-telephone" in content and Image.open(io.BytesIO(content)).getexif().get_ifd(GPS)
    anew = made_anew(content)
    assert not any(word in anew for word in (b"Marque", b"Kervran", b"Exif", b"ICC_PROFILE", b"xxxx"))
    found = Image.open(io.BytesIO(anew))
    assert (found.format, dict(found.getexif()), found.info.keys() & {"exif", "comment", "icc_profile"}) == (
        "JPEG", {}, set(),
    )  # fmt: skip


def test_texts_of_a_png_are_gone_and_what_lets_through_is_white():
    from PIL.PngImagePlugin import PngInfo

    told = PngInfo()
    told.add_text("Author", "M. Kervran", zip=True)
    made = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    out = io.BytesIO()
    made.save(out, "PNG", pnginfo=told)
    anew = made_anew(out.getvalue())
    assert b"Kervran" not in anew
    assert Image.open(io.BytesIO(anew)).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("kind", photograph.FORMATS)
def test_each_kind_becomes_a_jpeg_of_a_bounded_size(kind):
    found = opened(picture(2400, 800, kind))
    assert (found.format, found.mode, found.size) == ("JPEG", "RGB", (1600, 533))


def test_it_stands_upright():
    """Orientation 6: the phone was held upright, the picture lies on its side."""
    found = opened(picture(60, 40, exif=exif(6)))
    assert found.size == (40, 60)
    red, _green, blue = found.getpixel((30, 10))  # the left upper quarter goes to the right
    assert blue > 200 > 60 > red


def test_what_is_hung_on_its_end_goes():
    anew = made_anew(picture() + b"<script>alert(1)</script>PK\x03\x04")
    assert b"script" not in anew and b"PK\x03\x04" not in anew


def _png(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is so large."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (_png(60_000, 60_000), "photo-dots"),
        (_png(5_200, 5_200), "photo-dots"),
        (_png(30, 30), "photo-broken"),
        (picture()[:300], "photo-broken"),
        (b"", "photo-kind"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "photo-kind"),
        (b"%PDF-1.7\n", "photo-kind"),
        (picture(kind="GIF"), "photo-kind"),
        (picture(kind="TIFF"), "photo-kind"),
        (b"\0" * (photograph.MOST_BYTES + 1), "photo-large"),
    ],
    ids=[
        "a bomb",
        "too many dots",
        "less than it says",
        "cut off",
        "nothing",
        "SVG",
        "PDF",
        "GIF",
        "TIFF",
        "too large",
    ],
)
def test_what_is_no_photograph_is_refused(monkeypatch, content, code):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as once WeasyPrint is imported
    with pytest.raises(PhotoError) as refused:
        made_anew(content)
    assert refused.value.code == code


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "RGBA", "I;16"])
def test_whatever_its_colours_are_kept_as(mode):
    made = Image.new(mode, (30, 20))
    out = io.BytesIO()
    made.save(out, "JPEG" if mode == "CMYK" else "PNG")
    assert opened(out.getvalue()).mode == "RGB"


def test_what_a_camera_says_of_itself_may_be_nonsense():
    """A word of it is a number with a point: a writer of such notes cannot write it back, and nobody needs it."""
    entry = struct.pack("<HHIf", 0x0132, 11, 1, 1.5) + struct.pack("<HHII", ORIENTATION, 3, 1, 6)
    notes = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 2) + entry + struct.pack("<I", 0)
    assert opened(picture(60, 40, exif=notes)).size == (40, 60)


def test_a_picture_with_another_behind_it_is_as_large_as_any_other():
    """As phones write them that keep a portrait's depth, or its brightness, beside it."""
    first, second = Image.new("L", (4200, 4000)), Image.new("L", (20, 20))
    out = io.BytesIO()
    first.save(out, "MPO", save_all=True, append_images=[second])
    assert opened(out.getvalue()).size == (1600, 1524)


def test_a_picture_that_goes_over_its_dots_for_hours_is_not_opened():
    """Each time costs a file a hundred bytes and this machine a part of a second, for eight megabytes of them."""
    content = picture(progressive=True)
    again = content[content.rindex(b"\xff\xc4", 0, content.rindex(b"\xff\xda")) : -2]
    assert made_anew(content[:-2] + 5 * again + b"\xff\xd9" + 50 * again)
    with pytest.raises(PhotoError) as refused:
        made_anew(content[:-2] + 20 * again + b"\xff\xd9")
    assert refused.value.code == "photo-broken"
