"""What a paper may read, and that the machine's other files and the network stay out of it."""

import http.server
import io
import threading

import pikepdf
import pytest

from documents import render
from documents.fonts import break_lines, fit, shrink, width_mm


@pytest.mark.parametrize(
    "url",
    [
        "http://192.0.2.1/x.css",
        "https://example.org/x.png",
        "file:///etc/passwd",
        "ftp://192.0.2.1/x",
        "data:text/css,a{}",
        "/etc/passwd",
        "paper:fonts/../../manage.py",
        "paper:fonts/../README.md",
        "paper:css/../render.py",
        "paper:fonts/README.md",
        "paper:fonts//etc/passwd",
        "paper:other/fonts.css",
        "paper:fonts/",
        "PAPER:css/page.css",
        "paper:",
    ],
)
def test_anything_but_own_fonts_and_styles_is_refused(url):
    with pytest.raises(render.Refused):
        render.own_file(url)


def test_own_fonts_and_styles_are_read():
    assert render.own_file("paper:css/page.css")[1] == "text/css"
    assert len(render.own_file("paper:fonts/paper-sans-700.ttf")[0]) > 10_000


def test_nothing_is_fetched_for_a_page_that_asks_for_it(tmp_path):
    asked = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"\x89PNG")
    base = f"http://127.0.0.1:{server.server_port}"
    html = f"""<link rel=stylesheet href="{base}/a.css"><link rel=attachment href="{secret.as_uri()}">
      <style>@import url({base}/b.css); body {{ background: url({base}/c.png) }}</style>
      <img src="{base}/d.png"><img src="{secret.as_uri()}"><object data="{base}/e.svg"></object>
      <svg><image href="{base}/f.png"/><use href="{base}/g.svg#a"/></svg><p>still printed</p>"""
    pdf = render.html_to_pdf(html, ())
    server.shutdown()
    assert asked == []
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert not opened.attachments
        assert not [page for page in opened.pages if page.get_images()]


def test_every_letter_that_names_and_sheets_need_is_in_the_fonts():
    from documents.fonts import _advances

    letters = "ğĞşİıœŒÆæøłžáéèêëîïôûüÿñç€–—’«»×−·…\u202f\u00a0\u2009N°"
    for face in ("sans", "bold", "serif"):
        missing = [letter for letter in letters if ord(letter) not in _advances(face)]
        assert missing == [], face


@pytest.mark.parametrize("face", ["sans", "bold", "serif"])
def test_figures_are_all_of_one_width(face):
    assert len({width_mm(figure, 10, face) for figure in "0123456789"}) == 1


def test_a_width_is_that_of_the_type():
    assert width_mm("00", 10) == pytest.approx(2 * 1175 / 2048 * 10 * 25.4 / 72, rel=0.02)
    assert width_mm("iii", 12) < width_mm("mmm", 12)


def test_lines_are_broken_at_spaces_and_lose_nothing():
    text = "Marie-Thérèse de La Tour d’Auvergne"
    lines = break_lines(text, 40, 12, "bold")
    assert len(lines) > 1 and " ".join(lines) == text
    assert all(width_mm(line, 12, "bold") <= 40 for line in lines)
    word = "W" * 40
    assert "".join(break_lines(word, 40, 12)) == word
    assert break_lines("", 40, 12) == [""]


def test_what_is_too_long_gets_smaller_and_at_last_takes_more_lines():
    two = fit(["Odile Kervran", "Bernard Mazurier"], 60, (12, 10, 8), lambda _size: 3, "bold")
    assert (two.size, len(two.lines)) == (12, 2)
    long = fit(["x" * 20 + " " + "y" * 60], 60, (12, 10, 8), lambda _size: 2)
    assert long.size == 8 and "".join(long.lines).count("y") == 60
    assert shrink("W" * 40, 60, (12, 10, 8)) == 8 and shrink("Ib", 60, (12, 10, 8)) == 12
