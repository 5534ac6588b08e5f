"""An event of many sessions with long names in every script, which papers must fit."""

from typing import Any

from common.actions.permissions import system_actor
from scoring.display.services.awards import add_award, add_usual_awards, change_award
from scoring.event_file.services.importing import import_event
from tests.support.event_generator import make_event
from tournament.events.models.events import Event
from tournament.papers.services import set_address

ACTOR = system_actor("测试")
EVENT = (
    "第十七届世界麻将锦标赛暨“一带一路”国际麻将文化交流大会 · 17th World Mahjong Championship of Nations and Regions"
)
PLAYERS = [
    "阿卜杜热合曼·买买提明吉祥",
    "勅使河原 龍之介 左衛門",
    "Maria de la Concepción Fernández y Rodríguez de Castellanos",
    "Ольга Юрьевна Ґалаґан-Преображенская",
    "アレクサンドラ・ヴァシリエヴナ・ペトロヴァ",
    "Þorgerður Ólöf Guðmundsdóttir",
    "Мөнхбатын Үүрийнтуяа",
]
TEAMS = [
    "Équipe nationale de mah-jong de compétition de la République française",
    "中国四川省成都市武侯区棋牌运动协会代表队",
    "日本健康麻将協会 関東支部 東京都選抜チーム",
    "Сборная команда Российской Федерации по спортивному маджонгу",
    "Königlich Niederländischer Mahjongbund Mannschaft der Vereinigten Provinzen",
]
GROUPS = ["欧洲各国麻将联合会联队 European Mahjong Associations United", "Содружество независимых мастеров маджонга"]
OFFICIALS = ["欧阳阿卜杜热合曼·买买提明吉祥", "Maria de la Concepción Fernández y Rodríguez"]


def long_document(players: int, sessions: int) -> dict[str, Any]:
    """Return the event file with fouls, appeals, corrections, and players who withdrew or are disqualified."""
    document = make_event(7, players=players, sessions=sessions, stages=False)
    document["event"] |= {"id": "long", "name": EVENT, "sessions": sessions, "settings": {}}
    document["event"] |= {"place": "内蒙古自治区锡林浩特市 Xilinhot", "starts": "2026-05-01", "ends": "2026-05-08"}
    document["event"].pop("closed", None)
    about = {"function": "Chief referee 裁判长", "qualification": "International, class A", "tables": "1-25"}
    document["event"]["officials"] = [{"name": name, **about} for name in OFFICIALS]
    for names, rows in ((TEAMS, document["teams"]), (GROUPS, document["groups"])):
        for row in rows:
            row["name"] = f"{names[row['id'] % len(names)]} {row['id']}"
    for player in document["players"]:
        player["name"] = f"{PLAYERS[player['number'] % len(PLAYERS)]} {player['number']}"
        for name in ("latin_name", "family_name", "consents"):
            player.pop(name, None)
    return document


def long_event(players: int = 24, sessions: int = 16) -> Event:
    """Import the event, with its awards and an address."""
    event = Event.objects.get(slug=import_event(ACTOR, document=long_document(players, sessions))["event"])
    set_address(ACTOR, event, address="http://192.168.100.200:8000")
    add_usual_awards(ACTOR, event)
    title = "最佳新人奖 Best newcomer, donated by the Chamber of Commerce and Industry of the region"
    add_award(ACTOR, event, kind="own", title=title, places=1)
    note = "首次参赛 for the first time here, and nine wins in a row in session 7"
    winners = [{"place": 1, "number": 3, "note": note}]
    change_award(ACTOR, event.awards.get(kind="own"), title=title, places=1, winners=winners)
    return event
