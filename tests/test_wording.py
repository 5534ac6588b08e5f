"""Screens, papers and mails avoid the words that organizers, referees and players stumbled over."""

import re

import polib
import pytest

from common.i18n.catalogs import catalog_file

#: Words of the sources: each had a better one (docs/translating.md has the glossary).
ENGLISH = (
    r"\bTake in\b",
    "By the players",
    "^Make$",
    r"^Make the (event|series|night)\b(?! file)",
    "Not now",
    "Take away",
    "Came in",
    r"\bTray\b",
    r"\b[Cc]ontradict",
    "Since then",
    r"\bmend\b",
    r"\b(an|the) own\b",
    "stands in every address",
    "release taken back",
    "another stick as it is",
    r"\banew\b",
    "What waits",
    "^at least %",
    "Nobody decides",
    "is another than",
    r"\bA10\b|\bA[3567]\)",  # an appendix; A3 and A5 alone are sizes of paper
    "wrong rows were",
    "no more$|no more in",
    "[Nn]obody twice",
)
CHINESE = (
    r"^名次数$",
    "^已参赛$",
    "按姓名的座位",
    "编排表",
    "附件[一二三四五六七]|附录|（A[3567]）",
    "扣分",
    "这里没有人",
    "带锣声",
    "可达.级",
    "停住",
    "即将显示第一个签",
    "没有呼叫",
    "最高的各盘",
    "[0-9s]之前$",
    "记下第",
    "个人验证码",
    "互坐",
    "坐得不同",
    "谁坐在这里",
    "看各盘",
    "重新打开记录表",
    "费用其实",
    "推移日程|撤回开始",
    "^还没到$|没有效力",
    "维持所记",
    "桌上用具",
)
JAPANESE = (
    "点呼",
    "銅鑼つき",
    "画素から",
    "画面を編成",
    "未到着|あと.*名$",
    "会場掲示用",
    "最高のアガリ",
    "作成時のまま",
    "縁",
    "[A-DＡ-Ｄ]級|等級",
    "ウェブ(品級|競技会)",
    "これは私",
    "局の終わり方",
    "^1枚$",
    "タップして銅鑼",
    "誤ったアガリ|^ノーテンのアガリ",
    "空の(チー|ポン)(?!ム)",
    "出場停止",
    "^局へ$|^正す|罰点",
    "席が違っていた$",
    "実は未納",
    "総和が合わ",
    "結び付け",
)


def messages(locale: str) -> list[polib.POEntry]:
    return list(polib.pofile(str(catalog_file(locale))))


def test_english_texts_use_the_words_of_organizers() -> None:
    words = re.compile("|".join(ENGLISH))
    assert [e.msgid for e in messages("ja") if words.search(e.msgid) or words.search(e.msgid_plural)] == []


@pytest.mark.parametrize(("locale", "words"), [("zh_Hans", CHINESE), ("ja", JAPANESE)])
def test_translations_use_the_words_of_organizers(locale: str, words: tuple[str, ...]) -> None:
    wrong = re.compile("|".join(words))
    said = {entry.msgid: [entry.msgstr, *entry.msgstr_plural.values()] for entry in messages(locale)}
    assert {msgid: texts for msgid, texts in said.items() if any(wrong.search(text) for text in texts)} == {}
