"""A photograph that somebody sends, made anew: a JPEG of a bounded size with nothing in it but its dots.

What comes is opened by the three decoders of ``FORMATS`` alone, and never before its width and height are known to be
bearable. Nothing of the file is kept as it came: place, time and make of the camera, comments, previews, colour
profiles and whatever was hung on its end are gone.
"""

import io
import struct

from PIL import Image, ImageOps, UnidentifiedImageError

#: A phone's own photographs, and what an application makes of them. No HEIC: phones send JPEG where that is asked for.
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 8 * 1024 * 1024
#: The longer side of what is kept, in dots: the figures of a sheet are well read.
LONGEST = 1600
#: Dots of what comes. A JPEG is opened at an eighth, a quarter or a half of its size, the others as they are.
MOST_DOTS, MOST_DOTS_WHOLE = 50_500_000, 16_500_000
_QUALITY = 80


class PhotoError(ValueError):
    """What cannot be taken; ``code``: ``photo-large``, ``photo-kind``, ``photo-broken``, ``photo-dots``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def made_anew(content: bytes) -> bytes:
    """The photograph as a JPEG of at most ``LONGEST`` dots a side, upright, on white where it lets something through.

    Raises PhotoError.
    """
    if len(content) > MOST_BYTES:
        raise PhotoError("photo-large")
    try:
        with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
            _must_be_bearable(opened)
            opened.draft("RGB", (LONGEST, LONGEST))
            upright = ImageOps.exif_transpose(opened)
            upright.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
            plain = _plain(upright)
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


def _must_be_bearable(opened: Image.Image) -> None:
    width, height = opened.size
    most = MOST_DOTS if opened.format == "JPEG" else MOST_DOTS_WHOLE
    if width < 1 or height < 1 or width * height > most:
        raise PhotoError("photo-dots")


def _plain(image: Image.Image) -> Image.Image:
    """The dots alone, in a picture of its own: what hangs on the opened one does not come along."""
    plain = Image.new("RGB", image.size, "white")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        with_alpha = image.convert("RGBA")
        plain.paste(with_alpha, mask=with_alpha.getchannel("A"))
    else:
        plain.paste(image.convert("RGB"))
    return plain
