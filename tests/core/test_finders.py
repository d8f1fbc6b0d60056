"""Static files: what the pages load is found, what packages bring beside it is not."""

from django.contrib.staticfiles import finders

from core.finders import WANTED


def found() -> set[str]:
    return {name for finder in finders.get_finders() for name, _storage in finder.list([])}


def test_every_wanted_file_is_there_and_nothing_else_of_the_packages() -> None:
    names = found()
    assert set(WANTED) <= names
    assert not [name for name in names if name.startswith(("rest_framework/", "drf_spectacular/"))]


def test_the_projects_own_files_are_found() -> None:
    assert "css/base.css" in found()
