"""`{% say "lobby.open" number=3 %}`: an expression of the site's words, in the visitor's language."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.html import conditional_escape

from camarilla.engine.words import Message
from camarilla.site import WORDS

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, key: str, /, **parts: Any) -> str:
    return str(conditional_escape(WORDS(key, **parts).text(context["language"])))


@register.simple_tag(takes_context=True)
def spoken(context: Context, message: Message | str, names: tuple[str, ...] = ()) -> str:
    """A message that a view has handed over."""
    text = message.text(context["language"], names) if isinstance(message, Message) else message
    return str(conditional_escape(text))
