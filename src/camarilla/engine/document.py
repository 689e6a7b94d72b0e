"""A report as a document of its own: words and pictures in one file that can be kept, sent and opened anywhere."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

DOCUMENT = Markup("""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{header}
{main}
{footer}
</body>
</html>
""")


def make_document(language: str, title: str, style: Path, header: Markup, main: Markup, footer: Markup) -> Markup:
    """All of it, with the style that lies in a file."""
    inside = Markup(style.read_text(encoding="utf-8"))
    return DOCUMENT.format(language=language, title=title, style=inside, header=header, main=main, footer=footer)
