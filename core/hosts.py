"""Which addresses this machine answers to, and which one the phones of the hall open.

The address inside the printed codes is chosen by a person and never taken from a request; what is answered to follows
from it. Importable by the settings: models are only looked at when asked.
"""

import contextlib
import fcntl
import ipaddress
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

_SIOCGIFADDR = 0x8915
_LOCAL = ("localhost", "127.0.0.1", "[::1]")
#: Networks that live inside this machine: no phone can reach it there.
_INNER = ("docker", "br-", "veth", "virbr", "lxc", "lo")
_OWN_FOR = 60.0
_CHOSEN_FOR = 3.0


def _interface_address(interface: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        except OSError:  # no IPv4 address
            return None
    return socket.inet_ntoa(answer[20:24])


def _outward_address() -> str | None:
    """The address this machine would send from. Nothing is sent: connecting a UDP socket only asks the routes."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine's interfaces now, loopback left out."""
    found = [_outward_address()]
    if sys.platform.startswith("linux"):
        found += [_interface_address(name) for _index, name in socket.if_nameindex()]
    else:
        with contextlib.suppress(OSError):
            found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if address and not address.startswith(("127.", "0."))]


def lan_addresses() -> list[str]:
    """The addresses that a phone in the hall can try, the likeliest first; empty without a network."""
    if not sys.platform.startswith("linux"):
        return own_addresses()
    inner = {_interface_address(name) for _index, name in socket.if_nameindex() if name.startswith(_INNER)}
    return [address for address in own_addresses() if address not in inner]


def current_base_url() -> str | None:
    """The address that the phones open ("http://192.168.1.20:8000"), without a slash at its end; None until chosen."""
    from core.models import SiteAddress

    chosen = SiteAddress.objects.order_by("-chosen_at", "-pk").values_list("base_url", flat=True).first()
    return chosen.rstrip("/") if chosen else None


def host_of(base_url: str) -> str:
    """The host in an address, as a Host header writes it (IPv6 in brackets); "" when there is none."""
    host = urlsplit(base_url).hostname or ""
    return f"[{host}]" if ":" in host else host


def address_changed() -> bool:
    """Whether the chosen address is a number that this machine no longer has: the printed codes open nothing now."""
    base_url = current_base_url()
    if base_url is None:
        return False
    host = host_of(base_url)
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:  # a name: where it leads is not ours to know
        return False
    return address.version == 4 and not address.is_loopback and host not in own_addresses()


class AllowedHosts(list[str]):
    """For ``settings.ALLOWED_HOSTS``: localhost, COINCHE_HOSTS, this machine's addresses, and the chosen one.

    A list, as Django requires, that is looked up when it is gone through; own addresses are asked for once a minute,
    the chosen one every three seconds (another process may have stored it).
    """

    def __init__(self) -> None:
        named = os.environ.get("COINCHE_HOSTS", "").split(",")
        super().__init__([*_LOCAL, *(name.strip() for name in named if name.strip())])
        self._own: list[str] = []
        self._own_until = 0.0
        self._chosen: list[str] = []
        self._chosen_until = 0.0

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        now = time.monotonic()
        if now >= self._own_until:
            self._own, self._own_until = own_addresses(), now + _OWN_FOR
        yield from self._own
        if now >= self._chosen_until:
            self._chosen, self._chosen_until = self._look_up(), now + _CHOSEN_FOR
        yield from self._chosen

    @staticmethod
    def _look_up() -> list[str]:
        try:
            base_url = current_base_url()
        except Exception:  # before the first migration there is no table, and before django.setup() no model
            return []
        host = host_of(base_url) if base_url else ""
        return [host] if host else []
