"""Every key has a sentence, every sentence a key, and a missing one never stops a race."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from companion import messages
from companion.errors import Refused
from companion.games import GAMES
from companion.games.game import Event, Say
from companion.messages import LOCALES, accepted, isolated, languages, of_system, say, sentence

ROOT = Path(__file__).parent.parent
KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
FILE = re.compile(
    r".*\.(toml|py|po|mo|db|html|css|js|json|jsonl|csv|txt|svg|png|crt|key|pem|part|lock|ready|nodes|cjs|yaml)"
)
KINDS = ("act", "options", "box")
"""The subjects of field checks (games/fields.py)."""
NO_KEYS = (
    "http.",
    "uvicorn.",
    "wsgi.",
    "card.",
    "ipv4.",
    "ipv6.",
    "companion.",
    "import.",
    "boardgame.",
)
IN_PAGES = re.compile(r"""(["'`])(ui\.(?:[a-z0-9_.]|\$\{[^}]*\})+)\1""")


def catalogue(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / "companion.po").open("rb") as file:
        return read_po(file, locale=language)


def catalogue_keys() -> set[str]:
    return {_singular(message.id) for message in catalogue("en") if message.id}


def _singular(msgid: str | list[str] | tuple[str, ...]) -> str:
    return msgid if isinstance(msgid, str) else msgid[0]


def _strings(tree: ast.AST) -> Iterator[str]:
    """The string literals of a module; * stands for the replacement fields of an f-string."""
    inner: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inner |= {id(value) for value in node.values}
            yield "".join(
                str(value.value) if isinstance(value, ast.Constant) else "*"
                for value in node.values
            )
        elif isinstance(node, ast.Constant) and id(node) not in inner:
            yield from [node.value] if isinstance(node.value, str) else []


def _in_code() -> Iterator[str]:
    for path in (ROOT / "companion").rglob("*.py"):
        if "firmware" not in path.parts:
            yield from _strings(ast.parse(path.read_text("utf-8")))


def _in_pages() -> Iterator[str]:
    for path in (ROOT / "web").rglob("*"):
        if path.suffix in (".html", ".js", ".mjs"):
            for found in IN_PAGES.finditer(path.read_text("utf-8")):
                yield re.sub(r"\$\{[^}]*\}", "*", found[2])


def _whole_keys() -> set[str]:
    """Literals that look like keys."""
    found = {text for text in _in_code() if KEY.fullmatch(text) and not FILE.fullmatch(text)}
    pages = {text for text in _in_pages() if KEY.fullmatch(text)}
    return {key for key in found if not key.startswith(NO_KEYS)} | pages


def _made_keys() -> list[re.Pattern[str]]:
    """Keys that the code puts together: f"snow_tails.key_{slot}"."""
    parts = {text for text in [*_in_code(), *_in_pages()] if re.fullmatch(r"[a-z_0-9.*]+", text)}
    return [
        re.compile(re.escape(text).replace(r"\*", "[a-z0-9_]+"))
        for text in parts
        if "*" in text and re.match(r"[a-z_]+\.", text)
    ]


def _field_problems() -> set[str]:
    """The problems of fields in acts and options: every `Wrong` that is raised."""
    found = set()
    for path in (ROOT / "companion" / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name("Wrong"), args=[ast.Constant(str(key)), *_]):
                    found.add(key)
    return found


def test_every_key_in_code_and_pages_has_its_sentence() -> None:
    assert sorted(_whole_keys() - catalogue_keys()) == []


def test_every_sentence_is_used() -> None:
    made = _made_keys()
    problems = {f"{kind}.{problem}" for kind in KINDS for problem in _field_problems()}
    unused = catalogue_keys() - _whole_keys() - problems
    assert sorted(key for key in unused if not any(m.fullmatch(key) for m in made)) == []


def test_every_problem_of_a_field_has_its_sentence() -> None:
    assert _field_problems()
    acts_only, options_only = {"empty"}, {"deck_too_small"}
    assert {f"act.{key}" for key in _field_problems() - options_only} <= catalogue_keys()
    assert {f"options.{key}" for key in _field_problems() - acts_only} <= catalogue_keys()
    both = _field_problems() - acts_only - options_only
    assert {f"box.{key}" for key in both} <= catalogue_keys()


ACTS = {act for game in GAMES for act in import_module(f"companion.games.{game}.acts").ACTS.kinds}


@pytest.mark.parametrize("act", sorted(ACTS | {"undo", "redo"}))
def test_every_act_has_its_name_in_the_log(act: str) -> None:
    assert f"ui.act_{act}" in catalogue_keys()
    assert f"did.{act}" in catalogue_keys() or act in ("undo", "redo")


@pytest.mark.parametrize("language", languages())
def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    with (LOCALES / language / "LC_MESSAGES" / "companion.mo").open("rb") as file:
        assert _sentences(read_mo(file)) == _sentences(catalogue(language)), "make messages"


def _sentences(catalogue: Catalog) -> dict[str, tuple[str, ...]]:
    return {_singular(message.id): _forms(message.string) for message in catalogue if message.id}


def _forms(texts: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)


@pytest.mark.parametrize("language", languages())
def test_every_sentence_can_be_formatted_and_is_not_empty(language: str) -> None:
    for message in catalogue(language):
        for text in _forms(message.string):
            if message.id:
                assert text.strip(), message.id
                assert all(name is None or name for _, name, _, _ in Formatter().parse(text))


@pytest.mark.parametrize("language", languages()[1:])
def test_a_translation_has_every_sentence_and_no_other(language: str) -> None:
    keys = {_singular(message.id) for message in catalogue(language) if message.id}
    assert (sorted(catalogue_keys() - keys), sorted(keys - catalogue_keys())) == ([], [])


@pytest.mark.parametrize("language", languages())
def test_a_translation_names_the_params_of_the_english_and_counts_as_it_does(language: str) -> None:
    english = {_singular(message.id): message for message in catalogue("en")}
    for message in catalogue(language):
        other = english[_singular(message.id)]
        assert _params(message.string) == _params(other.string), message.id
        assert bool(message.pluralizable) == bool(other.pluralizable), message.id


@pytest.mark.parametrize(
    ("language", "stray"),
    [("de", r"”|“\w|\w„|\w'\w"), ("fr", r"« | »| [;!?]| :(?=\s|$)|\w'\w")],
)
def test_quotes_and_spaces_follow_the_typography_of_each_language(
    language: str, stray: str
) -> None:
    for message in catalogue(language):
        for text in _forms(message.string) if message.id else ():
            assert not re.search(stray, text), (message.id, text)


@pytest.mark.parametrize("language", languages())
def test_the_words_on_a_key_begin_with_a_capital(language: str) -> None:
    for message in catalogue(language):
        if re.search(r"\.key_", _singular(message.id) if message.id else ""):
            assert not _forms(message.string)[0][0].islower(), message.id


QUOTED = {"en": r"“([^”{}]+)”", "de": r"„([^“{}]+)“", "fr": r"«\s([^»{}]+)\s»"}
"""Text in quotation marks, in each language."""

NOT_OURS = r"ui\.secure_|seating\.no_such_step"
"""Messages that quote the words of a phone, or those of an act."""

PRINTED = {"Piste", "Déplacement", "Récompense"}
"""Kinds of cards, which the French rule book prints in quotation marks."""


@pytest.mark.parametrize("language", languages())
def test_a_key_quoted_in_a_sentence_is_written_as_on_the_page(language: str) -> None:
    seen = (*(f"{game}." for game in GAMES), "ui.", "no_", "seating.", "history.", "tags.empty")
    said = [
        (_singular(message.id), text.replace("\N{SOFT HYPHEN}", ""))
        for message in catalogue(language)
        for text in _forms(message.string)
        if message.id
    ]
    labels = {text.casefold() for _, text in said} | {text.casefold() for text in PRINTED}
    for key, text in said:
        if key.startswith(seen) and not re.match(NOT_OURS, key):
            for quoted in re.findall(QUOTED[language], text):
                assert quoted.casefold() in labels, (key, text)


def _params(texts: str | tuple[str, ...]) -> set[str]:
    return {name for text in _forms(texts) for _, name, _, _ in Formatter().parse(text) if name}


def test_french_pronouns_stay_beside_their_verb() -> None:
    shown = [messages.sentence(key, lang="fr") for key in catalogue_keys()]
    torn = re.compile(r"[a-zà-ÿ]-(t-)?(la|les?|en|y|tu|ils?|elles?|vous|mêmes?|ci|là)\b", re.I)
    assert [text for text in shown if torn.search(text)] == []
    assert any("présente\u2011la" in text for text in shown)
    assert any("va\u2011t\u2011il" in text for text in shown)


def test_commands_to_copy_keep_their_hyphens() -> None:
    assert any("raspi-config" in messages.sentence(key, lang="fr") for key in catalogue_keys())


def test_french_marks_stand_behind_a_thin_space() -> None:
    shown = [messages.sentence(key, lang="fr") for key in catalogue_keys()]
    assert [text for text in shown if re.search(r"[ \xa0][;!?]", text)] == []


TECHNICAL = {"asset_bundles.py", "tape_replay.py"}
"""Modules that name a program's own fault, for its builders."""


def test_no_module_joins_words_by_a_mark_of_its_own() -> None:
    joined = re.compile(r"\*[:;!?] ?(?:\*.*)?")
    for folder in ("games", "hall_link", "library", "lights", "pages", "table"):
        for path in (ROOT / "companion" / folder).rglob("*.py"):
            texts = _strings(ast.parse(path.read_text("utf-8")))
            found = [text for text in texts if joined.fullmatch(text) and " " in text]
            assert path.name in TECHNICAL or found == [], path


def test_params_are_filled_in() -> None:
    assert sentence("table.no_such_race", {"race": 7}) == "No race has the number 7."


def test_a_param_that_is_a_sentence_is_rendered_first() -> None:
    undone = Say("history.undone", {"what": Say("did.tap")})
    assert say(undone) == "Taken back: the tapped card."


def test_colours_and_slots_are_translated() -> None:
    red = Say("pieces.dog", {"colour": "red", "value": 1})
    assert [say(red, lang) for lang in ("en", "de", "fr")] == ["red 1", "Rot 1", "rouge 1"]
    assert sentence("pieces.dog", {"colour": "mauve", "value": 1}, "de") == "mauve 1"
    busy = Refused("snow_tails.correct_pending_slot", name="Ada", slot="left")
    assert "(linker Hund)" in say(busy, "de")


def test_requirement_of_a_field_is_translated() -> None:
    needs = Refused("web.wrong_type", field="to", type="integer, string")
    told = [say(needs, lang).partition("to")[2] for lang in ("en", "de", "fr")]
    assert "needs: integer, string." in told[0]
    assert "ganze Zahl, Text." in told[1]
    assert "nombre entier, texte." in told[2]
    assert "bread." in sentence("web.wrong_type", {"field": "to", "type": "bread"}, "de")


def test_a_list_of_params_is_joined_by_commas() -> None:
    several = {"what": [Say("did.tap"), Say("did.shuffle"), 3]}
    assert sentence("history.undone", several) == "Taken back: the tapped card, the shuffle, 3."


def test_a_negative_number_gets_a_true_minus() -> None:
    assert sentence("history.undone", {"what": -3}) == "Taken back: \N{MINUS SIGN}3."
    untimed = "history.untimed", {"name": "Zoe", "seconds": 2.4}
    assert [sentence(*untimed, lang) for lang in ("en", "de")] == [
        "Zoe: the 2.4 s of this turn no longer count.",
        "Zoe: Die 2,4 s dieses Zugs zählen nicht mehr.",
    ]


def test_events_and_refusals_are_rendered_alike() -> None:
    assert say(Event("did.order", 2)) == say(Refused("did.order")) == "the race order"


def test_pages_get_their_sentences_with_placeholders() -> None:
    words = messages.starting("ui.", "en")
    assert set(words) == {key for key in catalogue_keys() if key.startswith("ui.")}
    assert words["ui.card_n"] == "card {n}"


def test_a_missing_key_is_returned_unchanged() -> None:
    assert sentence("no.such_key", {"count": 2}) == "no.such_key"
    assert sentence("") == ""


def test_a_missing_param_stays_visible() -> None:
    assert sentence("history.undone", {"other": 1}) == "Taken back: {what}."


def test_a_param_that_does_not_fit_the_sentence_never_raises(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(tmp_path, "en", 'msgid "odd"\nmsgstr "{count:d} {a.b}"\n')
    monkeypatch.setattr(messages, "LOCALES", tmp_path)
    messages._catalogue.cache_clear()
    assert sentence("odd", {"count": "many", "a": 1}) == "{count:d} {a.b}"
    messages._catalogue.cache_clear()


def test_a_new_language_needs_one_more_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plural = 'msgid "n"\nmsgid_plural "n"\nmsgstr[0] "one {count}"\nmsgstr[1] "more {count}"\n'
    write(tmp_path, "en", plural + 'msgid "only"\nmsgstr "only English"\n')
    write(tmp_path, "fr", plural.replace("one", "un").replace("more", "des"))
    monkeypatch.setattr(messages, "LOCALES", tmp_path)
    for cached in (languages, accepted, messages._catalogue):
        cached.cache_clear()
    assert languages() == ("en", "fr")
    assert [sentence("n", {"count": count}, "fr") for count in (1, 2)] == ["un 1", "des 2"]
    assert sentence("only", lang="fr") == "only English"
    assert accepted("de, fr-CA;q=0.8, en;q=0.5") == "fr"
    assert accepted("fr;q=0, en;q=x") == "en"
    assert of_system({"LANG": "fr_FR.UTF-8"}) == "fr"
    assert of_system({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}) == "en"
    for cached in (languages, accepted, messages._catalogue):
        cached.cache_clear()


def write(folder: Path, language: str, text: str) -> None:
    """Write and compile a separate catalogue."""
    forms = "(n > 1)" if language == "fr" else "(n != 1)"
    header = f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural={forms};\\n"\n'
    path = folder / language / "LC_MESSAGES" / "companion.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        source = f'{header}"Content-Type: text/plain; charset=UTF-8\\n"\n\n{text}'
        write_mo(file, read_po(BytesIO(source.encode()), locale=language))


@pytest.mark.parametrize(
    "header", ["", ",,;q=", "*", "x" * 500, "en-GB", "de;q=nonsense", "de;q=1.2.3"]
)
def test_any_accept_language_header_gives_an_available_language(header: str) -> None:
    assert accepted(header) in languages()


def test_a_terminal_without_a_language_gets_english() -> None:
    assert of_system({}) == of_system({"LANG": "C"}) == "en"


def test_name_of_right_to_left_letters_is_isolated_and_others_are_not() -> None:
    said = sentence("config.missing_key", {"name": "شاهین"})
    assert "\N{FIRST STRONG ISOLATE}شاهین\N{POP DIRECTIONAL ISOLATE}" in said
    for name in ("Ada", "Zoë", "🛷", "W" * 24):
        assert isolated(name) == name


UNDO = ("snow_tails.race_over", "reindeer_races.race_over", "husky.race_over")
NAMES_A_KEY = {
    **dict.fromkeys((*UNDO, "ui.leave_race_lead", "snow_tails.late_doubt"), "ui.step_undo"),
    **dict.fromkeys(("snow_tails.todo_doubt_marks", "snow_tails.todo_doubt_bonus"), "ui.step_undo"),
    **dict.fromkeys(("snow_tails.todo_doubt_twice", "snow_tails.same_space"), "ui.step_undo"),
    "snow_tails.todo_bonus_crash": "snow_tails.key_bonus_crash",
    "husky.todo_event_board": "ui.husky_place_event",
    "ui.leave_phone_lead": "ui.nav_join",
    "seating.unknown_card": "ui.nav_tags",
    "tags.empty_box": "ui.boxes",
}
"""Sentence -> the key or page that it names."""


@pytest.mark.parametrize("language", languages())
def test_sentence_that_names_a_key_uses_the_words_on_it(language: str) -> None:
    for named, key in NAMES_A_KEY.items():
        words = sentence(key, {}, language).replace("\N{SOFT HYPHEN}", "")
        assert words in sentence(named, {}, language), named


@pytest.mark.parametrize("lang", languages())
def test_one_space_and_one_row_are_not_spoken_of_as_several(lang: str) -> None:
    bonus = sentence("snow_tails.todo_bonus", {"speed": 1, "more": 2}, lang)
    names = {"name": "Ada", "other": "Bo", "rows": 1, "lane": 1}
    rows = sentence("snow_tails.same_space", names, lang)
    assert not re.search(r"\b1\s(rows|Felder|Reihen|cases|rangées)", bonus + rows)
