"""The names of collected static files."""

from pathlib import Path

from core.staticfiles import NamedByContent


def _collected(folder: Path, text: str) -> str:
    """What ``page.js`` says after collecting, when the script it imports holds ``text``."""
    folder.mkdir()
    (folder / "part.js").write_text(f'export const part = "{text}";\n')
    (folder / "page.js").write_text('import { part } from "./part.js";\n')
    storage = NamedByContent(location=str(folder), base_url="/static/")
    done = {
        old: new for old, new, _ in storage.post_process({name: (storage, name) for name in ("page.js", "part.js")})
    }
    return (folder / done["page.js"]).read_text() + done["page.js"]


def test_a_script_imports_the_very_version_it_was_collected_with(tmp_path: Path) -> None:
    one, other = (_collected(tmp_path / text, text) for text in ("one", "other"))
    assert '"./part.js"' not in one
    assert one.partition("\n")[0] != other.partition("\n")[0]
    # A changed part gives the page a new name, too: no cache keeps the old one.
    assert one.partition("\n")[2] != other.partition("\n")[2]
