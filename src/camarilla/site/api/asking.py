"""What the house thinks about for somebody, and what there is after a match: hints, worlds, analyses, records."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Status

from camarilla.site import analyst, desk, limits
from camarilla.site.api import forms
from camarilla.site.api.access import ANYBODY
from camarilla.site.api.state import Reader, choose_seat, tell_choice
from camarilla.site.api.tables import AT
from camarilla.site.pages import after
from camarilla.site.refusals import OtherRules, Refusal
from camarilla.site.snapshots import Snapshot, find_snapshot

router = Router(tags=["thinking"])  # what its operations do is said in `api.toml`


def find_asker(request: HttpRequest, table: str, wanted: int | None) -> tuple[Snapshot, int]:
    """How the table stands, and the seat that is to decide something there, which is mine."""
    now = find_snapshot(table)
    return now, now.match.acting(choose_seat(now, request.auth, wanted))


# --- Hints ---


@router.post(f"{AT}/hint", response={202: forms.Hints})
def ask_for_hint(
    request: HttpRequest, response: HttpResponse, table: str, asked: Query[forms.SeatQuery]
) -> Status[Any]:
    now, seat = find_asker(request, table, asked.seat)
    limits.spend(request, "hint")
    desk.ask_for_hint(now, seat, request.auth)
    response.headers["Location"] = request.get_full_path()
    return Status(202, {"seat": seat, "ply": now.ply, "done": False, "hints": []})


@router.get(f"{AT}/hint", response={200: forms.Hints, 202: forms.Hints})
def show_hint(request: HttpRequest, table: str, asked: Query[forms.SeatQuery]) -> Status[Any]:
    now, seat = find_asker(request, table, asked.seat)
    found = desk.find_hint(now, seat)
    reader = Reader(now, request.auth, request.language, seat)
    choices = {choice.move: tell_choice(reader, choice) for choice in now.match.choices(seat)}
    hints = [{**choices[move], "share": share} for move, share in found or []]
    done = found is not None
    return Status(200 if done else 202, {"seat": seat, "ply": now.ply, "done": done, "hints": hints})


# --- Worlds ---


@router.get(f"{AT}/worlds", response=forms.Worlds)
def show_worlds(request: HttpRequest, table: str, asked: Query[forms.WorldQuery]) -> dict[str, Any]:
    now = find_snapshot(table)
    seat = choose_seat(now, request.auth, asked.seat)
    desk.check_aid(now.table)
    limits.spend(request, "world", asked.number)
    worlds = [now.match.redeal(seat, asked.seed + number).position() for number in range(asked.number)]
    return {"seat": seat, "ply": now.ply, "worlds": worlds}


# --- After the match ---


@router.get(f"{AT}/record", auth=ANYBODY, response=dict[str, Any])
def show_record(request: HttpRequest, table: str, asked: Query[forms.Query]) -> dict[str, Any]:
    try:
        return after.get_finished(request, table).match.record()
    except OtherRules as problem:
        return desk.raw_record(problem.table)


@router.post(f"{AT}/analysis", response={202: forms.Analysis})
def ask_for_analysis(
    request: HttpRequest, response: HttpResponse, table: str, asked: Query[forms.Query]
) -> Status[Any]:
    after.ask_for_analysis(request, after.get_finished(request, table))
    response.headers["Location"] = request.get_full_path()
    return Status(202, tell_analysis(after.look_back(request, table)))


@router.get(f"{AT}/analysis", auth=ANYBODY, response={200: forms.Analysis, 202: forms.Analysis})
def show_analysis(request: HttpRequest, table: str, asked: Query[forms.Query]) -> Status[Any]:
    here = after.look_back(request, table)
    progress = analyst.progress(here.now.table)
    if not progress.begun:
        raise Refusal("analysis_unasked")
    if progress.broken:
        raise Refusal("analysis_broken", 503)
    return Status(200 if progress.done else 202, tell_analysis(here))


def tell_analysis(here: after.After) -> dict[str, Any]:
    progress = analyst.progress(here.now.table)
    found = {"done": progress.done, "judged": progress.judged, "whole": progress.whole, "left": progress.left}
    if not progress.done:
        return found | {"decisions": []}
    why = {one["number"]: [reason[here.language] for reason in one["why"]] for one in progress.kept["why"]}
    decisions = [
        {
            "number": decision.moment.number,
            "seat": decision.moment.seat,
            "played": decision.played.move,
            "best": decision.best.move,
            "played_share": decision.played_share,
            "best_share": decision.best_share,
            "mistake": decision.is_mistake,
            "why": why.get(decision.moment.number, []),
        }
        for decision in after.get_review(here).decisions
    ]
    return found | {"decisions": decisions}
