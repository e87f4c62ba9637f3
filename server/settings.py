"""What one table is run with, read once where the program starts: `fifthseat.toml`, then `FIFTHSEAT_*` variables.

Parts are handed values, never this object.
"""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from engine.naming import clean
from engine.rules.ruleset import PRESETS, RuleSet, preset, ruleset
from server.indicator import read_night
from server.replay.reel import MOST_MIB

FILE = Path("fifthseat.toml")
LONGEST_NAME = 24  # letters of a table's name: what the bar of a page can show


class SettingsError(ValueError):
    """A setting cannot be used. The text names the file and line or the variable, and what may stand there."""


class Settings(BaseSettings):
    """Every setting with its default. `rules` are house rules on top of `ruleset`, written `C-20=plays_on`.

    `name`: what a club calls this one of its tables. `second`: a second camera above the table, beside `camera`.
    `speak`: whom the assistant tells by itself that a hand is dead: nobody before a `challenge`, the `referee`, `all`.
    `call_window_s`: how long the light shows that a discard may be called, 0 without a clock. `night`: when the light
    is dimmed, `22:00-7:00`. `announce`: the network hears the table's name, fifthseat.local. `replay_mib`: what the
    last minutes of pictures may take in memory, 0 for none.
    """

    model_config = SettingsConfigDict(env_prefix="FIFTHSEAT_", extra="forbid", frozen=True, coerce_numbers_to_str=True)

    camera: str | None = None
    second: str | None = None
    table: Path | None = None
    tile_set: Path | None = None
    card: Path | None = None
    ruleset: str = "league"
    rules: Annotated[tuple[str, ...], NoDecode] = ()
    light: str | None = None
    store: str = "fifthseat.db"
    cards: Path = Path("cards")
    host: str = "0.0.0.0"
    port: int = Field(default=8555, ge=0, le=65535)
    name: str = ""
    speak: Literal["challenge", "referee", "all"] = "challenge"
    lan_only: bool = True
    announce: bool = True
    call_window_s: float = Field(default=6.0, ge=0.0, le=120.0)
    night: str = "never"
    replay_mib: int = Field(default=MOST_MIB, ge=0, le=4096)

    @field_validator("name")
    @classmethod
    def _shown(cls, name: str) -> str:
        shown = clean(name)
        if len(shown) > LONGEST_NAME:
            raise ValueError(f"a table's name has at most {LONGEST_NAME} letters")
        return shown

    @field_validator("ruleset")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in PRESETS:
            raise ValueError(f"there is no rule set {name!r}: choose one of {', '.join(PRESETS)}")
        return name

    @field_validator("rules", mode="before")
    @classmethod
    def _apart(cls, rules: object) -> object:
        return tuple(rules.replace(",", " ").split()) if isinstance(rules, str) else rules

    @field_validator("rules")
    @classmethod
    def _sound(cls, rules: tuple[str, ...]) -> tuple[str, ...]:
        ruleset(rules)
        return rules

    @field_validator("night")
    @classmethod
    def _hours(cls, night: str) -> str:
        read_night(night)
        return night

    @property
    def chosen(self) -> RuleSet:
        """The rule set with the house's own rules on top."""
        base = preset(self.ruleset)
        return ruleset(self.rules, "house", base) if self.rules else base

    def second_beside(self, house: str | None) -> str | None:
        """The second camera: the one that the program is started with, else the house's beside the house's first."""
        if self.second is not None:
            return self.second or None
        return house or None if self.camera is None else None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, _File(settings_cls)


class _File(TomlConfigSettingsSource):
    """The file as editors save it: Windows' own begins with a mark of its encoding that is no TOML."""

    def _read_file(self, file_path: Any) -> dict[str, Any]:
        return tomllib.loads(file_path.read_bytes().decode("utf-8-sig"))


def read_settings(file: Path = FILE, **given: Any) -> Settings:
    """The settings: `given` (the command line; None is not given), then variables, then `file` if there is one.

    Raises SettingsError with a sentence for whoever wrote them.
    """

    class FromFile(Settings):
        model_config = SettingsConfigDict(toml_file=file)

    try:
        return FromFile(**{name: value for name, value in given.items() if value is not None})
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            f'{file} cannot be read as settings: {error}. A line looks like this: card = "my.card"'
        ) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise SettingsError(f"{file}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from error
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        raise SettingsError(_sentence(error, file)) from error


def _sentence(error: ValidationError, file: Path) -> str:
    """The first thing that is wrong: where it stands and what it should be."""
    first = error.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0]) if first["loc"] else "settings"
    if first["type"] == "extra_forbidden":
        says = f"there is no such setting; there are {', '.join(Settings.model_fields)}"
    elif first["type"] == "value_error":  # a sentence of ours
        says = str(first["msg"]).removeprefix("Value error, ").rstrip(".")
    else:
        says = f"{first['input']!r} cannot be used: write {_may_be(name)}"
    return f"{_where(name, file)}: {says}."


def _may_be(name: str) -> str:
    """What may stand for a setting."""
    setting = Settings.model_fields[name]
    kinds = get_args(setting.annotation) or (setting.annotation,)
    if all(isinstance(kind, str) for kind in kinds):
        return f"one of {', '.join(str(kind) for kind in kinds)}"
    if bool in kinds:
        return "true or false"
    if int in kinds or float in kinds:
        least, most = (next(getattr(m, end) for m in setting.metadata if hasattr(m, end)) for end in ("ge", "le"))
        return f"a {'whole number' if int in kinds else 'number'} from {least:g} to {most:g}"
    return f'it between quotes, as in {name} = "..."'


def _where(name: str, file: Path) -> str:
    variable = f"FIFTHSEAT_{name.upper()}"
    if variable in os.environ:
        return f"the variable {variable}"
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except OSError:
        lines = []
    for number, line in enumerate(lines, 1):
        if line.partition("=")[0].strip().strip("\"'") == name:
            return f"{file}, line {number}, {name}"
    return name
