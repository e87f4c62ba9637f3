"""The folder of typed cards."""

from pathlib import Path

import pytest

from server.cards import practice_card_text
from server.shelf import PRACTICE, Shelf, ShelfError, is_plain_name


def test_the_practice_card_is_always_there(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "none yet")
    assert shelf.names() == (PRACTICE,)
    assert shelf.read(PRACTICE) == practice_card_text()
    assert shelf.tonight() == PRACTICE
    with pytest.raises(ShelfError, match="another name"):
        shelf.save(PRACTICE, "x")


def test_a_saved_card_is_read_back_and_its_former_text_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save("Ours 2026", "één\n")
    shelf.save("Ours 2026", "zwei\n")
    assert shelf.read("Ours 2026") == "zwei\n"
    assert (tmp_path / "Ours 2026.card.before").read_text(encoding="utf-8") == "één\n"
    assert shelf.names() == (PRACTICE, "Ours 2026")


def test_tonights_card_outlives_a_restart_and_its_loss(tmp_path: Path) -> None:
    Shelf(tmp_path).save("Ours", "x")
    Shelf(tmp_path).choose("Ours")
    assert Shelf(tmp_path).tonight() == "Ours"
    (tmp_path / "Ours.card").unlink()
    assert Shelf(tmp_path).tonight() == PRACTICE
    with pytest.raises(ShelfError, match="save it first"):
        Shelf(tmp_path).choose("Ours")


def test_a_card_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "Bad.card").write_bytes(b"\xff\xfe")
    with pytest.raises(ShelfError, match="UTF-8"):
        Shelf(tmp_path).read("Bad")
    with pytest.raises(ShelfError, match="cannot be read"):
        Shelf(tmp_path).read("Gone")


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "a\\b", ".x", "x.", "x ", "a\nb", "a\x00b", "x" * 61, "a:b"]
)
def test_a_name_that_is_no_plain_file_name(name: str) -> None:
    assert not is_plain_name(name)


@pytest.mark.parametrize("name", ["2026", "Our card", "Tía Ana's (3)", "a-b_c.d"])
def test_a_plain_name(name: str) -> None:
    assert is_plain_name(name)


def test_the_table_starts_with_the_card_chosen_for_tonight(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    assert shelf.load_tonight()[0].name == "Stepping Stones (practice card)"
    assert shelf.tonights_file() is None
    shelf.save("Ours", "card: Our own\n1. FF 1111a 2222b 3333c X 25")
    shelf.choose("Ours")
    card, trouble = Shelf(tmp_path).load_tonight()
    assert (card.name, trouble) == ("Our own", "")
    assert Shelf(tmp_path).tonights_file() == tmp_path / "Ours.card"


def test_a_card_for_tonight_that_has_mistakes_is_told_and_the_practice_card_played(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save("Ours", "1. FF 1111a 2222b 333c X 25")
    shelf.choose("Ours")
    card, trouble = shelf.load_tonight()
    assert card.name == "Stepping Stones (practice card)"
    assert "Ours, has a mistake in line 1: this makes 13 tiles" in trouble
    assert "begins with the practice card" in trouble


def test_a_card_that_the_program_was_started_with_is_tonights_until_another_is_chosen(tmp_path: Path) -> None:
    given = tmp_path / "elsewhere" / "club 2026.card"
    given.parent.mkdir()
    given.write_text("card: The club's\n1. FF 1111a 2222b 3333c X 25\n")
    shelf = Shelf(tmp_path / "cards", given)
    shelf.save("Ours", "card: Our own\n1. FF 1111a 2222b 3333c X 25")
    assert shelf.names() == ("club 2026.card", "Stepping Stones (practice card)", "Ours")
    assert shelf.tonight() == "club 2026.card"
    assert shelf.tonights_file() == given
    assert shelf.load_tonight()[0].name == "The club's"
    shelf.choose("club 2026.card")
    assert shelf.tonight() == "club 2026.card"
    assert Shelf(tmp_path / "cards").tonight() == "Stepping Stones (practice card)"
    shelf.choose("Ours")
    assert (shelf.tonight(), shelf.names()) == ("Ours", ("Stepping Stones (practice card)", "Ours"))


def test_a_card_given_out_of_the_folder_itself_is_listed_once(tmp_path: Path) -> None:
    Shelf(tmp_path).save("Ours", "card: Our own\n1. FF 1111a 2222b 3333c X 25")
    shelf = Shelf(tmp_path, tmp_path / "Ours.card")
    assert shelf.names() == ("Stepping Stones (practice card)", "Ours")
    assert shelf.tonight() == "Ours"


def test_a_card_is_renamed_and_stays_tonights(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save("Ours", "x")
    shelf.save("Others", "y")
    shelf.choose("Ours")
    shelf.rename("Ours", "Ours 2026")
    assert (shelf.names(), shelf.read("Ours 2026")) == ((PRACTICE, "Others", "Ours 2026"), "x")
    assert Shelf(tmp_path).tonight() == "Ours 2026"
    for taken in ("Others", PRACTICE):
        with pytest.raises(ShelfError, match="already"):
            shelf.rename("Ours 2026", taken)
    with pytest.raises(ShelfError, match="letters"):
        shelf.rename("Ours 2026", "../x")
    assert shelf.read("Others") == "y"


def test_a_deleted_card_comes_back(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save("Ours", "x")
    shelf.delete("Ours")
    assert shelf.names() == (PRACTICE,)
    assert Shelf(tmp_path).is_gone("Ours")
    shelf.restore("Ours")
    assert shelf.read("Ours") == "x"
    with pytest.raises(ShelfError, match="no deleted card"):
        shelf.restore("Ours")


def test_tonights_card_and_those_of_others_are_not_deleted(tmp_path: Path) -> None:
    given = tmp_path / "club.card"
    given.write_text("x")
    shelf = Shelf(tmp_path / "cards", given)
    for name in (PRACTICE, "club.card", "None", "../x"):
        with pytest.raises(ShelfError, match="no card of yours"):
            shelf.delete(name)
    shelf.save("Ours", "x")
    shelf.choose("Ours")
    with pytest.raises(ShelfError, match="tonight"):
        shelf.delete("Ours")


def test_a_deleted_card_does_not_come_back_over_another_of_its_name(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.save("Ours", "x")
    shelf.delete("Ours")
    shelf.save("Ours", "y")
    with pytest.raises(ShelfError, match="by now"):
        shelf.restore("Ours")
    assert shelf.read("Ours") == "y"


def test_the_practice_card_is_called_as_it_calls_itself(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "cards")
    assert shelf.load_tonight()[0].name == PRACTICE
    shelf.save("Ours", practice_card_text())
    shelf.choose("Ours")
    shelf.choose("Practice card")  # a choice kept by what it was called once
    assert shelf.tonight() == PRACTICE
    assert shelf.has("Practice card")
    with pytest.raises(ShelfError):
        shelf.save("Practice card", practice_card_text())


@pytest.mark.parametrize("name", ["CON", "aux", "Nul.2026", "com1", "LPT9 .x", "COM\u00b2"])
def test_a_name_that_windows_keeps_is_refused_with_a_way_out(tmp_path: Path, name: str) -> None:
    shelf = Shelf(tmp_path)
    shelf.save("Ours", "x")
    for keep in (lambda: shelf.save(name, "x"), lambda: shelf.rename("Ours", name)):
        with pytest.raises(ShelfError, match=f"Windows keeps the name {name} for itself"):
            keep()
    assert [path.name for path in tmp_path.iterdir()] == ["Ours.card"]
    shelf.save(f"Our {name}", "x")


def test_a_card_that_lies_here_under_such_a_name_already_can_be_played_and_renamed(tmp_path: Path) -> None:
    (tmp_path / "Aux.card").write_text("x")
    shelf = Shelf(tmp_path)
    assert (shelf.names(), shelf.read("Aux")) == ((PRACTICE, "Aux"), "x")
    shelf.rename("Aux", "Auxiliary")
    assert shelf.names() == (PRACTICE, "Auxiliary")


def test_a_card_stays_whole_where_a_new_one_finds_no_room(tmp_path: Path, full_disk: None) -> None:
    for name, text in (("Ours.card", "as it was"), ("tonight.txt", "Ours\n")):
        (tmp_path / name).write_text(text)
    shelf = Shelf(tmp_path)
    for keep in (lambda: shelf.save("Ours", "new"), lambda: shelf.choose(PRACTICE)):
        with pytest.raises(ShelfError, match="No space left on device"):
            keep()
    assert (shelf.read("Ours"), Shelf(tmp_path).tonight(), len(list(tmp_path.iterdir()))) == ("as it was", "Ours", 2)
