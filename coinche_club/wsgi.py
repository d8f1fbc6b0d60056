import os

from django.core.wsgi import get_wsgi_application

from core import procs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coinche_club.settings")
procs.die_with_parent()  # a server process whose master was killed would keep the port
application = get_wsgi_application()
