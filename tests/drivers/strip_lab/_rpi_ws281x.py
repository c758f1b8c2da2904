"""A stand-in rpi_ws281x whose start fails with WS2811_CODE; any later call kills the process."""

import os

WS2811_SUCCESS = 0
WS2811_STRIP_RGB = 0x100800


def new_ws2811_t() -> object:
    return object()


def ws2811_channel_get(strip: object, number: int) -> object:
    return strip


def _set(strip: object, value: object) -> None:
    pass


ws2811_channel_t_count_set = ws2811_channel_t_gpionum_set = _set
ws2811_channel_t_invert_set = ws2811_channel_t_brightness_set = _set
ws2811_channel_t_strip_type_set = ws2811_t_freq_set = ws2811_t_dmanum_set = _set


def ws2811_init(strip: object) -> int:
    return int(os.environ["WS2811_CODE"])


def ws2811_get_return_t_str(code: int) -> str:
    return "as the library puts it"


def ws2811_fini(strip: object) -> None:
    os._exit(139)


ws2811_render = ws2811_led_set = delete_ws2811_t = ws2811_fini
