"""Every address of the site."""

from __future__ import annotations

from django.conf import settings
from django.urls import include, path

from camarilla.site import live
from camarilla.site.api import ROOT
from camarilla.site.api.service import describe, service
from camarilla.site.pages import (
    after,
    chat,
    daily,
    evening,
    evening_new,
    home_screen,
    learn,
    lobby,
    mail,
    other_rules,
    player,
    puzzles,
    retry,
    rules,
    table,
)

at_table = [
    path("", table.show, name="table"),
    path("events/", live.view, name="events"),
    path("play/", table.play, name="play"),
    path("undo/", table.undo, name="undo"),
    path("glass/", table.glass, name="glass"),
    path("say/", table.say, name="say"),
    path("join/", table.join, name="join"),
    path("fill/", table.fill, name="fill"),
    path("leave/", table.leave, name="leave"),
    path("back/", table.back, name="back"),
    path("put_away/", other_rules.put_away, name="put_away"),
    path("again/", table.again, name="again"),
    path("decline/", table.decline, name="decline"),
    path("hint/", table.hint, name="hint"),
    path("why/", table.why, name="why"),
    path("qr.svg", lobby.code, name="code"),
    path("after/", after.show, name="after"),
    path("replay/", after.replay, name="replay"),
    path("analysis/", after.analysis, name="analysis"),
    path("record.json", after.record, name="record"),
    path("clock/", table.clock, name="clock"),
    path("chat/", chat.say, name="chat"),
    path("chat/remove/", chat.remove, name="remove_remark"),
    path("chat/close/", chat.close, name="close_chat"),
    path("deal_again/", player.deal_again, name="deal_again"),
    path("analysis/<int:number>/", retry.retry, name="retry"),
    path("analysis/<int:number>/why/", retry.why, name="retry_why"),
]
at_evening = [
    path("", evening.show, name="evening"),
    path("part/<slug:page>/", evening.part, name="evening_part"),
    path("wall/", evening.wall, name="wall"),
    path("join/", evening.join, name="join_evening"),
    path("leave/", evening.leave, name="leave_evening"),
    path("out/", evening.take_out, name="take_out"),
    path("start/", evening.start, name="start_round"),
    path("end/", evening.end, name="end_evening"),
    path("qr.svg", evening.code, name="evening_code"),
    path("round/<int:number>/", evening.show_round, name="round"),
]
urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/<slug:part>/", lobby.part, name="lobby"),
    path("new/<slug:game>/", lobby.new, name="new"),
    path("now/<slug:game>/", lobby.now, name="now"),
    path("me/", lobby.me, name="me"),
    path("me/renew/", lobby.renew, name="renew"),
    path("me/tokens/", lobby.make_token, name="tokens"),
    path("me/tokens/<int:number>/revoke/", lobby.revoke_token, name="revoke"),
    path("me/qr.svg", lobby.my_code, name="my_code"),
    path("me/games/", player.show, name="player"),
    path("me/games/import/", player.bring_in, name="bring_in"),
    path("me/data.json", player.download, name="my_data"),
    path("me/forget/", player.forget, name="forget"),
    path("me/<str:token>/", lobby.come_in, name="come_in"),
    path("language/", lobby.language, name="language"),
    path("manifest.webmanifest", home_screen.manifest, name="manifest"),
    path("worker.js", home_screen.worker, name="worker"),
    path("offline/", home_screen.offline, name="offline"),
    path("t/<str:slug>/", include(at_table)),
    path(ROOT.lstrip("/"), describe, name="api"),
    path(ROOT.lstrip("/"), service.urls),
    path("rules/<slug:game>/", rules.book, name="rules"),
    path("cards/<slug:game>/<str:card>/", rules.card, name="card"),
    path("learn/<slug:game>/", learn.lesson, name="learn"),
    path("learn/<slug:game>/<int:scene>/", learn.scene, name="scene"),
    path("learn/<slug:game>/<int:scene>/why/", learn.why, name="scene_why"),
    path("learn/<slug:game>/<int:scene>/table/", learn.play_on, name="play_on"),
    path("daily/", daily.days, name="daily"),
    path("daily/<str:day>/<slug:game>/", daily.show, name="deal"),
    path("daily/<str:day>/<slug:game>/play/", daily.play, name="play_deal"),
    path("daily/<str:day>/<slug:game>/practice/", daily.practise, name="practise_deal"),
    path("puzzles/<slug:game>/", puzzles.choose, name="puzzles"),
    path("puzzles/<slug:game>/<slug:puzzle>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<slug:game>/<slug:puzzle>/why/", puzzles.why, name="puzzle_why"),
    path("puzzles/<slug:game>/<slug:puzzle>/solution/", puzzles.solution, name="solution"),
    path("tournament/<slug:game>/", evening_new.new, name="new_evening"),
    path("e/<str:slug>/", include(at_evening)),
    path("mail/", mail.give, name="give_address"),
    path("mail/forget/", mail.forget, name="forget_address"),
    path("mail/<str:key>/confirm/", mail.confirm, name="confirm"),
    path("mail/<str:key>/stop/", mail.stop, name="stop"),
]
if settings.ADMIN:
    from camarilla.site.admin import HOUSE

    urlpatterns.append(path("admin/", HOUSE.urls))
handler400 = "camarilla.site.guards.bad_request"
handler403 = "camarilla.site.guards.forbidden"
handler404 = "camarilla.site.guards.not_found"
handler500 = "camarilla.site.guards.broken"
