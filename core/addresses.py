"""Choosing the address inside the codes: a person says it on a page, nothing takes it from a request."""

import ipaddress
import re
from urllib.parse import urlsplit

from django.db import transaction

from core import audit, hosts
from core.actors import Actor
from core.models import SiteAddress

_HOST = re.compile(r"^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$")


class AddressError(Exception):
    """An address that no phone could open; ``code``: not-an-address, only-this-machine."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def tidy(text: str) -> str:
    """ "192.168.1.20:8000", "http://hall.example/" → "http://192.168.1.20:8000", "http://hall.example".

    Raises AddressError for what is no http(s) address of a host, or leads to this machine only.
    """
    text = text.strip()
    if "://" not in text:
        text = f"http://{text}"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise AddressError("not-an-address") from None
    host = (parts.hostname or "").lower()
    if parts.scheme not in {"http", "https"} or parts.username or parts.query or parts.fragment:
        raise AddressError("not-an-address")
    if parts.path not in {"", "/"} or port == 0 or not _is_host(host):
        raise AddressError("not-an-address")
    if _is_loopback(host):
        raise AddressError("only-this-machine")
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port else "")


def _is_host(host: str) -> bool:
    if "%" in host:  # the scope of an IPv6 address is this machine's own word
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(_HOST.match(host)) and not re.fullmatch(r"[0-9.]+", host)
    return True


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    meant = getattr(address, "ipv4_mapped", None) or address
    return bool(meant.is_loopback or meant.is_unspecified)


@transaction.atomic
def choose(text: str, actor: Actor) -> SiteAddress:
    """Let the codes printed from now on open this address. Raises AddressError."""
    base_url = tidy(text)
    before = hosts.current_base_url()
    chosen = SiteAddress.objects.create(base_url=base_url, chosen_by_id=actor.user)
    audit.record(actor, "address.chosen", chosen, before={"address": before}, after={"address": base_url})
    return chosen


def proposals(port: str) -> list[str]:
    """The addresses of this machine that a phone of the hall can try, the likeliest first."""
    return [f"http://{address}:{port}" if port else f"http://{address}" for address in hosts.lan_addresses()]
