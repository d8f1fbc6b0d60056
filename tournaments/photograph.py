"""A photograph that somebody sends, made anew: a JPEG of a bounded size with nothing in it but its dots.

What comes is opened by the three decoders of ``FORMATS`` alone, and never before its width and height are known to be
bearable. Nothing of the file is kept as it came: place, time and make of the camera, comments, previews, colour
profiles and whatever was hung on its end are gone.
"""

import io
import re
import struct

from PIL import Image, ImageFile, UnidentifiedImageError

#: A phone's own photographs, and what an application makes of them. No HEIC: phones send JPEG where that is asked for.
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 8 * 1024 * 1024
#: The longer side of what is kept, in dots: the figures of a sheet are well read.
LONGEST = 1600
#: Dots of what comes. A JPEG is opened at an eighth, a quarter or a half of its size, the others as they are.
MOST_DOTS, MOST_DOTS_WHOLE = 50_500_000, 16_500_000
#: How often a JPEG may go over its dots. Those that come in steps do so some ten times; a file of a few bytes a time
#: could do it for hours.
MOST_SCANS = 20
_QUALITY = 80
#: MPO is a JPEG with another behind it, as many phones write them; the first one is opened.
_JPEG = ("JPEG", "MPO")
_ORIENTATION = 0x0112
_TURNED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_MARKER = re.compile(rb"\xff([\x01-\xcf\xd8-\xfe])")
_START, _END, _SCAN, _ALONE = 0xD8, 0xD9, 0xDA, 0x01


class PhotoError(ValueError):
    """What cannot be taken; ``code``: ``photo-large``, ``photo-kind``, ``photo-broken``, ``photo-dots``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def made_anew(content: bytes, longest: int = LONGEST) -> bytes:
    """The photograph as a JPEG of at most ``longest`` dots a side, upright, on white where it lets something through.

    Raises PhotoError.
    """
    if len(content) > MOST_BYTES:
        raise PhotoError("photo-large")
    # Where papers are laid out in the same process, WeasyPrint has switched on that what is cut off passes as whole.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
            _must_be_bearable(opened, content)
            opened.draft("RGB", (longest, longest))
            opened.load()
            opened.thumbnail((longest, longest), Image.Resampling.LANCZOS)
            plain = _upright(_plain(opened), opened)
    except PhotoError:
        raise
    except UnidentifiedImageError:
        raise PhotoError("photo-kind") from None
    except Image.DecompressionBombError:
        raise PhotoError("photo-dots") from None
    except (OSError, SyntaxError, ValueError, struct.error, EOFError, MemoryError):
        raise PhotoError("photo-broken") from None
    out = io.BytesIO()
    plain.save(out, "JPEG", quality=_QUALITY, optimize=True)
    return out.getvalue()


def _must_be_bearable(opened: Image.Image, content: bytes) -> None:
    width, height = opened.size
    is_jpeg = opened.format in _JPEG
    if width < 1 or height < 1 or width * height > (MOST_DOTS if is_jpeg else MOST_DOTS_WHOLE):
        raise PhotoError("photo-dots")
    if is_jpeg and _scans(content) > MOST_SCANS:
        raise PhotoError("photo-broken")


def _scans(content: bytes) -> int:
    """How often a JPEG goes over its dots, counted to one more than ``MOST_SCANS``: its parts one after the other, as a
    decoder reads them, to its end; what is hung on behind is not looked at."""
    at = found = 0
    while found <= MOST_SCANS and (marker := _MARKER.search(content, at)) is not None:
        kind, at = marker[1][0], marker.end()
        if kind == _END:
            break
        if kind not in (_START, _ALONE):
            at += int.from_bytes(content[at : at + 2], "big")
        found += kind == _SCAN
    return found


def _upright(plain: Image.Image, opened: Image.Image) -> Image.Image:
    """The picture turned as the opened one says that it was held. One who says nonsense of itself is left as it is."""
    try:
        turn = _TURNED.get(opened.getexif().get(_ORIENTATION, 0))
    except Exception:  # whatever the reader of such notes raises: they are written by every camera in its own way
        turn = None
    return plain if turn is None else plain.transpose(turn)


def _plain(image: Image.Image) -> Image.Image:
    """The dots alone, in a picture of its own: what hangs on the opened one does not come along."""
    plain = Image.new("RGB", image.size, "white")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        with_alpha = image.convert("RGBA")
        plain.paste(with_alpha, mask=with_alpha.getchannel("A"))
    else:
        plain.paste(image.convert("RGB"))
    return plain
