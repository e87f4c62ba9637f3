"""What may be wrong with this machine, said at the step of the set-up that it belongs to, with the way out."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.picture.cameras import DEVICES, CameraChoice


def camera_findings(found: Sequence[CameraChoice], devices: Path = DEVICES, system: str = sys.platform) -> list[str]:
    """Why no camera can be chosen, or one not opened; empty where all is well."""
    files = sorted(devices.glob("video*")) if system == "linux" else []
    locked = [f.name for f in files if not os.access(f, os.R_OK | os.W_OK)]
    if locked:
        return [
            "A camera is plugged in, but this user may not use it. Whoever looks after this machine types "
            "“sudo usermod -aG video $USER” once and starts it anew."
        ]
    if not found:
        allowed = "" if system == "linux" else " Is this program allowed to use it (Privacy, Camera, in the settings)?"
        return [f"This machine sees no camera of its own. Plug one in, wait five seconds, then look again.{allowed}"]
    return []
