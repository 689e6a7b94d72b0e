"""The description of a distribution: the README, without links that lead nowhere outside the checkout."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n\n?", re.MULTILINE)
LINK = re.compile(r"\[([^]]+)\]\((?!https?:)[^)]*\)")


class Description(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": describe(text)}


def describe(readme: str) -> str:
    """What is linked to lies in the source distribution: here it is named by its words alone."""
    return LINK.sub(r"\1", PICTURE.sub("", readme))
