"""The README's animated picture: one turn, with card, lights and phone.

Each frame shows the seat of the simulated room beside the phone of the same player, both as the
service draws them; a page of our own puts them together.
"""

import base64
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from tests.evening.hands import Act
from tests.pictures.page import opened
from tests.pictures.race import Race

TURN = 47
"""The act at which Cy's turn begins: he taps a card, presses one slot, then OK."""

STEPS = {
    "": ("It is Cy's turn", "The strip at the seat says so, and so do all phones."),
    "tap": ("1. Tap a card", "The reader knows it by its sticker."),
    "slot": ("2. Press where it goes", "Lights and phone show speed, drift and how far to go."),
    "done": ("3. Press OK", "You draw as the phone says, and the next seat lights up."),
}
"""Act -> its captions: what the player does, and what the companion does."""

LIVE_MS, LIVE_FRAMES, FINGER_FRAMES = 150, 14, 5
"""Time between two frames, frames after each act, and frames of the finger before it."""

DRAWN_MS = 600
"""Time for the pages to show an act, and for its passing light to begin."""

PAGE = """<!doctype html><style>
body { margin: 0; width: 860px; height: 540px; background: #0b1424; color: #e8eef8;
  font: 17px/1.35 "DejaVu Sans", sans-serif; display: grid; grid-template-columns: 1fr auto;
  gap: 28px; padding: 22px; box-sizing: border-box; }
h1 { margin: 0; font-size: 30px; color: #ffb454; }
p { margin: 6px 0 26px; min-height: 2.7em; }
img { display: block; border-radius: 16px; }
</style><section><h1>%s</h1><p>%s</p><img src="%s"></section><img src="%s">"""

BARE = """.faults, .cable, .tabletop { display: none !important; }
body { background: #0b1424 !important; } .place { width: 20rem !important; }
.finger { position: fixed; width: 34px; height: 34px; margin: -17px; border-radius: 50%;
  background: rgb(255 255 255 / 0.55); border: 3px solid #ffb454; z-index: 99; }"""
"""Style sheet: the seat without the simulated room's own controls, and a finger."""

FINGER = """spot => {
  document.querySelector(".finger")?.remove();
  if (!spot) return;
  const finger = document.createElement("div");
  finger.className = "finger";
  finger.style.left = spot.x + spot.width / 2 + "px";
  finger.style.top = spot.y + spot.height / 2 + "px";
  document.body.append(finger);
}"""

BUTTONS = {"left": "Left dog", "right": "Right dog", "brake": "Brake"}


@dataclass
class Cameras:
    """The three pages: the seat in the room, the player's phone, and the one that joins them."""

    seat: Page
    phone: Page
    frame: Page

    @property
    def place(self) -> Locator:
        return self.seat.locator(".place").filter(has_text="Cy")

    def shot(self, act: str) -> Image.Image:
        """Take one frame."""
        parts = (self.place.screenshot(), self.phone.screenshot())
        images = [f"data:image/png;base64,{base64.b64encode(png).decode()}" for png in parts]
        self.frame.set_content(PAGE % (*STEPS[act], *images))
        return Image.open(io.BytesIO(self.frame.screenshot())).convert("RGB")

    def point(self, act: Act | None) -> None:
        """Lay a finger on the card or button that does this act; None: take it away."""
        spot = _target(self.place, act).bounding_box() if act else None
        self.seat.evaluate(FINGER, spot)

    def close(self) -> None:
        for page in (self.seat, self.phone, self.frame):
            page.context.close()


def _target(place: Locator, act: Act) -> Locator:
    if act["act"] == "tap":
        return place.locator(".fan button").filter(has_text=str(act["card"]["value"])).last
    name = BUTTONS[act["slot"]] if act["act"] == "slot" else "OK"
    return place.locator("button").filter(has_text=name)


def take(browser: Browser, race: Race, file: Path) -> None:
    """Play the turn and write it as an animated picture."""
    race.post(TURN)
    cameras = Cameras(
        opened(browser, race.host, "/room", (1400, 900), 1.45),
        opened(browser, race.host, f"/seat/{race.up}", (390, 620), 0.8),
        browser.new_page(viewport={"width": 860, "height": 540}),
    )
    cameras.seat.add_style_tag(content=BARE)
    frames = list(_frames(cameras, race))
    cameras.close()
    frames[0].save(
        file,
        save_all=True,
        append_images=frames[1:],
        duration=LIVE_MS,
        loop=0,
        quality=80,
        method=6,
    )


def _frames(cameras: Cameras, race: Race) -> Iterator[Image.Image]:
    done = ""
    while True:
        cameras.seat.wait_for_timeout(DRAWN_MS)
        for _ in range(LIVE_FRAMES):
            yield cameras.shot(done)
        if done == "done":
            return
        done = race.next["act"]
        cameras.point(race.next)
        for _ in range(FINGER_FRAMES):
            yield cameras.shot(done)
        race.play()
        cameras.point(None)
