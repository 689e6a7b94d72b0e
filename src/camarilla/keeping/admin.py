"""`camarilla admin`: who may enter the admin, and by which password."""

from __future__ import annotations

import argparse
import getpass
import sys

from camarilla.engine.errors import BadOption
from camarilla.keeping import WORDS, open_database
from camarilla.terminal.flags import help_of
from camarilla.terminal.screen import open_screen


def add(parser: argparse.ArgumentParser, language: str) -> None:
    said = help_of(WORDS, "admin.flag", language)
    parser.add_argument("name", metavar=WORDS("name").text(language), help=said("name"))
    parser.add_argument("--password-stdin", action="store_true", help=said("password_stdin"))


def run(args: argparse.Namespace) -> int:
    here = open_screen(args.lang, None)
    open_database()
    from django.conf import settings
    from django.contrib.auth.models import User

    keeper = User.objects.filter(username=args.name).first() or User(username=args.name)
    keeper.set_password(read_password(args.password_stdin, args.lang))
    keeper.is_active = keeper.is_staff = keeper.is_superuser = True
    keeper.save()
    here.say(WORDS("admin.done", name=args.name))
    if not settings.ADMIN:
        here.say(WORDS("admin.off"), style="bold")
    return 0


def read_password(piped: bool, language: str) -> str:
    from django.conf import settings

    if piped:
        password = sys.stdin.readline().rstrip("\n")
    else:
        password = getpass.getpass(WORDS("admin.ask").text(language))
        if getpass.getpass(WORDS("admin.again").text(language)) != password:
            raise BadOption(WORDS("admin.differ"))
    if len(password) < settings.PASSWORD_LENGTH:
        raise BadOption(WORDS("admin.short", least=settings.PASSWORD_LENGTH))
    return password
