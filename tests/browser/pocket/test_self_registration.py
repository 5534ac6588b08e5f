"""A player registers on a phone in Chinese and the organizer approves; every page fits and is accessible."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES
from tests.browser.reading import too_low, too_wide
from tests.support.applications import open_registration
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


def test_player_registers_in_chinese_and_is_approved(
    page: Page, event: Event, organizer: Account, signed_in: Callable[[Account], None], axe, live_server, faults
) -> None:
    open_registration(event, document="optional", capacity=10)
    page.set_viewport_size(SIZES["phone"])
    page.context.add_cookies([{"name": "django_language", "value": "zh-hans", "url": live_server.url}])

    def fits() -> None:
        assert (too_wide(page), too_low(page), axe(page)) == ([], [], [])

    page.goto(f"/e/{event.slug}/")
    page.get_by_role("link", name="报名参赛").click()
    fits()
    page.get_by_label("姓", exact=True).fill("欧阳")
    page.get_by_label("出生日期").fill("2014-03-09")
    page.get_by_role("button", name="报名参赛").click()
    # All errors at once, with the input kept.
    expect(page.get_by_role("alert")).to_contain_text("邮箱")
    expect(page.get_by_label("姓", exact=True)).to_have_value("欧阳")
    assert "400" in faults.pop()
    fits()
    page.get_by_role("textbox", name="名 ", exact=False).first.fill("娜娜")
    page.get_by_label("监护人姓名").fill("欧阳 父")
    page.get_by_label("监护人联系方式").fill("+86 138 0000 0000")
    page.get_by_label("监护人同意").check()
    page.get_by_label("邮箱").fill("nana@example.org")
    page.get_by_label("否，只显示首字母").check()
    page.get_by_role("group", name="是否同意展示您的照片").get_by_label("是").check()
    page.get_by_label("我承诺以上内容").check()
    page.get_by_role("button", name="报名参赛").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("已收到您的报名")
    fits()
    own = page.get_by_label("您的专用网址").input_value()
    page.goto(own)
    expect(page.get_by_role("status")).to_contain_text("待组织者审核")
    fits()
    page.get_by_role("link", name="修改").click()
    fits()

    signed_in(organizer)
    page.goto(f"/e/{event.slug}/desk/registration/applications/")
    fits()
    page.get_by_role("link", name="欧阳娜娜").click()
    fits()
    page.get_by_role("button", name="批准").click()
    expect(page.get_by_role("status").first).to_contain_text("欧阳娜娜")
    assert Entry.objects.get(name="欧阳娜娜").name_consent is False
    page.goto(own)
    expect(page.get_by_role("status").first).to_contain_text("已批准")
    page.get_by_role("link", name="查看我的页面").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("欧")
