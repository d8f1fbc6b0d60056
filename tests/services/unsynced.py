"""The site's settings with commits that wait for no disk: what the guard "saved is on disk" is replaced by."""

from coinche_club.settings import *  # noqa: F403
from coinche_club.settings import DATABASES

_options = DATABASES["default"]["OPTIONS"]
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
else:
    _options["options"] = "-c synchronous_commit=off"
