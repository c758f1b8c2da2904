"""A stand-in for Blinka's board, with the pins that can drive a strip."""

from adafruit_blinka.board.generic_agnostic_board import *  # noqa: F403

D10 = D12 = D13 = D18 = D21 = NEOPIXEL  # type: ignore[name-defined]  # noqa: F405
