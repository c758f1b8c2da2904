"""Serve the pages' static files: bundled, compressed once, and cached forever by the phones.

Every URL in a page contains a digest of all files, `/static/3f9a…/parts/app.js`. When any content
changes, so do the URLs.
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
"""Endpoints whose answer is the same for all phones, so that caches may keep it."""

WORTH_BYTES = 1400
"""Smallest body that is compressed, in bytes: less fits into one packet anyway."""

_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_PACKED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True, slots=True)
class File:
    """A file's answer. `packed`: gzipped, None if that is not smaller."""

    body: bytes
    packed: bytes | None
    mimetype: str


class PageFiles:
    """All files below a folder. `version`: the digest of these files and of `also`.

    `also`: other files that are served under this version (the catalogues). A file is bundled and
    compressed on its first request, to keep the start fast on small machines. `base`: the module
    that every page loads before its own.
    """

    def __init__(self, folder: Path, also: Iterable[Path] = (), base: str = page_modules.BASE):
        self._base = base
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
        """The URL path of this version's files."""
        return f"/static/{self.version}"

    def answer(self, name: str) -> Response:
        """The response for a file. `name`: its name, alone or after a version. Aborts with 404."""
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
                return page_modules.module(name, self._text, self._base).encode()
            case ".css":
                return page_modules.sheet(name, self._text).encode()
            case _:
                return self._bodies[name]

    def _text(self, name: str) -> str:
        return self._bodies[name].decode()


def lasting(response: Response) -> Response:
    """Let a response be cached forever if its URL's `v` is the current version."""
    if request.args.get("v") == current_app.jinja_env.globals["version"]:
        response.headers["Cache-Control"] = FOR_EVER
    return response


def add(app: Flask, files: PageFiles) -> None:
    """Serve these files, give the templates their URL, and compress other long responses."""
    app.jinja_env.globals["static"] = files.address
    app.jinja_env.globals["version"] = files.version
    app.add_url_rule("/static/<path:name>", "static", files.answer)

    @app.after_request
    def pack(response: Response) -> Response:
        if response.is_streamed or response.content_encoding or response.direct_passthrough:
            return response
        if (response.mimetype or "").startswith(_PACKED) and len(response.data) > WORTH_BYTES:
            _send_packed(response, gzip.compress(response.data, 6, mtime=0))
        return response


def _packed(name: str, body: bytes) -> File:
    kind = posixpath.splitext(name)[1]
    mimetype = _TYPES.get(kind) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if mimetype.startswith(_PACKED) else body
    return File(body, packed if len(packed) < len(body) else None, mimetype)


def _send_packed(response: Response, packed: bytes) -> None:
    """Replace the body by the gzipped one if the client accepts it; caches keep both apart."""
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] > 0:
        response.data = packed
        response.content_encoding = "gzip"
