"""The site as a server on this machine: its port, its house, and letting people in."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from camarilla.engine.errors import BadOption
from camarilla.site import WORDS

MIGRATING = 1_473_209  # the number of the lock that who migrates holds: any, but always the same
FAREWELL = 10  # seconds for who was asking when the house began to close
OTHERS = """SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""
PORT, PORTS = 8000, 20  # the first port that is tried, and how many


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the wished port, or on the first that is free."""
    for wanted in range(PORT, PORT + PORTS) if port is None else [port]:
        line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((host, wanted))
        except (OSError, OverflowError):
            line.close()
        else:
            return line
    raise BadOption(WORDS("serve.port", host=host, port=PORT if port is None else port))


def claim_house(home: Path, address: str) -> IO[str]:
    """The house, for this server alone: with the embedded database there is one at a time. Held while it is open."""
    claim = (home / "open").open("a+", encoding="utf-8")
    try:
        lock(claim)
    except OSError:
        claim.seek(0)
        raise BadOption(WORDS("serve.claimed", address=claim.read().strip() or home)) from None
    claim.truncate(0)
    claim.write(address)
    claim.flush()
    return claim


@contextlib.contextmanager
def claim_database() -> Iterator[None]:
    """The whole house, for who replaces it: nobody else serves it, or thinks for it."""
    from django.conf import settings
    from django.db import connection

    if not settings.URL:
        with claim_house(settings.HOME, ""):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        if cursor.fetchone()[0]:
            raise BadOption(WORDS("serve.claimed", address=settings.DATABASES["default"]["NAME"]))
    yield


def lock(claim: IO[str]) -> None:
    """Held until the process ends, however it ends."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(claim.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)


def set_up(host: str) -> Path:
    """Django, and the database brought up to date; gives the folder where everything is kept."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "camarilla.site.settings")
    if host not in ("127.0.0.1", "localhost"):
        os.environ["CAMARILLA_HOSTS"] = ",".join([*own_names(), os.environ.get("CAMARILLA_HOSTS", "")])
    import django
    from django.conf import settings

    django.setup()
    migrate()
    if not settings.URL:
        hide(Path(settings.EMBEDDED["NAME"]))
    return Path(settings.HOME)


def own_names() -> list[str]:
    """What this machine is called by others. By its address it may be asked for anyway (`proxies.Request`)."""
    name = socket.gethostname().lower()
    return sorted({name, socket.getfqdn().lower(), f"{name.partition('.')[0]}.local"})


def leave(number: int, frame: Any) -> None:
    """Told to end, uvicorn closes the house and then repeats what it was told: now there is only the process to end."""
    raise SystemExit(0)


def migrate() -> None:
    """Bring the database up to date. Of several who start at once one does it, and the others wait."""
    from django.core.management import call_command
    from django.db import OperationalError, connection

    if connection.vendor != "postgresql":
        call_command("migrate", verbosity=0)
        return
    try:
        connection.ensure_connection()
    except OperationalError as problem:
        raise BadOption(WORDS("serve.no_database", problem=str(problem).strip())) from problem
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            call_command("migrate", verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def check_key() -> None:
    """All who serve a house sign with the same key, or a visitor would be known here and a stranger there."""
    from django.conf import settings

    from camarilla.site.models import Note, fingerprint

    ours = fingerprint(settings.SECRET_KEY)
    kept, _ = Note.objects.get_or_create(name="key", defaults={"text": ours})
    if kept.text in map(fingerprint, settings.SECRET_KEY_FALLBACKS):
        Note.objects.filter(pk=kept.pk).update(text=ours)
    elif kept.text != ours:
        raise BadOption(WORDS("serve.other_key"))


def hide(database: Path) -> None:
    """Seeds and keys are in it: nobody else on this machine may read it. Its journals are made like itself."""
    for path in database.parent.glob(f"{database.name}*"):
        path.chmod(0o600)


def serve(line: socket.socket, workers: int = 1) -> None:
    """Until this process is told to end. Several workers are processes that answer on the same line; one that dies is
    followed by another."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "camarilla.site.asgi:application",
        log_config=None,  # it goes where everything goes
        access_log=False,
        proxy_headers=False,  # what proxies say is judged in `proxies`
        lifespan="on",
        timeout_graceful_shutdown=FAREWELL,
        timeout_worker_healthcheck=60,
        workers=workers,
    )
    if workers == 1:
        signal.signal(signal.SIGTERM, leave)
        uvicorn.Server(config).run(sockets=[line])
    else:
        line.listen()
        with tempfile.TemporaryDirectory(prefix="camarilla-metrics-") as folder:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # whichever worker is asked tells of all
            Multiprocess(config, [line]).run()
