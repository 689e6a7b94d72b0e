"""The law on views finds a key that is told nowhere, and one that there is not."""

from __future__ import annotations

import pytest

from camarilla.testing.views import view_is_documented
from tests.toy.game import PocketCourt

TOLD = PocketCourt.view.__doc__ or ""


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [("| `pile` | how many cards are left |\n", "", "pile"), ("`pile`", "`pile`, `moon`", "moon"), ("`", "", "hand")],
    ids=["a key is missing", "a key too many", "nothing is told"],
)
def test_a_view_that_is_documented_otherwise_is_noticed(
    written: str, instead: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = PocketCourt(runtime="interpreted").new(1)
    view_is_documented(match)
    monkeypatch.setattr(PocketCourt.view, "__doc__", TOLD.replace(written, instead))
    with pytest.raises(AssertionError, match=said):
        view_is_documented(match)


def test_keys_within_are_noticed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match, shown = PocketCourt(runtime="interpreted").new(1), PocketCourt.view.view
    monkeypatch.setattr(PocketCourt.view, "view", lambda *seen: {**shown(*seen), "lots": [{"hidden_key": 1}]})
    with pytest.raises(AssertionError, match="hidden_key"):
        view_is_documented(match)
