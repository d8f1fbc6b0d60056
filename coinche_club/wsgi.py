import os

from django.core.wsgi import get_wsgi_application

from core import procs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coinche_club.settings")
procs.die_with_parent()  # a server process whose master was killed would keep the port
_django = get_wsgi_application()

from core.readymade import Shelf  # noqa: E402  (needs the models, which stand only now)

application = Shelf(_django)
