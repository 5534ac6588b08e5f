"""The order of names in lists, by script."""

import pytest
from django.utils.translation import override

from common.i18n.names import ListedName, Section, name_sections, section_of, word_key
from common.i18n.pinyin import pinyin


def ordered(*names: ListedName) -> list[tuple[Section, list[str]]]:
    return [(section, [one.name for one in listed]) for section, listed in name_sections(names, lambda one: one)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("王伟", "wangwei"),
        ("曾小贤", "zengxiaoxian"),
        ("单于勇", "chanyuyong"),
        ("歐陽娜娜", "ouyangnana"),
        ("小曾", "xiaoceng"),
    ],
)
def test_pinyin_reads_family_names(name: str, expected: str) -> None:
    assert pinyin(name) == expected


@pytest.mark.parametrize(
    ("listed", "section"),
    [
        (ListedName("王伟", "", "CN"), Section.CHINESE),
        (ListedName("佐藤 翔太", "", "JP"), Section.JAPANESE),
        (ListedName("髙橋 さくら", "", ""), Section.JAPANESE),
        (ListedName("Łukasz", "", "PL"), Section.LATIN),
        (ListedName("Þorgerður", "", "IS"), Section.LATIN),
        (ListedName("Ольга", "", "UA"), Section.OTHER),
        (ListedName("김민수", "", "KR"), Section.OTHER),
        (ListedName("1+1", "", ""), Section.LATIN),
    ],
)
def test_the_section_follows_the_script(listed: ListedName, section: Section) -> None:
    assert section_of(listed) is section


def test_each_script_is_a_section_and_the_largest_comes_first() -> None:
    names = [ListedName(name) for name in ("Zoë", "王伟", "Élan", "陈大文", "艾米")]
    assert ordered(*names) == [(Section.CHINESE, ["艾米", "陈大文", "王伟"]), (Section.LATIN, ["Élan", "Zoë"])]


def test_chinese_names_follow_their_form_in_latin_letters_family_name_first() -> None:
    names = [
        ListedName("陈大文", "CHAN Tai Man", "HK"),
        ListedName("陈一", "", "CN"),
        ListedName("王伟", "Wei Wang", "CN"),
        ListedName("安娜", "Na AN", "CN"),
        ListedName("魏东", "", "CN"),
    ]
    assert ordered(*names) == [(Section.CHINESE, ["安娜", "陈大文", "陈一", "王伟", "魏东"])]


def test_japanese_names_without_a_form_in_latin_letters_come_last_in_the_order_of_jis() -> None:
    names = [
        ListedName("渡辺 誠", "", "JP"),
        ListedName("佐藤 翔太", "SATO Shota", "JP"),
        ListedName("阿部 健", "", "JP"),
        ListedName("伊藤 愛", "Ai ITO", "JP"),
    ]
    assert ordered(*names) == [(Section.JAPANESE, ["伊藤 愛", "佐藤 翔太", "阿部 健", "渡辺 誠"])]


@pytest.mark.parametrize(
    ("language", "sorted_words"),
    [
        ("en", ["Åland", "Albania", "Congo", "Côte d'Ivoire"]),
        ("zh-hans", ["埃及", "德国", "黑山", "荷兰", "日本", "中国"]),
        ("ja", ["アルバ", "オランダ", "ガーナ", "カナダ", "フィンランド", "ブラジル", "中国", "日本"]),
    ],
)
def test_words_are_sorted_as_readers_of_a_language_look_for_them(language: str, sorted_words: list[str]) -> None:
    with override(language):
        assert sorted(sorted(sorted_words), key=word_key) == sorted_words
