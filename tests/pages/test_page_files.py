"""Static files: gzipped if the client accepts it, cached forever under their version."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from companion.pages import assets as page_files
from companion.pages.assets import ASK_AGAIN, FOR_EVER, PageFiles

LONG = ".again { and: again }\n" * 100
GZIP = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "core.css").write_text(LONG)
    (tmp_path / "dot.png").write_bytes(b"\x89PNG")
    return tmp_path


@pytest.fixture
def client(folder: Path) -> FlaskClient:
    app = Flask("pages", static_folder=None)
    page_files.add(app, PageFiles(folder))
    app.add_url_rule("/long", "long", lambda: Response(LONG, mimetype="text/html"))
    app.add_url_rule("/short", "short", lambda: Response("no", mimetype="text/html"))
    app.add_url_rule("/words", "words", lambda: page_files.lasting(Response("{}")))
    return app.test_client()


def version(client: FlaskClient) -> str:
    return str(client.application.jinja_env.globals["version"])


def test_a_versioned_file_is_cached_forever_and_gzipped(client: FlaskClient) -> None:
    answer = client.get(f"/static/{version(client)}/core.css", headers=GZIP)
    assert answer.headers["Cache-Control"] == FOR_EVER
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.mimetype == "text/css"
    assert len(answer.data) < len(LONG) / 10
    assert gzip.decompress(answer.data).decode() == LONG


def test_client_without_gzip_gets_plain_text(client: FlaskClient) -> None:
    answer = client.get(f"/static/{version(client)}/core.css")
    assert "Content-Encoding" not in answer.headers
    assert answer.text == LONG


def test_an_incompressible_picture_is_not_gzipped(client: FlaskClient) -> None:
    answer = client.get(f"/static/{version(client)}/dot.png", headers=GZIP)
    assert (answer.data, answer.mimetype) == (b"\x89PNG", "image/png")


@pytest.mark.parametrize("path", ["/static/core.css", "/static/0123456789ab/core.css"])
def test_an_unversioned_file_is_revalidated(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.text, answer.headers["Cache-Control"]) == (LONG, ASK_AGAIN)
    again = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/static/nothing.js", "/static/../conftest.py", "/static/"])
def test_other_paths_are_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_modules_and_sheets_are_served_bundled(folder: Path) -> None:
    for area in ("lib", "pages"):
        (folder / area).mkdir()
    (folder / "lib/module-runtime.js").write_text("// runtime\n")
    (folder / "lib/a.js").write_text("export const a = 1;\n")
    (folder / "pages/base.js").write_text('import { a } from "../lib/a.js";\n')
    (folder / "page.css").write_text('@import "core.css";\n')
    app = Flask("pages", static_folder=None)
    page_files.add(app, PageFiles(folder))
    joined = app.test_client().get("/static/pages/base.js").text
    assert re.findall(r'define\("(\S+)"', joined) == ["lib/a.js", "pages/base.js"]
    assert app.test_client().get("/static/page.css").text == LONG


def test_any_change_makes_a_new_version(folder: Path) -> None:
    words = folder / "words.mo"
    words.write_bytes(b"1")
    before = PageFiles(folder, [words]).version
    assert PageFiles(folder, [words]).version == before
    words.write_bytes(b"2")
    changed = PageFiles(folder, [words]).version
    (folder / "core.css").write_text(LONG + "/**/")
    assert len({before, changed, PageFiles(folder, [words]).version}) == 3


def test_long_answers_are_gzipped_and_short_ones_are_not(client: FlaskClient) -> None:
    assert gzip.decompress(client.get("/long", headers=GZIP).data).decode() == LONG
    assert client.get("/short", headers=GZIP).text == "no"


def test_an_answer_is_cached_forever_only_under_the_current_version(client: FlaskClient) -> None:
    assert client.get(f"/words?v={version(client)}").headers["Cache-Control"] == FOR_EVER
    assert "Cache-Control" not in client.get("/words?v=old").headers
