"""What the house has set up is there next week, torn files and full disks or not."""

import json
import stat
from pathlib import Path

import pytest

from engine.tile import Seat
from server.house import FILE, House, HouseError, Memory, read_house

TONIGHT = House(
    camera="/dev/v4l/by-id/usb-Logi-index0",
    outlined=True,
    light="",
    tiles="Ours",
    card="Stepping Stones (practice card)",
    names=("Ann", "Bea", "Carol", "Dorothée"),
    east="P2",
    rules="press C-20=plays_on",
    ready=True,
)


def test_an_empty_folder_knows_nothing_and_complains_of_nothing(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    assert memory.house == House()
    assert memory.troubles == ()


def test_next_week_begins_where_tonight_ended(tmp_path: Path) -> None:
    Memory(tmp_path / "new").keep(TONIGHT)
    again = Memory(tmp_path / "new")
    assert again.house == TONIGHT
    assert stat.S_IMODE((tmp_path / "new" / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("cut", [0, 1, 40, 200])
def test_a_torn_file_is_a_calm_start_and_is_put_aside(tmp_path: Path, cut: int) -> None:
    Memory(tmp_path).keep(TONIGHT)
    path = tmp_path / FILE
    path.write_text(path.read_text(encoding="utf-8")[:cut], encoding="utf-8")
    torn = path.read_bytes()
    memory = Memory(tmp_path)
    assert memory.house == House()
    assert "torn" in memory.troubles[0]
    memory.change(names=("Ann", "", "", ""))
    assert "torn" in memory.troubles[0], "who sits where is kept by itself: nobody has read the sentence yet"
    memory.change(camera="0")
    assert memory.troubles == ()
    assert Memory(tmp_path).house == House(camera="0", names=("Ann", "", "", ""))
    assert path.with_suffix(".torn.json").read_bytes() == torn


def test_what_is_not_as_it_should_be_was_never_answered_and_is_said_one_by_one() -> None:
    told = {
        "camera": 7,
        "names": ["Ann", "Bea"],
        "east": "P9",
        "light": "x" * 5000,
        "ready": "yes",
        "card": "Ours",
        "turn": True,
        "rules": "league\u0000",
        "outlined": None,
    }
    house, dropped = read_house(told)
    assert house == House(card="Ours")
    assert set(dropped) == {"camera", "names", "east", "light", "ready", "turn", "rules"}
    assert all(says.endswith((".", "where.")) for says in dropped.values())


@pytest.mark.parametrize("east", [9, "9", "P0", ["P1"], {}])
def test_an_east_who_is_nobody_is_asked_for_again(east: object) -> None:
    house, dropped = read_house({"east": east, "names": ["Ann", "Bea", "Cy", "Dot"]})
    assert (house.east, house.names) == (None, ("Ann", "Bea", "Cy", "Dot"))
    assert "East" in dropped["east"]


def test_of_names_that_are_alike_or_none_the_first_is_kept() -> None:
    house, dropped = read_house({"names": ["Ann", "ann ", 4, "\ud800Dot"]})
    assert house.names == ("Ann", "", "", "Dot")
    assert "names" in dropped
    assert read_house({"names": ["", "Bea", "", ""]}) == (House(names=("", "Bea", "", "")), {})


@pytest.mark.parametrize(
    "text", ["[" * 200_000, '{"format": "fifthseat house 1", "camera": "' + "x" * 10**6, "\x00", "7"]
)
def test_a_hostile_file_is_a_calm_start(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    memory = Memory(tmp_path)
    assert memory.house == House()
    assert "torn" in memory.troubles[0]
    memory.change(camera="0")
    assert memory.troubles == ()


def test_a_sentence_stays_until_that_question_is_answered_again(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"format": "fifthseat house 1", "camera": 7, "light": 8, "card": "Ours"}')
    memory = Memory(tmp_path)
    assert len(memory.troubles) == 2
    memory.change(camera="0")
    assert memory.troubles == ("What was remembered of the light is none.",)
    assert memory.house == House(camera="0", card="Ours")


def test_a_folder_that_cannot_be_written_is_said_and_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    memory = Memory(tmp_path / "file")
    with pytest.raises(HouseError, match="It holds for this evening"):
        memory.keep(TONIGHT)
    assert memory.house == TONIGHT


def test_a_write_that_breaks_off_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(tmp_path)
    memory.keep(TONIGHT)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(HouseError, match="No space left"):
        memory.change(camera="1")
    assert Memory(tmp_path).house == TONIGHT


def test_without_a_folder_nothing_is_kept() -> None:
    memory = Memory(None)
    memory.change(names=("Ann", "", "", ""))
    assert memory.house.names[Seat.P1] == "Ann"


def test_a_name_is_one_line_of_bearable_length() -> None:
    house, _ = read_house({"names": ["  Ann\n\tMarie ", "\x1b[31mBea", "x" * 300, "\U0001f469\u200d\U0001f4bb"]})
    assert house.names == ("Ann Marie", "[31mBea", "x" * 20, "\U0001f469\U0001f4bb")


def test_the_file_can_be_read_by_a_person(tmp_path: Path) -> None:
    Memory(tmp_path).keep(TONIGHT)
    told = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert told["format"] == "fifthseat house 1"
    assert told["names"] == ["Ann", "Bea", "Carol", "Dorothée"]
