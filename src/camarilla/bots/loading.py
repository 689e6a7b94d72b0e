"""Where bots of one's own are found: in a file (`my_bot.py:Mine`) or in a package (`package.module:Mine`)."""

from __future__ import annotations

import functools
import importlib
import re
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from camarilla.bots.own import STRICT, Own, Terms, describe, make_own
from camarilla.bots.search import WORDS
from camarilla.engine.errors import BadOption

PLACE = re.compile(r"(.+):([^\W\d]\w*)")
OURS = ("search", "oracle")  # what else stands before a colon


def find_place(text: str) -> tuple[str, str] | None:
    """The file or module and the name in it, if the text names code and no bot of ours."""
    place = PLACE.fullmatch(text.strip())
    if place is None or place[1] in OURS:
        return None
    is_module = all(part.isidentifier() for part in place[1].split("."))
    return (place[1], place[2]) if is_module or place[1].endswith(".py") else None


def load_own(where: str, name: str, terms: Terms = STRICT) -> Own:
    """The bot of that name in a file or module; BadOption says why there is none."""
    return make_own(load_player(where, name), f"{where}:{name}", terms)


def load_player(where: str, name: str) -> object:
    module = load_file(Path(where).expanduser()) if where.endswith(".py") else load_module(where)
    if not hasattr(module, name):
        known = [one for one, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
        raise BadOption(WORDS("own.no_name", where=where, name=name, known=known))
    return getattr(module, name)


def load_file(path: Path) -> ModuleType:
    """A file as `python file.py` finds it: what lies beside it can be imported."""
    path = path.resolve()
    spec = spec_from_file_location(str(path), path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise BadOption(WORDS("own.no_file", path=str(path)))
    module = sys.modules[spec.name] = module_from_spec(spec)
    load_beside(path.parent, str(path), functools.partial(spec.loader.exec_module, module))
    return module


def load_module(name: str) -> ModuleType:
    load_beside(Path.cwd(), name, functools.partial(importlib.import_module, name))
    return sys.modules[name]


def load_beside(folder: Path, where: str, load: Callable[[], Any]) -> None:
    """Load what may import whatever lies in the folder; BadOption says why it cannot be."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        load()
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # also SystemExit, of what was meant to be a script
        raise BadOption(WORDS("own.import", where=where, problem=describe(problem, where))) from problem
