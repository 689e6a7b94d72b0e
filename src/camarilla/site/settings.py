"""Django's settings. What differs from one installation to the next comes from the environment:

DATABASE_URL        a PostgreSQL (postgresql://name:password@host/database); without it the house has a file of its own
CAMARILLA_HOME      the folder of the database, of the key that signs sessions, and of what is played in a terminal
CAMARILLA_HOSTS     names under which the site may be asked for besides this machine's, with commas between; *: any
CAMARILLA_PROXIES   addresses or networks of proxies that are believed when they say whom they speak for
CAMARILLA_TLS       1: every visitor comes by https, also where no proxy says so
CAMARILLA_SECRET    the key that signs sessions, the same for all processes; without it one is kept in CAMARILLA_HOME
CAMARILLA_SECRET_OLD  the key before it: what was signed with that is still good
CAMARILLA_LOG       plain, or json: one object a line
CAMARILLA_LOG_LEVEL  debug, info, warning or error: what is worth a line
CAMARILLA_ACCESS_LOG  1: a line for every request
CAMARILLA_METRICS   addresses or networks that may see /metrics; default: this machine, unless it is behind a proxy
CAMARILLA_KEEP_GATHERING  days after which a table is closed where nobody sat down any more; 0: never
CAMARILLA_KEEP_PLAYING  days after which a match without a move is ended without a result; 0: never
CAMARILLA_ADMIN     1: Django's admin at /admin/, for whom `camarilla admin` has given a password
CAMARILLA_SMTP      the mail server: smtp://name:password@host:port, smtps://…; without it no mail is sent (see `smtp`)
CAMARILLA_SENDER    whom mails come from: Camarilla <cards@club.example>
CAMARILLA_BEAT      seconds between two decisions of a bot (see `steward`)
CAMARILLA_MEMORY    megabytes for the matches that are kept at hand; others are replayed from their log
CAMARILLA_PAGES     pages that one address may have open at once: a club's visitors may share one
CAMARILLA_RATE      how many times as often as usual visitors may have something done (see `limits`)
CAMARILLA_THINKERS  worker processes that think for the bots; 0: a thread of the server does; none: others do
"""

from __future__ import annotations

import ipaddress
import os
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from camarilla.engine import folders
from camarilla.engine.errors import BadOption
from camarilla.engine.words import LANGUAGES as SPOKEN
from camarilla.games import games, kind
from camarilla.site import WORDS
from camarilla.site.smtp import read_sender, read_server

PACKAGE = Path(__file__).parents[1]
HOME = folders.house()  # CAMARILLA_HOME, or a folder by custom
HOME.mkdir(parents=True, exist_ok=True, mode=0o700)


def kept_key(path: Path) -> str:
    """The key that signs sessions: drawn once, then kept, so that a restart throws nobody out.

    It is written beside and then put in its place, so that it is there whole or not at all; of several who start at
    once one is first. An empty one is what a full disk left of a first start.
    """
    if not path.exists() or not path.read_text().strip():
        drawn = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(drawn, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        if path.exists() and path.read_text().strip():
            drawn.unlink()
        else:
            drawn.replace(path)
    return path.read_text()


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def read_networks(name: str, usual: str = "") -> tuple[Network, ...]:
    """Addresses and networks, with commas between."""
    given = [one.strip() for one in os.environ.get(name, usual).split(",") if one.strip()]
    try:
        return tuple(ipaddress.ip_network(one, strict=False) for one in given)
    except ValueError as problem:
        raise BadOption(WORDS("serve.networks", name=name, problem=str(problem))) from None


def read_word(name: str, *words: str) -> str:
    """One of these words, the first if nothing is said."""
    given = os.environ.get(name, "").strip().lower() or words[0]
    if given not in words:
        raise BadOption(WORDS("serve.word", name=name, value=given, known=list(words)))
    return given


SECRET_KEY = os.environ.get("CAMARILLA_SECRET") or kept_key(HOME / "key")
SECRET_KEY_FALLBACKS = list(filter(None, [os.environ.get("CAMARILLA_SECRET_OLD")]))
DEBUG = False
HERE = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [*HERE, *filter(None, os.environ.get("CAMARILLA_HOSTS", "").split(","))]
PROXIES = read_networks("CAMARILLA_PROXIES")
TLS = os.environ.get("CAMARILLA_TLS") == "1"
METRICS = read_networks("CAMARILLA_METRICS", "" if PROXIES or TLS else "127.0.0.0/8,::1")
ADMIN = os.environ.get("CAMARILLA_ADMIN") == "1"
PASSWORD_LENGTH = 12  # at least, of who enters it
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": PASSWORD_LENGTH},
    }
]
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # they are the admin's, like its session
ROOT_URLCONF = "camarilla.site.urls"
INSTALLED_APPS = [
    "camarilla.site",  # before the admin, whose base template it has in its own look
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
]
MIDDLEWARE = [
    "camarilla.site.guards.headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "camarilla.site.guards.language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "camarilla.site.guards.htmx",
    "camarilla.site.guards.refusals",
    *(["camarilla.site.admin.door"] if ADMIN else []),
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "camarilla.site.people.visitor",
                *(["django.contrib.auth.context_processors.auth"] if ADMIN else []),
                *(["django.contrib.messages.context_processors.messages"] if ADMIN else []),
            ],
            "builtins": ["camarilla.site.templatetags.say", "django.templatetags.static"],
        },
    }
]

# --- The database: an embedded one, or a server for several processes and machines ---

EMBEDDED = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": HOME / "camarilla.sqlite3",
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",  # who writes waits for its turn, and does not fail in the middle
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    },
}


# What is asked again and again is planned once by a database server.
PREPARED: dict[str, Any] = {"server_side_binding": True, "prepare_threshold": 5}


def database_at(url: str) -> dict[str, Any]:
    """The PostgreSQL with this address. What is wrong with one is said without repeating it: it holds a password."""
    if not url.startswith(("postgres://", "postgresql://")):
        raise BadOption(WORDS("serve.database"))
    if not (find_spec("psycopg") and find_spec("dj_database_url")):
        raise BadOption(WORDS("serve.postgres_extra"))
    import dj_database_url

    try:
        found: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        raise BadOption(WORDS("serve.database")) from None
    found["OPTIONS"] = {**PREPARED, **found.get("OPTIONS", {})}
    return found


URL = os.environ.get("DATABASE_URL", "")
DATABASES = {"default": {**(database_at(URL) if URL else EMBEDDED), "CONN_MAX_AGE": None}}  # a thread keeps its own
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Sessions hold nothing but who one is, signed ---

SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_SERIALIZER = "django.contrib.sessions.serializers.JSONSerializer"
SESSION_COOKIE_AGE = 400 * 24 * 3600  # browsers keep nothing longer
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "camarilla.site.guards.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 100_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# --- Mail ---

server = os.environ.get("CAMARILLA_SMTP", "")
SMTP = read_server(server) if server else None
SENDER = read_sender(os.environ.get("CAMARILLA_SENDER", "")) if server else ""
if server and "*" in ALLOWED_HOSTS:
    raise BadOption(WORDS("serve.smtp_hosts"))  # or mails would carry whatever name a visitor asks for

# --- Languages ---

LANGUAGE_CODE = SPOKEN[0]
LANGUAGES = [(language, language) for language in SPOKEN]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Files: those of the site, and of each game its art ---

STATIC_URL = "static/"
STATICFILES_DIRS = [(name, kind(name).folder() / "art") for name in games()]
WHITENOISE_USE_FINDERS = True  # straight from where they lie: nothing to collect
WHITENOISE_AUTOREFRESH = False
WHITENOISE_MAX_AGE = 3600

# --- The log, on the standard error ---

ACCESS_LOG = os.environ.get("CAMARILLA_ACCESS_LOG") == "1"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "camarilla.site.logs.Plain"}, "json": {"()": "camarilla.site.logs.Json"}},
    "filters": {"brief": {"()": "camarilla.site.logs.Brief"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["brief"],
            "formatter": read_word("CAMARILLA_LOG", "plain", "json"),
        }
    },
    "root": {
        "handlers": ["console"],
        "level": read_word("CAMARILLA_LOG_LEVEL", "warning", "debug", "info", "error").upper(),
    },
    "loggers": {"camarilla.access": {"level": "INFO" if ACCESS_LOG else "CRITICAL"}},
}

BEAT = float(os.environ.get("CAMARILLA_BEAT", "0.6"))
SNAPSHOTS = int(os.environ.get("CAMARILLA_MEMORY", "200")) * 1_000_000
PAGES = int(os.environ.get("CAMARILLA_PAGES", "500"))
thinkers = os.environ.get("CAMARILLA_THINKERS", "2")
THINKING = thinkers != "none"
RATE = float(os.environ.get("CAMARILLA_RATE", "1"))
THINKERS = int(thinkers) if THINKING else 0
KEEP_GATHERING = int(os.environ.get("CAMARILLA_KEEP_GATHERING", "7"))
KEEP_PLAYING = int(os.environ.get("CAMARILLA_KEEP_PLAYING", "60"))
