"""Read back appeals and receipts of their fees: complete texts, in three languages."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from common.paper import printable
from scoring.appeals.exports import appeal_paper, receipt_paper
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.models.steps import AppealStep, AppealText
from tests.support.appeals import appeal_of
from tests.support.events import small_event
from tests.support.pdf_reading import assert_clear, texts_of
from tournament.papers.exports.order import Order

pytestmark = pytest.mark.django_db
NAME = "古力娜扎尔·拜合提亚尔 Wolfeschlegelsteinhausenbergerdorff " * 3
TEXT = "第3盘和牌人记错：应为西家自摸，底分八番。" * 150 + "\n\nHand 3 is West's: three witnesses. " * 20
TITLES = {"zh-hans": ("申诉1", "收据"), "en": ("Appeal1", "Receipt"), "ja": ("抗議1", "領収")}


@pytest.fixture
def appeal() -> Appeal:
    """An appeal of many pages, decided at both steps, its fee paid and returned; every name is long."""
    moment = datetime(2026, 5, 1, 12, tzinfo=UTC)
    event = small_event()
    event.name = "品局杯国际麻将公开赛" * 8
    event.save()
    fee = {"fee_state": "returned", "paid_at": moment, "paid_to": NAME, "settled_at": moment, "settled_by": NAME}
    appeal = appeal_of(event, "upheld", team=True, deadline=moment, **fee)
    assert appeal.entry
    assert appeal.team
    for row, column in ((appeal.entry, "name"), (appeal.team, "name"), (appeal.team, "leader")):
        setattr(row, column, NAME[:100].strip())
        row.save()
    AppealStep.objects.filter(appeal=appeal).update(reason=TEXT, names=NAME)
    AppealText.objects.update(text=TEXT)
    second = AppealStep.objects.create(appeal=appeal, order=2, instance="committee", began_at=timezone.now())
    AppealText.objects.create(step=second, text=TEXT)
    return Appeal.objects.select_related("event__ledger", "entry", "team", "sheet__table", "session").get(pk=appeal.pk)


def read(make: Callable[[Order], bytes], appeal: Appeal, language: str) -> str:
    with translation.override(language):
        data = make(Order(appeal.event, language, timezone.now(), seal=appeal.event.ledger.audit_hash))
    assert_clear(data)
    return "".join("".join(text.split()) for text in texts_of(data))


@pytest.mark.parametrize("language", TITLES)
def test_the_papers_contain_the_whole_texts_without_overlap(appeal: Appeal, language: str) -> None:
    paper = read(lambda order: appeal_paper(order, appeal, reads=True), appeal, language)
    receipt = read(lambda order: receipt_paper(order, appeal), appeal, language)
    for text, title in zip((paper, receipt), TITLES[language], strict=True):
        assert title in text
        assert "200USD" in text
        assert "".join(printable(NAME[:100]).split()) in text
        assert "〓" not in text
    assert paper.count("底分八番") == 150 * 3
    unread = read(lambda order: appeal_paper(order, appeal, reads=False), appeal, language)
    assert unread.count("底分八番") == 150
