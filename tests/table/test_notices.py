"""The notices that phones show."""

from companion.table.notices import Notices


def test_an_equal_notice_is_shown_once_as_the_newest() -> None:
    """On a full disk every act is refused for the same reason."""
    notices = Notices()
    for _ in range(8):
        notices.add("store.full", {"file": "companion.db"}, None)
    notices.add("store.slow", {"ms": 300}, None)
    notices.add("store.full", {"file": "companion.db"}, None)
    assert [(notice.n, notice.key) for notice in notices.newest()] == [
        (9, "store.slow"),
        (10, "store.full"),
    ]


def test_notices_that_differ_in_seat_or_parameters_all_stay() -> None:
    notices = Notices()
    for seat, ms in ((1, 300), (2, 300), (2, 400)):
        notices.add("store.slow", {"ms": ms}, seat)
    assert [(notice.seat, notice.params["ms"]) for notice in notices.newest()] == [
        (1, 300),
        (2, 300),
        (2, 400),
    ]
