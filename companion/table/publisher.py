"""The published snapshot and its versions."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.table.rights import Rights
from companion.table.snapshot import Snapshot


class Publisher:
    """Publishes snapshots for the table. `look(version, state_version)` takes one."""

    def __init__(
        self,
        look: Callable[[int, int], Snapshot],
        on_publish: Callable[[], None],
        on_upcoming: Callable[[Snapshot], None],
    ):
        self._look = look
        self._on_publish = on_publish
        self._on_upcoming = on_upcoming
        self._upcoming: Snapshot | None = None
        self._newest = look(1, 0)

    @property
    def newest(self) -> Snapshot:
        """The published snapshot."""
        return self._newest

    def publish(self, state: bool) -> None:
        """Take a snapshot and publish it. `state`: the race has changed."""
        version = self._newest.version + 1
        snapshot = self._look(version, version if state else self._newest.state_version)
        foreseen, self._upcoming = self._upcoming, None
        self._newest = foreseen if foreseen and snapshot.like(foreseen) else snapshot
        self._on_publish()

    def foresee(self, **changes: Any) -> None:
        """Predict the next snapshot, in which the race and these fields will have changed.

        It is published if the prediction is right, so that it can be translated in advance.
        """
        version = self._newest.version + 1
        self._upcoming = replace(self._look(version, version), **changes)
        self._on_upcoming(self._upcoming)

    def amend(self, rights: Rights) -> None:
        """Replace the rights without a new version. Only for changes that pages do not show."""
        self._newest = replace(self._newest, rights=rights)

    def changed_since(self, version: int) -> bool:
        """Whether the race has changed after this version was published."""
        return not self._newest.state_version <= version <= self._newest.version
