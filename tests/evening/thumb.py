"""A player on a phone: every act is a click on the seat's page."""

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect

from tests.evening.hands import Act, as_pressed
from tests.evening.service import Stream, count, meta, sled


class Thumb:
    """The page /seat/N in a real browser. When `do` returns, the act is on disk."""

    def __init__(self, page: Page, stream: Stream, seat: int):
        self.page = page
        self.stream = stream
        self.seat = seat

    def do(self, act: Act) -> bool:
        """Do an act by a click and wait until it is on disk. False if no click does it."""
        before = count(self.stream.live)
        if not self._click(act):
            return False
        self.stream.until(lambda live: count(live) > before)
        assert count(self.stream.live) == before + 1
        return True

    def _click(self, act: Act) -> bool:
        if act["act"] in ("undo", "redo"):
            return self._step(act["act"])
        if act["act"] == "tap":
            self.page.locator(".value").nth(act["card"]["value"] - 1).click()
            return True
        if "rows" in act and not act.get("bonus"):
            return self._finish(act)
        own = meta(self.stream.live, self.seat)
        if act["act"] in ("slot", "mark", "done") and "late" not in act:
            return self._turn(act)
        if act["act"] == "shift":
            return self._shift(act)
        for button, keys in own["keys"].items():
            if keys["press"] and keys["press"]["act"] == as_pressed(act):
                self.page.locator(f".pad-{button}").click()
                return True
        for key in own["extra"]:
            if key["act"] == as_pressed(act):
                self.page.get_by_role("button", name=key["text"], exact=True).click()
                return True
        return False

    def _turn(self, act: Act) -> bool:
        """A place of the sled, what happened, or the turn's end."""
        if act["act"] == "slot":
            self.page.locator(f".target.card-{act['slot']}").click()
        elif act["act"] == "mark":
            place = ("line", "sapling", "edge", "sled").index(act["what"])
            self.page.locator(".mark-keys button").nth(place).click()
        else:
            key = self.page.locator(".pad-bonus" if act.get("bonus") else ".pad-ok")
            sure = "warns-out" in (key.get_attribute("class") or "")
            key.click()
            if sure:
                key.click()
        return True

    def _shift(self, act: Act) -> bool:
        """Move a token of the race order, which a click moves only forward."""
        expect(self.page.locator(".tokens")).to_be_visible()
        name = sled(self.stream.live, self.seat)["name"]
        key = self.page.locator(".tokens").get_by_role("button", name=f"{name}: one place forward")
        if act["by"] > 0 or not key.count():
            return False
        key.click()
        return True

    def _step(self, which: str) -> bool:
        """Undo or redo, after the page shows the newest act."""
        shown: list[Mapping[str, Any]] = self.stream.live["log"][-1]["events"]
        words = " ".join(event["text"] for event in shown)
        expect(self.page.locator(".phone-foot .last")).to_have_text(words)
        name = {"undo": "Undo", "redo": "Redo"}[which]
        self.page.get_by_role("button", name=name, exact=True).click()
        return True

    def _finish(self, act: Act) -> bool:
        """Enter rows and lane of a sled past the finish, if the page asks for them."""
        own = sled(self.stream.live, self.seat)
        if own["lines"] + own["pending"]["marks"].count("line") <= len(self._limits()):
            return False
        for place, name in enumerate(("rows", "lane")):
            field = self.page.locator(".finish input").nth(place)
            field.fill(str(act[name]))
            field.blur()
        self.page.locator(".pad-ok").click()
        return True

    def _limits(self) -> list[int]:
        return list(self.stream.live["state"]["limits"])
