"""Two phones at one table, each as the table's page does it (static/js/table/store.js, sending.js): what is typed stays
in a queue under a key of its own, is sent in order, again and again, until the server says that it has it."""

import http.client
import json
import time
from dataclasses import dataclass, field
from typing import Any

from tests.services.hall import Phone

PATIENCE = 60.0
RETRY = 0.05


@dataclass
class PagePhone:
    """One phone, at a door that has a bad network behind it."""

    name: str
    door: Phone
    state: dict[str, Any] = field(default_factory=dict)
    queue: list[dict[str, Any]] = field(default_factory=list)
    #: The phone's own log: keys of which it was told that they are kept, and deals that gave way to another version.
    acknowledged: list[str] = field(default_factory=list)
    gave_way: list[int] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"/table/{self.door.table['link']}/"

    def open(self) -> None:
        """Scan the code; the page's own secret is given by hand, as no page is drawn here."""
        while self._ask("GET", f"/t/{self.door.table['token']}/")[0] != 302:
            time.sleep(RETRY)
        self.door.cookies["csrftoken"] = "a" * 32
        self.until(lambda: bool(self.state))

    def until(self, true: Any) -> None:
        """Poll and send what waits until something is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, (self.name, self.queue, self.state.get("revision"))
            self.poll()
            self.pump()
            time.sleep(RETRY)

    def knows(self, position: int) -> bool:
        """Whether the phone shows a deal at this place, sent or not."""
        return len(self.state["entries"]) >= position or any(item["position"] == position for item in self.queue)

    def type(self, position: int, deal: dict[str, Any]) -> None:
        key = f"{self.name}-{position}-{deal['contract']}"
        self.queue.append({"client_key": key, "position": position, "deal": deal, "sheet": self.door.table["sheet"]})

    def poll(self) -> None:
        status, said = self._ask("GET", f"{self.base}state")
        if status == 200:
            self._take(said)

    def pump(self) -> None:
        """Send what waits, in order, until the network fails or a person has to look."""
        while self.queue:
            item = self.queue[0]
            status, said = self._ask("POST", f"{self.base}deals", item)
            if status == 201:
                self.queue.pop(0)
                self.acknowledged.append(item["client_key"])
                self._take(said)
            elif status == 409 and said["code"] == "position-taken":
                # Both versions are shown, and the table settles for what stands.
                self._take(said["state"])
                self.queue.pop(0)
                self.gave_way.append(item["position"])
            elif status == 409 and said["code"] == "position-ahead":
                self._take(said["state"])
                return
            else:
                assert status in (0, 500, 502, 503), (status, said)
                return

    def act(self, method: str, path: str, body: dict[str, Any]) -> int:
        """An act that is not kept for later: tried until there is an answer, looking again where others were first. The
        revision of the sheet in that answer."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            status, said = self._ask(method, self.base + path, {**body, "seen": self.state["revision"]})
            if status == 200:
                self._take(said)
                return int(said["revision"])
            if status == 409:
                self._take(said["state"])
            time.sleep(RETRY)
        raise TimeoutError(path)

    def _take(self, state: dict[str, Any]) -> None:
        if not self.state or state["revision"] >= self.state["revision"]:  # else an answer that was overtaken
            self.state = state

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        try:
            status, text = self.door.ask(method, path, body)
        except (OSError, http.client.HTTPException):
            return 0, None
        return status, json.loads(text) if text.startswith("{") else None
