"""The statements that every move makes, without ceremony: Django's querysets take ten times as long to put one together
as the database takes to carry it out. What is written is the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def update(model: type[Model], where: Mapping[str, Any], fields: Mapping[str, Any]) -> int:
    """Give those rows these fields: how many there are."""
    chosen = " AND ".join(f"{column(model, name)} = %s" for name in where)
    given = ", ".join(f"{column(model, name)} = %s" for name in fields)
    values = [write(model, name, value) for name, value in (*fields.items(), *where.items())]
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {model._meta.db_table} SET {given} WHERE {chosen}", values)
        return int(cursor.rowcount)


def insert(rows: Sequence[Model]) -> None:
    """New rows of one kind, whose numbers the database gives."""
    if not rows:
        return
    model = type(rows[0])
    names = [field.attname for field in model._meta.concrete_fields if not field.primary_key]
    blank = f"({', '.join(['%s'] * len(names))})"
    values = [write(model, name, getattr(row, name)) for row in rows for name in names]
    into = f"{model._meta.db_table} ({', '.join(column(model, name) for name in names)})"
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {into} VALUES {', '.join([blank] * len(rows))}", values)


def find_field(model: type[Model], name: str) -> Field[Any, Any]:
    return model._meta.get_field(name)


def column(model: type[Model], name: str) -> str:
    return find_field(model, name).column


def write(model: type[Model], name: str, value: Any) -> Any:
    """The value as the database takes it."""
    return find_field(model, name).get_db_prep_save(value, connection)
