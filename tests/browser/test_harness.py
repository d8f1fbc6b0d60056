"""The browser fixtures themselves: what they refuse, and what they let through."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.browser.conftest import Pages

pytestmark = pytest.mark.browser

PAGE = b"""<!doctype html><html lang="en"><title>t</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width">
<p id="width"></p><script src="/width.js"></script><script>document.title = "inline"</script></html>"""


class _Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        script = self.path == "/width.js"
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if script else "text/html")
        self.send_header("Content-Security-Policy", "default-src 'self'; img-src data:")
        self.end_headers()
        self.wfile.write(b"width.textContent = innerWidth" if script else PAGE)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_page_whose_policy_refuses_a_script_is_told_of(browser, site):
    pages = Pages(browser, site)
    page = pages(360)
    page.goto("/")
    assert page.text_content("#width") == "360"
    assert page.title() == "t"
    pages.close()
    assert len(pages.errors) == 1
    assert "Content Security Policy" in pages.errors[0]


def test_a_page_may_be_expected_to_have_errors(page_on, site):
    page = page_on(768, base_url=site, allow_errors=True)
    page.goto("/")
    assert page.text_content("#width") == "768"


def test_without_scripts_a_page_is_a_page(page_on, site):
    page = page_on(1440, base_url=site, javascript=False)
    page.goto("/")
    assert page.text_content("#width") == ""
