# SPDX-License-Identifier: Apache-2.0
"""Results of a study and metrics of a run, as dicts."""
import json
import pathlib

from .safetensors import FormatError


def read_results(folder):
    """Returns the tables of a folder such as `results`, by name: table1, table2, clrs30, ..."""
    return {file.stem: _json(file) for file in sorted(pathlib.Path(folder).glob("*.json"))}


def _json(file):
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FormatError(f"{file}: {error}") from error


def read_metrics(run):
    """Returns the lines of a run's metrics as dicts; a last line cut off by a crash is left out."""
    file = pathlib.Path(run) / "metrics.jsonl"
    text = file.read_text(encoding="utf-8")
    lines = text[: text.rfind("\n") + 1].splitlines()
    try:
        return [json.loads(line) for line in lines]
    except ValueError as error:
        raise FormatError(f"{file}: {error}") from error


def table(rows, prefix=""):
    """Flattens nested dicts, one per row, into columns: a dict of lists, with None where a row has no value."""
    flat = [dict(_flatten(row, prefix)) for row in rows]
    names = list(dict.fromkeys(name for row in flat for name in row))
    return {name: [row.get(name) for row in flat] for name in names}


def _flatten(value, prefix):
    for name, member in value.items():
        if isinstance(member, dict):
            yield from _flatten(member, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", member
