"""What went wrong with a lamp, in words for the person who can mend it."""

import errno
import socket


class LampError(Exception):
    """A lamp cannot be lit; the text is a sentence that says why and what to do."""


_NO_PORT = "What is at the light's address is no serial port; fifthseat light --find lists the boards that there are."

_BY_NUMBER = {
    errno.EACCES: "This user may not use the light's port: add it to the group dialout (Linux), then log in again.",
    errno.EBUSY: "Another program is using the light's port: close it (an Arduino or WLED window?).",
    errno.EAGAIN: "Another program is using the light's port: close it (an Arduino or WLED window?).",
    errno.ECONNREFUSED: "There is something at the light's address, but no WLED answers: check the address.",
    errno.EHOSTUNREACH: "Nothing answers at the light's address: is it switched on, and in this network?",
    errno.ENETUNREACH: "Nothing answers at the light's address: is it switched on, and in this network?",
    errno.ETIMEDOUT: "Nothing answers at the light's address: is it switched on, and in this network?",
    errno.ENOTTY: _NO_PORT,
    errno.EISDIR: _NO_PORT,
    errno.ENOENT: "The light is not plugged in.",
    errno.ENODEV: "The light was unplugged.",
    errno.ENXIO: "The light was unplugged.",
    errno.EIO: "The light was unplugged.",
}


def words_for(error: Exception) -> str:
    """A sentence for any error a lamp's driver may raise."""
    if isinstance(error, LampError):
        return str(error)
    told = (getattr(error, "errno", None), *error.args, *getattr(error.__context__, "args", ()))  # pyserial hides some
    number = next((n for n in told if isinstance(n, int)), None)
    if number in _BY_NUMBER:
        return _BY_NUMBER[number]
    if isinstance(error, socket.gaierror | UnicodeError):  # a name too long for any network cannot even be asked for
        return "The light's name is not known in this network: is it switched on? Its number does as well as its name."
    if "disconnected" in str(error):  # pyserial has no other way to say so
        return "The light was unplugged."
    if isinstance(error, TimeoutError) or "timeout" in type(error).__name__.lower():
        return "The light does not take what it is sent: unplug it, count to three, plug it in again."
    return f"The light stopped answering ({str(error) or type(error).__name__}); trying again."
