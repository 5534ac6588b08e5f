"""The people and events of the pictures, in the language of the guide that shows them."""

from dataclasses import dataclass

EN_PLAYERS = """
BAKKER Ans NL, ELFERINK Jaap NL, MEIJER Leny NL, VISSER Tom NL,
DUBOIS Claire FR, LEROY Hugo FR, MOREAU Inès FR, PETIT Louis FR,
ROSSI Marco IT, BIANCHI Giulia IT, GRECO Paolo IT, CONTI Sara IT,
SMITH Emma GB, JONES Oliver GB, TAYLOR Grace GB, WILSON Jack GB,
HANSEN Freja DK, NIELSEN Lars DK, JENSEN Ida DK, OLSEN Mads DK,
GARCÍA Lucía ES, MARTÍN Diego ES, LÓPEZ Carmen ES, RUIZ Pablo ES
"""
ZH_PLAYERS = """
王伟 CN, 李静 CN, 张敏 CN, 刘洋 CN, 陈杰 CN, 杨丽 CN, 黄强 CN, 赵磊 CN,
周婷 CN, 吴刚 CN, 徐芳 CN, 孙浩 CN, 马超 CN, 朱琳 CN, 胡军 CN, 郭雪 CN,
何平 CN, 高峰 CN, 林娜 CN, 罗毅 CN, 梁颖 CN, 宋涛 CN, 郑洁 CN, 谢斌 CN
"""


@dataclass(frozen=True)
class World:
    """Everything in the pictures that is a name."""

    language: str  # of Django
    locale: str  # of the browser
    coming: str  # the event that is being prepared
    running: str  # the event that is being played
    town: str
    country: str
    players: list[tuple[str, str]]  # name, country
    teams: list[str]
    officials: list[tuple[str, str]]  # name, function
    account: str
    applicants: list[tuple[str, str]]  # family name, given name
    device: str
    announcement: str
    why: str  # this candidate of the draw
    appeal: str
    closing: str  # why the demo event is closed as it is
    body: str

    def document(
        self, slug: str, name: str, starts: str, ends: str, **settings: dict[str, object]
    ) -> dict[str, object]:
        """The event file of an event that has its players and no tables yet."""
        players = [
            {"number": number, "name": player, "country": country, "team": (number - 1) // 4 + 1}
            for number, (player, country) in enumerate(self.players, start=1)
        ]
        tables = [
            {"number": number, "row": 1 + (number - 1) // 3, "column": 1 + (number - 1) % 3} for number in range(1, 7)
        ]
        event = {
            "id": slug, "name": name, "country": self.country, "rules": "wmo-2014", "scope": "national", "sessions": 6,
            "starts": starts, "ends": ends, "place": self.town, "settings": settings,
            "officials": [{"name": name, "function": function} for name, function in self.officials],
            "hall": {"rows": 2, "columns": 3, "tables": tables},
        }  # fmt: skip
        teams = [{"id": number, "name": team} for number, team in enumerate(self.teams, start=1)]
        return {"format": "mcr-event/1", "event": event, "teams": teams, "players": players, "sessions": []}


def _players(text: str) -> list[tuple[str, str]]:
    people = [line.strip().rsplit(" ", 1) for line in text.replace("\n", " ").split(",")]
    return [(name, country) for name, country in people]


WORLDS = {
    "en": World(
        language="en",
        locale="en",
        coming="Autumn Open",
        running="Spring Open",
        town="Utrecht",
        country="NL",
        players=_players(EN_PLAYERS),
        teams=["Utrecht", "Lyon", "Torino", "Bristol", "Aarhus", "Sevilla"],
        officials=[("Anna Vermeer", "Chief referee"), ("Karl Lang", "Referee"), ("Mei Tanaka", "Referee")],
        account="Anna Vermeer",
        applicants=[("NOVAK", "Petra"), ("KOVÁCS", "Dániel"), ("SILVA", "Rita")],
        device="Tablet of table 3",
        announcement="Lunch is upstairs. Session 4 starts at 15:30.",
        why="Fewer meetings of the same country",
        appeal="Hand 3: the winner is noted in the wrong column.",
        closing="The contradictions are those of the source.",
        body="Dutch Mahjong Federation",
    ),
    "zh": World(
        language="zh-hans",
        locale="zh-CN",
        coming="秋季公开赛",
        running="春季公开赛",
        town="成都",
        country="CN",
        players=_players(ZH_PLAYERS),
        teams=["成都一队", "北京队", "上海队", "广州队", "成都二队", "重庆队"],
        officials=[("李敏", "裁判长"), ("王建国", "裁判员"), ("陈晓", "裁判员")],
        account="李敏",
        applicants=[("唐", "颖"), ("许", "文"), ("邓", "超")],
        device="第3桌平板",
        announcement="午餐在二楼。第4局15:30开始。",
        why="同地区选手相遇较少",
        appeal="第3盘和牌者记错了。",
        closing="不一致之处为原始记录所有。",
        body="四川省麻将运动协会",
    ),
}
