"""Photographs of cards that are printed here, in a font that nothing was learned from, read back."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from jsonschema import Draft202012Validator
from PIL import ExifTags, Image as Pillow
from typer.testing import CliRunner

from engine.card import draft_card
from server import cli_card
from server.card_photo import crop
from tests.bench.card_photos import Rate, distance, rate
from tests.bench.card_prints import LAYOUTS, PrintedLine, line, photographed, printed
from tests.once import once
from vision.arrays import Image
from vision.cards.alphabet import BLANK, SIGNS, sign_of
from vision.cards.grammar import row_of
from vision.cards.inks import BLACK, Ink, Palette
from vision.cards.letters import texts
from vision.cards.photograph import CardReader, ReadRow
from vision.picture.photo import load_photo


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


@dataclass(frozen=True, slots=True)
class Card:
    """One that was printed and photographed; `rows` is what was read of it as it was taken."""

    lines: Sequence[PrintedLine]
    photograph: Image
    rows: list[ReadRow]


@pytest.fixture(scope="module")
def card(reader: CardReader) -> Card:
    sheet, lines = printed(LAYOUTS[1], None, 41)
    photograph = photographed(sheet, 42)
    return Card(lines, photograph, reader.read(photograph))


def test_a_photographed_card_is_proposed_line_by_line(card: Card) -> None:
    lines = card.lines
    found = rate([made.text for made in lines], card.rows)
    assert found.lines == len(lines) > 20
    assert found.right >= 0.9 * found.lines
    assert found.silent == 0
    assert found.missed == 0


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_card_may_be_photographed_whichever_way_up(reader: CardReader, card: Card, turns: int) -> None:
    image = np.ascontiguousarray(np.rot90(card.photograph, turns))
    rows = reader.read(image)
    found = rate([made.text for made in card.lines], rows)
    assert found.right >= 0.9 * found.lines
    assert (found.silent, found.missed) == (0, 0)
    hands = [row for row in rows if row.kind == "hand"]
    assert all((row.quad >= -20).all() and (row.quad <= np.array(image.shape[1::-1]) + 20).all() for row in hands)
    pictures = [base64.b64decode(crop(image, row).partition(",")[2]) for row in hands[:5]]
    shapes = [np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)).shape for data in pictures]
    assert all(wide > 6 * tall for tall, wide, _ in shapes)


def test_a_photograph_is_turned_as_its_camera_says(reader: CardReader, card: Card, tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[ExifTags.Base.Orientation] = 6
    lying = np.rot90(card.photograph[:, :, ::-1])
    Pillow.fromarray(np.ascontiguousarray(lying)).save(tmp_path / "card.jpg", exif=exif, quality=92)
    found = rate([made.text for made in card.lines], reader.read(load_photo(tmp_path / "card.jpg")))
    assert found.right >= 0.9 * found.lines


def test_words_are_told_of_and_never_guessed(card: Card) -> None:
    words = [row for row in card.rows if row.words]
    assert len(words) >= sum(1 for made in card.lines if made.remark)
    assert all(row.text == "" for row in card.rows if row.kind != "hand")


def test_lines_are_read_in_their_order_column_by_column(reader: CardReader) -> None:
    sheet, lines = printed(LAYOUTS[2], None, 55)
    rows = [row for row in reader.read(photographed(sheet, 56)) if row.kind == "hand"]
    places = {made.text: at for at, made in enumerate(lines)}
    met = [places[row.text] for row in rows if row.text in places]
    assert len(met) > 0.8 * len(lines)
    assert met == sorted(met)
    assert len({row.column for row in rows}) == 4


@pytest.mark.parametrize("shade", [0, 127, 255])
def test_a_picture_without_print_has_no_lines(reader: CardReader, shade: int) -> None:
    assert reader.read(np.full((600, 800, 3), shade, np.uint8)) == []


def test_noise_is_no_card(reader: CardReader) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (500, 700, 3)).astype(np.uint8)
    assert all(row.doubts for row in reader.read(noise))


def test_a_tiny_picture_is_no_trouble(reader: CardReader) -> None:
    assert reader.read(np.zeros((1, 1, 3), np.uint8)) == []


def test_every_line_of_the_generator_has_fourteen_tiles() -> None:
    chance = np.random.default_rng(7)
    for made in (line(chance) for _ in range(200)):
        assert all(sum(len(text) for text, _ in form) == 14 for form in made.forms)


@pytest.mark.parametrize(
    ("signs", "forms", "number", "value", "words"),
    [
        ("222 444 66 888 DDD X 25", ["222 444 66 888 DDD"], None, 25, False),
        ("3. 222 444 66 888 DDD C30", ["222 444 66 888 DDD"], 3, 30, False),
        ("3 222 444 66 888 DDD X 25", ["222 444 66 888 DDD"], 3, 25, False),
        ("FF 2222 + 4444 = 6666 X 25", ["FF 2222 4444 6666"], None, 25, False),
        ("FF 2222 4444 6666 (### 3 S####) X 25", ["FF 2222 4444 6666"], None, 25, True),
        ("FF 2222 4444 6666 -##- FF 1111 3333 5555 X 25", ["FF 2222 4444 6666", "FF 1111 3333 5555"], None, 25, False),
        ("S###### ### ##### 2468", ["2468"], None, None, True),
    ],
)
def test_what_a_row_says(signs: str, forms: list[str], number: int | None, value: int | None, words: bool) -> None:
    row = row_of(signs)
    assert [" ".join(group.text for group in form) for form in row.forms] == forms
    assert (row.number, row.value, bool(row.words)) == (number, value, words)


def test_all_ways_to_the_same_text_count_together() -> None:
    # Two steps, each 0.6 a "2" and 0.4 between letters: "2" in three ways, 0.36 + 0.24 + 0.24; nothing in one, 0.16.
    logs = np.full((2, BLANK + 1), -30.0, np.float32)
    logs[:, SIGNS.index("2")], logs[:, BLANK] = np.log(0.6), np.log(0.4)
    found = {text.signs: np.exp(text.log) for text in texts(logs)}
    assert found["2"] == pytest.approx(0.84, abs=1e-3)
    assert found[""] == pytest.approx(0.16, abs=1e-3)


def test_like_letters_need_something_between_them() -> None:
    logs = np.full((3, BLANK + 1), -30.0, np.float32)
    two = SIGNS.index("2")
    logs[[0, 2], two], logs[1, BLANK] = -0.01, -0.01
    assert texts(logs)[0].signs == "22"
    logs[1, BLANK], logs[1, two] = -30.0, -0.01
    assert texts(logs)[0].signs == "2"


def test_inks_are_told_apart_on_the_card_itself() -> None:
    reds, blues = [Ink(0.1 * k, 0.7) for k in (-1, 0, 1)], [Ink(-2.3 + 0.1 * k, 0.6) for k in (-1, 0, 1)]
    palette = Palette.of([*reds, *blues])
    assert len(palette.angles) == 2
    assert len({palette.number(ink) for ink in reds}) == 1
    assert palette.number(reds[0])[0] != palette.number(blues[0])[0]
    assert palette.number(Ink(1.0, 0.02)) == (BLACK, True)
    assert palette.number(Ink(-1.1, 0.6))[1] is False  # between the two


def test_letters_that_no_tile_has_are_one_to_the_network() -> None:
    assert "".join(map(sign_of, "Any 2—[Suits].")) == "### 2-(S####)."


def test_the_measure_counts_what_is_wrong_and_not_marked() -> None:
    def row(text: str, *doubts: str) -> ReadRow:
        return ReadRow(text, "hand", doubts, False, 0, np.zeros((4, 2)))

    truth = [PrintedLine(((("22", 0), ("F", -1)),), "X 25", "").text, "33a   X 30", "44a   X 35"]
    found = rate(truth, [row(truth[0]), row("33b   X 30"), row("44b   X 35", "a colour is not clear")])
    assert found == Rate(3, 1, 1, 1, 0, sum(map(len, truth)), 2)
    assert distance("abc", "axcd") == 2
    assert rate(["33a   X 30"], []) == Rate(1, 0, 0, 0, 1, 10, 10)


def test_the_command_proposes_lines_and_says_which_are_doubtful(
    card: Card, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CardReader, "read", once(CardReader.read, CardReader))
    path = tmp_path / "card.jpg"
    cv2.imwrite(str(path), card.photograph)
    app = typer.Typer()
    cli_card.mount(app)
    told = CliRunner().invoke(app, ["card", "read", str(path), "--json"])
    assert told.exit_code in (0, 1)
    rows = [json.loads(row) for row in told.stdout.splitlines()]
    schema = json.loads((Path(__file__).parents[2] / "docs" / "card-read.schema.json").read_text(encoding="utf-8"))
    for row in rows:
        Draft202012Validator(schema).validate(row)
    hands = [row for row in rows if row["kind"] == "hand"]
    assert told.exit_code == int(any(row["doubts"] for row in hands))
    assert len(hands) == len(card.lines)
    text = CliRunner().invoke(app, ["card", "read", str(path)]).stdout
    draft, _ = draft_card(f"year: 2030\n{text}")
    assert len(draft.lines) > 0.9 * len(card.lines)
    broken = tmp_path / "none.jpg"
    broken.write_bytes(b"no picture")
    failed = CliRunner().invoke(app, ["card", "read", str(broken)])
    assert failed.exit_code == 2
    assert "none.jpg" in failed.stderr
