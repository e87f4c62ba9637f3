"""Which addresses and names are of this house."""

from ipaddress import ip_address


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_near(address: str) -> bool:
    """On this machine or in this house's network, never the internet."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    ip = mapped if mapped is not None else ip
    return ip.is_private or ip.is_loopback or ip.is_link_local


def is_local_name(host: str) -> bool:
    """A name by which a page of this house is reached: an address, a plain name, or `.local`. A foreign name that
    points here is somebody else's page trying to use ours."""
    name = host.rsplit(":", 1)[0] if host.count(":") == 1 else host.partition("]")[0].lstrip("[")
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home.arpa", ".fritz.box", ".internal"))
    return True
