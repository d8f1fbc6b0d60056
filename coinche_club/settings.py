"""Settings: everything comes from the environment, with defaults that are safe for one laptop in one hall.

With nothing set: SQLite in ``./data``, the embedded broker, DEBUG off, a secret key made there on first use.
"""

import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from coinche_club import datadir
from core import hosts

BASE_DIR = Path(__file__).resolve().parent.parent
#: A command that only looks at what there is makes no folder, no key and no log file.
MAKES = not datadir.only_reads(sys.argv)
DATA_DIR = datadir.data_dir(BASE_DIR, make=MAKES)


def _flag(name: str, default: bool = False) -> bool:
    return os.environ.get(name, str(int(default))).strip().lower() in {"1", "true", "yes", "on"}


#: Where every copy of a tournament is kept a second time, off this machine if it is well chosen; see core.away.
COPIES_PLACE = Path(os.environ["COINCHE_COPIES"]).expanduser() if os.environ.get("COINCHE_COPIES") else None

DEBUG = _flag("COINCHE_DEBUG")
SECRET_KEY = os.environ.get("COINCHE_SECRET_KEY") or datadir.secret_key(DATA_DIR, make=MAKES)
VERSION = "0.1.0"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
    "rest_framework",
    "drf_spectacular",
    "core",
    "clubs",
    "scoring",
    "tournaments",
    "rankings",
    "documents",
    "api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "core.middleware.UploadLimitMiddleware",
    "core.middleware.FirstAccountMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "tournaments.blind.BlindMiddleware",
]

ROOT_URLCONF = "coinche_club.urls"
WSGI_APPLICATION = "coinche_club.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", ["django.template.loaders.filesystem.Loader"])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'coinche.sqlite3'}"
DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # WAL lets readers go on while one writer writes; IMMEDIATE takes the write lock at BEGIN, so that two writers
    # queue up instead of failing half way; FULL syncs the log at every commit: a saved deal survives the plug.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000; PRAGMA foreign_keys=ON;"
        ),
    }
    # A thread keeps its connection: closing the last one would write the whole log back into the file each time.
    DATABASES["default"]["CONN_MAX_AGE"] = 600
else:
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 8}}
ATOMIC_REQUESTS = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = os.environ.get("COINCHE_TIME_ZONE", "Europe/Paris")
USE_I18N = True
USE_TZ = True

#: Where `manage.py serve` listens; shown in the addresses that a phone can try.
PORT = int(os.environ["COINCHE_PORT"]) if os.environ.get("COINCHE_PORT", "").isdecimal() else 8000
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder", "core.finders.WantedFiles"]
MEDIA_ROOT = DATA_DIR / "files"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "core.staticfiles.NamedByContent"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
#: The largest request that is read at all; a list of 2,000 pairs has some 200 kB.
MAX_UPLOAD_BYTES = 5_000_000
# A photograph of a paper sheet, with what a form has around it; a whole tournament (gzipped, of 500 pairs some 3 MB).
LARGE_UPLOADS = (
    (r"/table/[0-9a-f-]+/photo|/c/[^/]+/t/[^/]+/sheets/[0-9a-f-]+/photos/", 8_500_000),
    (r"/c/[^/]+/take-over/", 32_000_000),
)
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000

# Who may talk to the site, and what a browser may do with its pages. See core.hosts for the allowed hosts.
ALLOWED_HOSTS = hosts.AllowedHosts()
HTTPS = _flag("COINCHE_HTTPS")
if HTTPS:  # behind a proxy that holds the certificate
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Browsers heed it on https and localhost only; elsewhere they write an error into the console of every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

# Sign-in limits: by name and address together. A whole hall has one address, so never by the address alone.
AXES_FAILURE_LIMIT = 10
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "core.middleware.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# The API: a session or a table's link, JSON only. Limits by address are wide, since a hall has one address.
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    # Nobody is authenticated by default: a view that declares nothing is closed.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_RATES": {"public-reads": "600/min", "wrong-links": "60/min"},
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.errors.answer",
    "NUM_PROXIES": int(HTTPS),
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Coinche club",
    "DESCRIPTION": "Clubs, tournaments, published results and rankings for everybody; a club's evening for its members"
    " (session); a table's score sheet by the table's link. Described in docs/api.md.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Choices stand where they are used, without names that change when another field gets the same ones.
    "POSTPROCESSING_HOOKS": [],
}

# Jobs. The broker only carries ids: core.jobs keeps what matters in the database, so nothing hangs on its memory.
BROKER_URL = os.environ.get("COINCHE_BROKER_URL", "").strip()
EMBEDDED_BROKER = not BROKER_URL
CELERY_BROKER_URL = BROKER_URL or "coinche://localhost//"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if EMBEDDED_BROKER:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"path": str(DATA_DIR / "broker.sqlite3"), "lease": 30}
elif BROKER_URL.startswith(("redis://", "rediss://", "unix://")):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # Longer than the longest job (core.tasks.TIME_LIMIT); the sweeper does not wait for it.
        "visibility_timeout": 1200,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
    }
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# The workers do their jobs in their own process and cannot answer a heartbeat meanwhile.
CELERY_BROKER_HEARTBEAT = 0
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

CACHES: dict[str, dict[str, Any]]
if BROKER_URL.startswith(("redis://", "rediss://")):
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": BROKER_URL}}
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": str(DATA_DIR / "cache"),
            "OPTIONS": {"MAX_ENTRIES": 2000},
        }
    }

#: Public pages that a web process keeps ready (tournaments.watched); 0: none.
KEPT_PAGES = 32

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "core.logs.BlankingFormatter", "format": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "file": {
            "class": "core.logs.SharedFileHandler",
            "filename": str(DATA_DIR / "logs" / "coinche.log"),
            "formatter": "line",
        }
        if MAKES
        else {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr", "file"], "level": os.environ.get("COINCHE_LOG_LEVEL", "WARNING").upper()},
    "loggers": {
        # Django's own set-up would print to the terminal a second time, unblanked.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        # A request for another host is refused; a traceback for each would let one scanner fill the log.
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},
        "axes": {"level": "ERROR"},  # it writes sign-in names
    },
}
