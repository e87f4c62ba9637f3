"""Settings: file, variables, command line, and sentences for what is wrong."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli import app
from server.settings import Settings, SettingsError, read_settings


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"FIFTHSEAT_{name.upper()}", raising=False)


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "fifthseat.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_without_a_file_all_has_a_default(tmp_path: Path) -> None:
    settings = read_settings(tmp_path / "none.toml")
    assert (settings.port, settings.ruleset, settings.chosen.differences) == (8555, "league", ())


def test_the_command_line_goes_before_variables_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, 'port = 1111\nlight = "serial:///dev/ttyUSB0"\ncamera = "0"\n')
    monkeypatch.setenv("FIFTHSEAT_PORT", "2222")
    monkeypatch.setenv("FIFTHSEAT_CAMERA", "1")
    settings = read_settings(file, camera="2", port=None)
    assert (settings.light, settings.port, settings.camera) == ("serial:///dev/ttyUSB0", 2222, "2")


def test_house_rules_stand_on_a_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, 'ruleset = "press"\nrules = ["C-20=plays_on", "C-11=on"]\n')
    chosen = read_settings(file).chosen
    assert (chosen.of("C-20"), chosen.of("C-11"), chosen.of("C-30")) == ("plays_on", "on", "year_only")
    monkeypatch.setenv("FIFTHSEAT_RULES", "C-20=plays_on, C-04=first_only")
    assert read_settings(tmp_path / "none.toml").rules == ("C-20=plays_on", "C-04=first_only")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('port = 8000\nruleset = "nmjl"', "line 2, ruleset: there is no rule set 'nmjl'"),
        ("\n\nport = 99999", "line 3, port: 99999 cannot be used: write a whole number from 0 to 65535."),
        ("call_window_s = -3", "line 1, call_window_s: -3 cannot be used: write a number from 0 to 120."),
        ('announce = "perhaps"', "line 1, announce: 'perhaps' cannot be used: write true or false."),
        ("light = true", 'line 1, light: True cannot be used: write it between quotes, as in light = "..."'),
        ("prot = 1", "line 1, prot: there is no such setting; there are camera"),
        ("port =", "cannot be read as settings"),
        ('rules = ["C-99=x"]', "line 1, rules: 'C-99' is not an option"),
        ('speak = "loudly"', "line 1, speak: 'loudly' cannot be used: write one of challenge, referee, all."),
        ("[table]\nx = 1", "table"),
        (f'name = "{"x" * 25}"', "line 1, name: a table's name has at most 24 letters."),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError) as told:
        read_settings(written(tmp_path, text))
    assert says in str(told.value)
    assert "\n" not in str(told.value)


def test_a_camera_is_a_number_with_quotes_or_without(tmp_path: Path) -> None:
    assert read_settings(written(tmp_path, "camera = 0")).camera == "0"


def test_of_a_tables_name_what_can_be_shown_is_kept(tmp_path: Path) -> None:
    assert read_settings(written(tmp_path, 'name = " Table\\u202e \\u0007 2 "')).name == "Table 2"


def test_a_wrong_variable_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIFTHSEAT_PORT", "x")
    with pytest.raises(SettingsError, match="the variable FIFTHSEAT_PORT"):
        read_settings(tmp_path / "none.toml")


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / "fifthseat.toml"
    file.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(SettingsError, match="UTF-8"):
        read_settings(file)


def test_a_file_saved_by_windows_own_editor_is_read(tmp_path: Path) -> None:
    file = tmp_path / "fifthseat.toml"
    file.write_bytes(b'\xef\xbb\xbfport = 1111\r\nlight = "sim://"\r\n')
    assert read_settings(file).port == 1111
    file.write_bytes(b"\xef\xbb\xbfport = 99999\r\n")
    with pytest.raises(SettingsError, match="line 1, port"):
        read_settings(file)


@pytest.mark.parametrize("speed", ["nan", "inf", "0", "-1"])
def test_a_speed_that_no_demo_has_is_answered_without_an_address_that_nobody_typed(speed: str) -> None:
    done = CliRunner().invoke(app, ["demo", "--port", "0", "--speed", speed])
    assert done.exit_code == 2
    assert done.stderr == "speed goes from 0.05 to 50\n"
