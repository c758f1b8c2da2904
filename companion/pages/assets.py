"""The files of the pages as they go over the air: joined, compressed once, named by what they hold.

Every address that a page names carries a digest of all of them, `/static/3f9a…/parts/app.js`, so
a phone asks for a file once and never again until it has another content: then it has another
address.
"""

import gzip
import hashlib
import mimetypes
import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, current_app, request

from companion.pages import asset_bundles as page_modules

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
DIGITS = 12

CONSTANT = ("static", "GET /words")
"""Endpoints that answer everybody alike: no session is looked at, so any phone may keep them."""

WORTH_BYTES = 1400
"""Bytes below which nothing is compressed: one packet arrives no sooner."""

_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class File:
    """One file: `packed` is its gzip, None where that saves nothing."""

    body: bytes
    packed: bytes | None
    mimetype: str


class PageFiles:
    """Every file below a folder, read once. `version`: the digest of them all and of `also`.

    What is `also` in the digest is what else has addresses with this version: the sentences. What a
    phone asks for first is joined and compressed then: a small machine has not to do all at once.
    """

    def __init__(self, folder: Path, also: Iterable[Path] = ()):
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        self._bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        self._files: dict[str, File] = {}
        digest = hashlib.sha256()
        for name, body in self._bodies.items():
            digest.update(f"{name} {len(body)} ".encode() + body)
        for path in sorted(also):
            digest.update(path.read_bytes())
        self.version = digest.hexdigest()[:DIGITS]

    @property
    def address(self) -> str:
        """Where the files of this version are."""
        return f"/static/{self.version}"

    def answer(self, name: str) -> Response:
        """A file by its name, or by its version and its name. 404 where there is none."""
        version, _, rest = name.partition("/")
        file = self._file(rest if rest in self._bodies else name)
        response = Response(file.body, mimetype=file.mimetype)
        if file.packed is not None:
            _send_packed(response, file.packed)
        response.headers["Cache-Control"] = FOR_EVER if version == self.version else ASK_AGAIN
        response.set_etag(f"{self.version}-{response.content_encoding or 'plain'}")
        response.make_conditional(request)
        return response

    def _file(self, name: str) -> File:
        if name not in self._bodies:
            abort(404)
        if name not in self._files:
            self._files[name] = _packed(name, self._joined(name))
        return self._files[name]

    def _joined(self, name: str) -> bytes:
        match posixpath.splitext(name)[1]:
            case ".js":
                return page_modules.module(name, self._text).encode()
            case ".css":
                return page_modules.sheet(name, self._text).encode()
            case _:
                return self._bodies[name]

    def _text(self, name: str) -> str:
        return self._bodies[name].decode()


def lasting(response: Response) -> Response:
    """An answer that holds as long as the version that its address gives as `v`."""
    if request.args.get("v") == current_app.jinja_env.globals["version"]:
        response.headers["Cache-Control"] = FOR_EVER
    return response


def add(app: Flask, files: PageFiles) -> None:
    """Serve these files, tell the templates where, and compress whatever else is long."""
    app.jinja_env.globals["static"] = files.address
    app.jinja_env.globals["version"] = files.version
    app.add_url_rule("/static/<path:name>", "static", files.answer)

    @app.after_request
    def pack(response: Response) -> Response:
        if response.is_streamed or response.content_encoding or response.direct_passthrough:
            return response
        if (response.mimetype or "").startswith(_PACKED) and len(response.data) > WORTH_BYTES:
            _send_packed(response, gzip.compress(response.data, 6))
        return response


def _packed(name: str, body: bytes) -> File:
    kind = posixpath.splitext(name)[1]
    mimetype = _TYPES.get(kind) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if mimetype.startswith(_PACKED) else body
    return File(body, packed if len(packed) < len(body) else None, mimetype)


def _send_packed(response: Response, packed: bytes) -> None:
    """The packed bytes to who reads them; caches keep the two apart."""
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] > 0:
        response.data = packed
        response.content_encoding = "gzip"
