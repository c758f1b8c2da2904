"""A service as lap timers and chess boards run it: Flask-SocketIO on gevent.

Written for the comparison, with the settings that Flask-SocketIO's documentation recommends.
It runs in the peer's environment: `python flask_service.py PORT FOLDER`. A post is an act; its
result goes to every open page.
"""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402
from pathlib import Path  # noqa: E402

from flask import Flask, request  # noqa: E402
from flask_socketio import SocketIO  # noqa: E402

from tests.peers.race import Kept  # noqa: E402


def main(port: int, folder: Path) -> None:
    """Serve until killed."""
    app = Flask(__name__)
    pages = SocketIO(app, async_mode="gevent")
    race = Kept(folder)

    @app.get("/")
    def ready() -> str:
        return "ready"

    @app.post("/acts")
    def do() -> dict[str, int]:
        said = race.do(request.get_json()["act"])
        pages.emit("state", said)
        return {"version": said["bench"]}

    pages.run(app, "127.0.0.1", port)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
