# SPDX-License-Identifier: Apache-2.0
"""A reader of safetensors files that trusts nothing it reads."""
import json
import os
import struct

import numpy as np

_TYPES = {
    "BOOL": "?", "U8": "u1", "I8": "i1", "U16": "<u2", "I16": "<i2", "U32": "<u4", "I32": "<i4",
    "U64": "<u8", "I64": "<i8", "F16": "<f2", "F32": "<f4", "F64": "<f8",
}
_MOST_HEADER_BYTES = 100_000_000


class FormatError(ValueError):
    """A file is not what it should be; the message names the file and the place."""


def read_safetensors(path):
    """Returns the tensors by name, as arrays, and the metadata by name, as strings."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        start = file.read(8)
        if len(start) < 8:
            raise FormatError(f"{path}: too short for the length of a header")
        (length,) = struct.unpack("<Q", start)
        if length > min(_MOST_HEADER_BYTES, size - 8):
            raise FormatError(f"{path}: a header of {length} bytes does not fit into the file")
        try:
            header = json.loads(file.read(length).decode("utf-8"))
            metadata = header.pop("__metadata__", {})
            entries = {name: _entry(entry) for name, entry in header.items()}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FormatError(f"{path}: the header is damaged: {error}") from error
        body = size - 8 - length
        tensors = {}
        for name, (kind, shape, begin, end) in entries.items():
            count = int(np.prod(shape, dtype=object)) if shape else 1
            if not 0 <= begin <= end <= body or count * kind.itemsize != end - begin:
                raise FormatError(f"{path}: tensor {name} does not fit into the file")
            file.seek(8 + length + begin)
            data = file.read(end - begin)
            if len(data) != end - begin:
                raise FormatError(f"{path}: tensor {name} ends before its last byte")
            tensors[name] = np.frombuffer(data, kind).reshape(shape)
    return tensors, metadata


def _entry(entry):
    begin, end = entry["data_offsets"]
    shape = [int(extent) for extent in entry["shape"]]
    if any(extent < 0 for extent in shape):
        raise ValueError(f"a shape of {shape}")
    return np.dtype(_TYPES[entry["dtype"]]), shape, int(begin), int(end)
