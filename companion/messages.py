"""Turn message keys into sentences in each user's language.

A catalogue is `locales/<language>/LC_MESSAGES/companion.po`, compiled to `companion.mo` beside it
(setup.py, `make messages`). Its msgid is the key, its msgstr the sentence with `{params}`. If the
param `count` selects the form, msgid_plural is also the key. A new language needs only another .po:
a missing sentence falls back to English, then to its key. French marks and hyphens are set here, so
that a catalogue is written with ordinary ones.
"""

import gettext
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.errors import ConfigError, Refused, StoreError
from companion.games.game import Event, Say
from companion.signals import Hardware

ENGLISH = "en"
DOMAIN = "companion"
LOCALES = Path(__file__).parent / "locales"

MINUS = "\N{MINUS SIGN}"
ISOLATE, POP_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"

NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"
_FRENCH_MARK = re.compile("[ \N{NO-BREAK SPACE}](?=[;!?])")
_FRENCH_HYPHEN = re.compile(
    r"(?<=[^\W\d_])-(?=(?:t-)?(?:la|les?|lui|leur|moi|toi|nous|vous|en|y|je|tu|ils?|elles?|on|ce"
    r"|ci|là|mêmes?|être|tour)\b)",
    re.IGNORECASE,
)

_LEFT_TO_RIGHT = frozenset(
    ("L", "EN", "ES", "ET", "CS", "NSM", "BN", "B", "S", "WS", "ON")  # Unicode Annex 9, table 4
)
NO_PARAMS: Mapping[str, Any] = {}


def sentence(key: str, params: Mapping[str, Any] = NO_PARAMS, lang: str = ENGLISH) -> str:
    """The sentence of this key. Never raises: an unknown key is returned unchanged.

    A param that is a `Say` is rendered first, a list of them with commas; negative numbers get a
    true minus sign, fractions the language's decimal mark. A `colour`, `slot` or `type` is
    translated. A right-to-left name is isolated (Unicode Annex 9).
    """
    count = params.get("count")
    text = _text(key, count if isinstance(count, int) else None, lang)
    if not params:
        return text
    try:
        return text.format_map(_Words({name: _param(name, p, lang) for name, p in params.items()}))
    except (ValueError, AttributeError, LookupError):
        return text


def say(said: Say | Event | Refused | ConfigError | StoreError, lang: str = ENGLISH) -> str:
    """The sentence of an object with a message key and params."""
    return sentence(said.key, said.params, lang)


def instructions(todo: Iterable[Say], hardware: Hardware, lang: str) -> list[str]:
    """The instructions as sentences, for the devices at hand (`worded_for`)."""
    return [say(worded_for(hardware, said), lang) for said in todo]


def worded_for(hardware: Hardware, said: Say) -> Say:
    """An instruction, and each that is a param of it, worded for the devices at hand.

    If the catalogue has them, `shared_reader.KEY` replaces the key at seats that share a reader,
    `no_reader.KEY` at seats without one and `no_buttons.KEY` at seats without buttons: nobody is
    told to lay a card where it is not read or would play for another seat, or to press a button
    that is not there.
    """
    group, _, name = said.key.partition(".")
    wanted = [f"no_reader.{group}.{name}"] if hardware.reader == "no" else []
    wanted += [f"shared_reader.{group}.{name}"] if hardware.reader != "own" else []
    wanted += [] if hardware.buttons else [f"no_buttons.{group}.{name}"]
    inner = {
        param: worded_for(hardware, value) if isinstance(value, Say) else value
        for param, value in said.params.items()
    }
    return Say(next((key for key in wanted if key in _keys()), said.key), inner)


def event_json(event: Event, lang: str) -> dict[str, Any]:
    """An event as JSON, with its sentence, and its cue if it has one."""
    told = {
        "key": event.key,
        "seat": event.seat,
        "params": params_json(event.params),
        "text": sentence(event.key, event.params, lang),
    }
    return {**told, "cue": event.cue} if event.cue else told


def say_json(said: Say, lang: str) -> dict[str, Any]:
    """A key and its params as JSON, with its sentence."""
    return {"key": said.key, "params": params_json(said.params), "text": say(said, lang)}


def params_json(params: Mapping[str, Any]) -> dict[str, Any]:
    """Params as JSON; a `Say` is replaced by its key."""
    return {name: _param_json(param) for name, param in params.items()}


def _param_json(param: Any) -> Any:
    if isinstance(param, list | tuple):
        return [_param_json(each) for each in param]
    return param.key if isinstance(param, Say) else param


def starting(prefix: str, lang: str) -> dict[str, str]:
    """All sentences whose keys have this prefix, for pages that render them themselves."""
    return {key: sentence(key, NO_PARAMS, lang) for key in _keys() if key.startswith(prefix)}


@cache
def languages() -> tuple[str, ...]:
    """The languages with a catalogue, English first."""
    found = {path.parts[-3] for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return (ENGLISH, *sorted(found - {ENGLISH}))


@lru_cache(maxsize=64)
def accepted(header: str) -> str:
    """The best available language for an `Accept-Language` header."""
    wanted = []
    for place, part in enumerate(header.split(",")):
        name, _, quality = part.partition(";")
        weight = _quality(quality)
        if weight > 0:
            wanted.append((-weight, place, name))
    return _first_known(name for _, _, name in sorted(wanted))


def of_system(environ: Mapping[str, str]) -> str:
    """The best available language for a terminal: the first set of LC_ALL, LC_MESSAGES and LANG."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            return _first_known([environ[variable]])
    return ENGLISH


class _Words(dict[str, Any]):
    """Params of a sentence; a missing one appears as its name."""

    def __missing__(self, name: str) -> str:
        return "{" + name + "}"


def _param(name: str, param: Any, lang: str) -> Any:
    """A param in words. A colour without a translation, as players may choose, stays as it is."""
    match name:
        case "colour":
            return _called(f"colour.{param}", param, lang)
        case "slot":
            return _called(f"ui.slot_{param}", param, lang)
        case "type":
            return ", ".join(_called(f"type.{one}", one, lang) for one in str(param).split(", "))
    return _word(param, lang)


def _called(key: str, param: Any, lang: str) -> Any:
    return _text(key, None, lang) if key in _keys() else _word(param, lang)


def _word(param: Any, lang: str) -> Any:
    match param:
        case Say():
            return say(param, lang)
        case list() | tuple():
            return ", ".join(str(_word(each, lang)) for each in param)
        case int() if param < 0:
            return MINUS + str(-param)
        case float():
            return str(param).replace(".", _text("csv.decimal", None, lang))
        case str() if not param.isascii():
            return isolated(param)
    return param


@lru_cache(maxsize=256)
def isolated(name: str) -> str:
    """Isolate a name, so that right-to-left letters do not reorder the words around it."""
    if all(unicodedata.bidirectional(letter) in _LEFT_TO_RIGHT for letter in name):
        return name
    return f"{ISOLATE}{name}{POP_ISOLATE}"


@lru_cache(maxsize=1024)
def _text(key: str, count: int | None, lang: str) -> str:
    return _typeset(_translated(key, count, lang), lang)


def _translated(key: str, count: int | None, lang: str) -> str:
    catalogue = _catalogue(lang)
    if count is not None:
        text = catalogue.ngettext(key, key, count)
        if text != key:
            return text
    return catalogue.gettext(key) if key else key  # the empty msgid is the catalogue's header


def _typeset(text: str, lang: str) -> str:
    """Set a French sentence: no line breaks in "joue-la" or "va-t-il", thin spaces before ; ! ?"""
    if lang != "fr":
        return text
    return _FRENCH_MARK.sub(THIN_SPACE, _FRENCH_HYPHEN.sub(NO_BREAK_HYPHEN, text))


@cache
def _catalogue(lang: str) -> gettext.NullTranslations:
    catalogue = gettext.translation(DOMAIN, LOCALES, [lang], fallback=True)
    if lang != ENGLISH:
        catalogue.add_fallback(_catalogue(ENGLISH))
    return catalogue


@cache
def _keys() -> dict[str, None]:
    """The keys of the English catalogue, from a private attribute: gettext does not list them."""
    known: dict[Any, str] = vars(_catalogue(ENGLISH)).get("_catalog", {})
    return dict.fromkeys(key if isinstance(key, str) else key[0] for key in known)


def _first_known(names: Iterable[str]) -> str:
    """The first of these languages ("de-CH", "fr_FR.UTF-8") with a catalogue, or English."""
    for name in names:
        language = re.split(r"[-_.@]", name.strip().lower())[0]
        if language in languages():
            return language
    return ENGLISH


def _quality(text: str) -> float:
    """The weight of a language in the header, 1 by default (RFC 9110 12.4.2)."""
    found = re.search(r"q\s*=\s*([0-9.]+)", text)
    try:
        return float(found[1]) if found else 1.0
    except ValueError:
        return 0.0
