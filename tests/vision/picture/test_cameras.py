"""The list of cameras, from a made-up `/sys` and `/dev`: no camera is needed."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from vision.picture.cameras import CameraChoice, cameras, find_camera, gives_pictures


class Machine:
    """A machine's `/sys/class/video4linux` and `/dev`."""

    def __init__(self, folder: Path) -> None:
        self.sysfs, self.devices = folder / "sys", folder / "dev"
        self.pictures: set[str] = set()
        self.devices.mkdir()

    def plug_in(self, number: int, name: str, *, place: int = 0, pictures: bool = True, links: str = "") -> None:
        entry = self.sysfs / f"video{number}"
        entry.mkdir(parents=True)
        (entry / "name").write_text(f"{name}\n")
        (entry / "index").write_text(f"{place}\n")
        device = self.devices / f"video{number}"
        device.touch()
        if pictures:
            self.pictures.add(device.name)
        for link in links.split():
            path = self.devices / "v4l" / link
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(os.path.relpath(device, path.parent))

    def cameras(self) -> tuple[CameraChoice, ...]:
        return cameras("linux", self.sysfs, self.devices, lambda device, _: device.name in self.pictures)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_without_cameras_lists_none(machine: Machine) -> None:
    assert machine.cameras() == ()


def test_a_camera_is_listed_by_its_makers_name_and_the_link_that_stays(machine: Machine) -> None:
    machine.plug_in(0, "HD Pro Webcam C920", links="by-id/usb-046d_C920_A1-video-index0 by-path/pci-0-usb-0:1-index0")
    machine.plug_in(1, "HD Pro Webcam C920", place=1, pictures=False)
    (only,) = machine.cameras()
    assert (only.name, only.number) == ("HD Pro Webcam C920", 0)
    assert only.source == str(machine.devices / "v4l/by-id/usb-046d_C920_A1-video-index0")


def test_without_a_serial_number_the_socket_it_is_plugged_into_tells(machine: Machine) -> None:
    machine.plug_in(2, "USB Camera", links="by-path/pci-0-usb-0:3-index0")
    assert [c.source for c in machine.cameras()] == [str(machine.devices / "v4l/by-path/pci-0-usb-0:3-index0")]


def test_without_any_link_the_device_itself_is_the_source(machine: Machine) -> None:
    machine.plug_in(4, "USB Camera")
    assert [c.source for c in machine.cameras()] == [str(machine.devices / "video4")]


def test_two_cameras_of_one_make_are_told_apart_in_the_order_of_their_numbers(machine: Machine) -> None:
    machine.plug_in(10, "USB Camera")
    machine.plug_in(2, "USB Camera")
    assert [(c.name, c.number) for c in machine.cameras()] == [("USB Camera", 2), ("USB Camera (2)", 10)]


def test_a_device_that_cannot_be_asked_counts_where_it_is_the_first_of_its_camera(tmp_path: Path) -> None:
    assert gives_pictures(tmp_path / "video0", 0)
    assert not gives_pictures(tmp_path / "video1", 1)


def test_a_device_that_is_no_camera_gives_no_pictures(tmp_path: Path) -> None:
    (tmp_path / "video0").write_bytes(b"")
    assert not gives_pictures(tmp_path / "video0", 0)


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        ("usb:Webcam", 1),
        ("usb:hd pro", 2),
        ("usb:WEBCAM", 1),
        ("usb: HD Pro Webcam ", 2),
        ("usb:", None),
        ("usb:x", None),
    ],
)
def test_a_camera_is_found_by_its_whole_name_first_then_by_a_part_of_it(wanted: str, number: int | None) -> None:
    known = (CameraChoice("a", "HD Pro Webcam", 2), CameraChoice("b", "Webcam", 1))
    found = find_camera(wanted, known)
    assert (found.number if found else None) == number


def asked(monkeypatch: pytest.MonkeyPatch, listed: dict[int, list[str]]) -> None:
    """What the system tells where there is no `/sys`: for each way to a camera, the names in order."""

    def enumerate_cameras(backend: int) -> list[SimpleNamespace]:
        return [SimpleNamespace(index=k, backend=backend, name=name) for k, name in enumerate(listed[backend])]

    monkeypatch.setattr("cv2_enumerate_cameras.supported_backends", tuple(listed))
    monkeypatch.setattr("cv2_enumerate_cameras.enumerate_cameras", enumerate_cameras)


def test_elsewhere_each_camera_is_listed_once_and_found_again_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, {1400: ["USB Camera", "USB Camera"], 700: ["USB Camera", "USB Camera"]})
    listed = cameras("win32")
    assert [(c.source, c.number, c.backend) for c in listed] == [
        ("usb:USB Camera", 0, 1400),
        ("usb:USB Camera (2)", 1, 1400),
    ]
    assert find_camera("usb:USB Camera (2)", listed) == listed[1]


def test_the_second_way_is_asked_where_the_first_knows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked(monkeypatch, {1400: [], 700: ["Webcam"]})
    assert [(c.number, c.backend) for c in cameras("win32")] == [(0, 700)]


def test_a_system_that_cannot_be_asked_lists_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(backend: int) -> list[object]:
        raise OSError("no such service")

    monkeypatch.setattr("cv2_enumerate_cameras.supported_backends", (1200,))
    monkeypatch.setattr("cv2_enumerate_cameras.enumerate_cameras", failing)
    assert cameras("darwin") == ()
