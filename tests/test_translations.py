"""The Chinese and the Japanese catalog: complete, compiled, and in the rule book's own terms (docs/translating.md)."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings

from common.i18n.catalogs import catalog_file, compiled, locales
from tests.conftest import missing

LOCALES = locales()
CJK = {"zh_Hans": r"[\u3001-\u303f\u4e00-\u9fff\uff01-\uff5e]", "ja": r"[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff5e]"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]+>")
#: Words that stay untranslated: names, formats, units, contents of files.
LATIN = {"iPad", "iPhone", "Pinju", "WMO", "JSON", "UTF", "MB", "Cookie", "v0702", "mcr", "event", "null"}
LATIN |= {"QR", "CSV", "XLSX", "PDF", "Excel", "SHA", "templates", "gallery", "static", "css", "tokens"}
LATIN |= {"JPEG", "PNG", "http", "https", "A3", "B3", "F2", "F11", "zip", "WMCC", "EMA", "MERS", "A1", "A2"}
# The appendix of the pins, columns of lists, codes of countries.
LATIN |= {"A9", "TP", "CP", "CN", "NL"}
# A database and a connector without other names.
LATIN |= {"PostgreSQL", "USB"}
# Programs, settings and commands on the page of the server.
LATIN |= {"Redis", "DATABASE", "CACHE", "CELERY", "BROKER", "URL", "manage", "py", "migrate"}
# The window of the one-file program: the first account and its file, the folder of the data, an option.
LATIN |= {"admin", "password", "txt", "PINJU", "HOME", "port"}
# A rule text, its author, and the mark that its author has registered.
# The interface for programs: formats, a header, a key of its answers, headings of its columns.
LATIN |= {
    "OpenAPI",
    "Atom",
    "Webhook",
    "POST",
    "iCalendar",
    "Feed",
    "iframe",
    "HTML",
    "ETag",
    "Accept",
    "Language",
    "Idempotency",
    "Key",
    "error",
}
LATIN |= {"place", "player", "id", "name", "country", "web", "points"}
# Registries: a federation, a scope of tokens, parameters of the interface, an example of an address.
LATIN |= {"JMSA", "registry", "read", "start", "version", "federation", "example"}
# A scope, a header and a field of scoring devices.
LATIN |= {"hands", "If", "Match", "acknowledged"}
# Parameters of the interface, and a command.
LATIN |= {"after", "day", "series", "year", "home", "least", "number", "spots", "verify", "draw", "round"}
# Addresses of folders on other servers, a file of SSH, a region of a store.
LATIN |= {
    "SFTP",
    "S3",
    "sftp",
    "host",
    "folder",
    "store",
    "bucket",
    "authorized",
    "keys",
    "eu",
    "central",
    "auto",
    "index",
    "html",
}
LATIN |= {"IMJ", "Cofa", "Tsui", "INTERNATIONAL", "MAHJONG"}
#: Words that the rule book does not use for these things, letters of the other language, the program's name in
#: Latin letters (Chinese), and questions that end as sentences do (Japanese).
WRONG = {
    "zh_Hans": r"[\u3041-\u30ff]|Pinju|编排表|玩家|球员|队员|队伍|团队|轮次|比分|裁判官|庄位|流局|放铳",
    "ja": r"[们这该页队团较标认]|プレイヤー|プレーヤー|グループ|セッション|ラウンド|荘|標準得点|テーブルポイント"
    r"|荒牌|放銃|誤ロン|誤ったアガリ|裁判|(です|でした|ます|ました|ません)か。",
}

TABLE_POINTS, COMPETITION_POINTS = r"table points|\bTP\b", r"competition points|\bCP\b"
#: English term -> the terms of which its translation must hold one: (zh_Hans, ja).
TERMS = {
    TABLE_POINTS: ("标准分", "標準点"),
    COMPETITION_POINTS: ("比赛分", "素点"),
    # To shift the sessions is to shift the timetable (赛程).
    r"\bsessions?\b": ("局|赛程", "回戦"),
    # The best and the highest hand are wins, the dead hand may not win: both are named after 和牌 and アガリ.
    # The pattern of a fan speaks of tiles.
    r"(?<!won )(?<!drawn )(?<!by )(?<!best )(?<!highest )(?<!dead )(?<!no )(?<!winning )"
    r"\bhands?\b(?!( it| an event| the event| events)? over|-over|s? (without|has))": (
        "盘|手牌|副牌",
        "局|手牌",
    ),
    r"(?<!circle is )\bround\b": ("圈", "場"),
    r"\bteams?\b(?!-| leader)": ("参赛队", "チーム"),
    r"\bgroups?\b(?! of settings| ______)": ("代表团|团体", "団体"),
    # Not 団体, which is a group of players.
    r"(?<!and the )\b(body|bodies)\b|^sanctioned by$": ("机构", "機関"),
    r"\breferees?\b": ("裁判员|裁判长", "審判"),
    r"chief referee": ("裁判长", "審判長"),
    r"arbitration committee": ("仲裁委员会", "仲裁委員会"),
    r"\bself-drawn\b": ("自摸", "ツモアガリ"),
    r"\bdiscarder\b": ("点和", "振り込"),
    r"(?<!-)\bdrawn hand\b|^drawn$|\bas drawn": ("荒牌", "流局"),
    # 3.4.31, and 3.11.6.6 (2) for one of them.
    r"\bfalse wins?\b": ("错和", "錯和"),
    r"\bpenalty\b|\bpenalties\b": ("罚分|处罚", "罰符|罰則"),
    # The form of appendix 6 has a title of its own.
    r"(?<!record of )\bfouls?\b": ("犯规", "違反"),
    r"record of fouls": ("竞赛处罚记录表", "罰則の記録表"),
    # The words of 3.11: the kinds of penalties.
    r"\bsuspen(d|ded|sions?)\b": ("停赛", "失格"),
    r"\bloss of rank\b": ("取消名次", "順位の剥奪"),
    r"\bdisqualifications?\b": ("取消资格", "除名"),
    r"\bpublic notices?\b": ("通报", "一般公開"),
    r"\bdead hand\b|\b(cannot|no longer) win this hand": ("停和", "アガリ放棄"),
    r"\b(tiles|^to) (to )?be discarded|^to be discarded": ("罚张", "捨てる牌"),
    # The words of 3.12 and 3.13.
    r"(?<!laws and )\bregulations\b": ("规程", "競技規定"),
    r"\bupheld\b": ("胜诉", "勝訴"),
    r"\bfee of an appeal|\bfee is\b": ("费", "訴訟費用"),
    r"\bhearing\b|\bheard\b": ("听取", "聴取"),
    # From the referee's decision on an appeal it goes on to the committee.
    r"\bappeals?\b": ("申诉|上诉", "抗議|控訴"),
    r"\bappeal times?\b": ("申诉时限", "抗議の制限時間"),
    r"\branks?\b": ("名", "順位|位"),
    r"\bstandings\b": ("排名", "順位表"),
    r"(?<!paper )(?<!A )\bsheets?\b": ("记录表|表录入|签字的表|下一张", "記録表|次の用紙"),
    r"\bpaper sheets?\b": ("记录表|纸|表", "記録表|用紙"),
    r"\bsigned\b(?! in| out)": ("签字", "署名"),
    r"\breleased\b": ("公布", "公開"),
    r"\bfillers?\b": ("陪打", "補充要員"),
    r"\breserves?\b": ("替补", "補欠"),
    r"\blot number\b": ("抽签号", "抽選番号"),
    r"\bdisqualified\b": ("取消资格", "除名"),
    r"^withdrawn\b(?! by)|\bwithdraws\b": ("退赛", "棄権"),
    r"\bforfeited\b": ("弃权", "棄権"),
    r"(?<!East )\bseats?\b(?! drawn)": ("座|换位", "席"),
    r"\bdeal\b": ("庄", "親"),
    r"\bstages?\b": ("阶段", "ステージ"),
    r"\bflowers?\b": ("花牌", "花牌"),
    r"\bcheck-in\b": ("检录", "受付"),
    r"^undo\b(?! “)": ("撤销", "取り?消"),
    r"score entry": ("成绩录入", "成績入力"),
    r"\bdiscrepanc(y|ies)\b": ("不一致", "不一致"),
    r"\bpersonal codes?\b": ("个人签字码", "個人コード"),
    r"\bweb points\b": ("网络比赛积分", "ネット競技会積点"),
    r"^(player's )?number$": ("编号", "番号"),
    r"^east$": ("东", "東"),
    r"^south$": ("南", "南"),
    r"^west$": ("西", "西"),
    r"^north$": ("北", "北"),
}
#: What one text alone says: (context, message) -> (zh_Hans, ja). The columns of appendix 6 have the form's words.
OWN_WORDS = {
    ("App. 6", "Player's team"): ("队别", "チーム"),
    ("App. 6", "Number"): ("序号", "番号"),
    ("App. 6", "Session, hand, table, seat"): ("违规局、盘、桌、位", "反則のあった回戦、局、卓、場"),
    ("App. 6", "Nature of the foul"): ("违规内容", "反則内容"),
    ("App. 6", "Penalty"): ("处罚方法", "処罰方法"),
    # A player withdraws from an event, an appellant withdraws an appeal.
    ("appeal", "withdrawn"): ("已撤回", "取り下げ"),
}


@cache
def catalog(locale: str) -> polib.POFile:
    return polib.pofile(str(catalog_file(locale)))


def texts(entry: polib.POEntry) -> list[str]:
    """Return every form of the translation of an entry."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text)) - {"%%"}


def test_every_language_but_english_has_a_catalog() -> None:
    assert LOCALES == ["zh_Hans", "ja"]
    assert all(catalog_file(locale).exists() for locale in LOCALES)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_entry_is_empty_fuzzy_or_obsolete(locale: str) -> None:
    po = catalog(locale)
    assert [entry.msgid for entry in po if not all(text.strip() for text in texts(entry))] == []
    assert [entry.msgid for entry in po if entry.fuzzy] == []
    assert [entry.msgid for entry in po.obsolete_entries()] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_catalog_has_one_plural_form(locale: str) -> None:
    po = catalog(locale)
    assert po.metadata["Plural-Forms"] == "nplurals=1; plural=0;"
    assert [entry.msgid for entry in po if entry.msgid_plural and set(entry.msgstr_plural) != {0}] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_placeholders_match_the_message(locale: str) -> None:
    def fits(entry: polib.POEntry) -> bool:
        # The singular may omit the number in some languages; here one form serves for singular and plural.
        wanted = placeholders(entry.msgid_plural or entry.msgid)
        return all(placeholders(text) == wanted for text in texts(entry))

    assert [(entry.msgid, texts(entry)) for entry in catalog(locale) if not fits(entry)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_line_breaks_and_spaces_at_the_ends_are_kept(locale: str) -> None:
    def ends(text: str) -> tuple[bool, bool]:
        return text.startswith("\n"), text.endswith("\n")

    assert [e.msgid for e in catalog(locale) if any(ends(text) != ends(e.msgid) for text in texts(e))] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_compiled_catalog_is_up_to_date(locale: str) -> None:
    stale = "run manage.py compile_translations"
    assert catalog_file(locale).with_suffix(".mo").read_bytes() == compiled(locale), stale


@pytest.mark.parametrize("locale", LOCALES)
def test_no_translation_holds_english_words(locale: str) -> None:
    def english(entry: polib.POEntry) -> set[str]:
        words: set[str] = set()
        for text in texts(entry):
            bare = PLACEHOLDER.sub(" ", text)
            words.update(set(re.findall(r"[A-Za-z][A-Za-z0-9]+", bare)) - LATIN)
            if not re.search(CJK[locale], bare):
                words.add(text)
        return words

    assert {entry.msgid: words for entry in catalog(locale) if (words := english(entry))} == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_no_wrong_word_is_used(locale: str) -> None:
    wrong = re.compile(WRONG[locale])
    assert {e.msgid: texts(e) for e in catalog(locale) if any(wrong.search(text) for text in texts(e))} == {}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("english", TERMS)
def test_terms_of_the_rule_book_are_used(locale: str, english: str) -> None:
    term = TERMS[english][LOCALES.index(locale)]
    entries = [
        entry
        for entry in catalog(locale)
        if (entry.msgctxt, entry.msgid) not in OWN_WORDS
        and re.search(english, PLACEHOLDER.sub(" ", entry.msgid), re.IGNORECASE)
    ]
    assert entries, "no message has this term any more: remove it from the table"
    assert {e.msgid: texts(e) for e in entries if not all(re.search(term, text) for text in texts(e))} == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_texts_with_words_of_their_own_keep_them(locale: str) -> None:
    said = {(entry.msgctxt, entry.msgid): entry.msgstr for entry in catalog(locale)}
    assert {key: said[key] for key in OWN_WORDS} == {
        key: words[LOCALES.index(locale)] for key, words in OWN_WORDS.items()
    }


@pytest.mark.parametrize("locale", LOCALES)
def test_ranks_name_table_points_before_competition_points(locale: str) -> None:
    """The Japanese text of 3.10.1 names 素点 first by mistake (rulings: Ranking)."""
    first, second = (TERMS[term][LOCALES.index(locale)] for term in (TABLE_POINTS, COMPETITION_POINTS))
    ranking = [entry for entry in catalog(locale) if re.search("table points.*competition points", entry.msgid)]
    assert len(ranking) >= 4
    assert [e.msgstr for e in ranking if not re.search(f"{first}.*{second}", "".join(texts(e)))] == []


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources with freshly extracted catalogs."""
    if not shutil.which("xgettext"):
        missing("gettext")
    copy = tmp_path_factory.mktemp("sources") / "pinju"
    left_out = shutil.ignore_patterns(".*", "var", "tests", "docs", "static", "benchmarks", "__pycache__")
    shutil.copytree(settings.BASE_DIR, copy, ignore=left_out)
    environment = {**os.environ, "PINJU_HOME": str(tmp_path_factory.mktemp("home"))}
    (copy / "static").mkdir()
    done = subprocess.run(
        [sys.executable, "manage.py", "collect_translations"],
        cwd=copy, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return copy


@pytest.mark.parametrize("locale", LOCALES)
def test_catalog_holds_exactly_the_messages_of_the_sources(collected: Path, locale: str) -> None:
    file = catalog_file(locale)
    fresh = collected / file.relative_to(settings.BASE_DIR)
    here, there = ({(e.msgctxt, e.msgid, e.msgid_plural) for e in polib.pofile(str(path))} for path in (file, fresh))
    differences = {"not collected": there - here, "not used": here - there}
    assert differences == {"not collected": set(), "not used": set()}, "run manage.py collect_translations"
    assert file.read_text(encoding="utf-8") == fresh.read_text(encoding="utf-8"), "run manage.py collect_translations"
