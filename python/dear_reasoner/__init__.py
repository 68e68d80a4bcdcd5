# SPDX-License-Identifier: Apache-2.0
"""Reads what DEAR writes (datasets, models, runs, results) and computes its answers in numpy."""
from .datasets import Feature, Instance, read_dataset, to_data
from .models import Model, load_model
from .results import read_metrics, read_results, table
from .safetensors import FormatError, read_safetensors

__all__ = [
    "Feature",
    "FormatError",
    "Instance",
    "Model",
    "load_model",
    "read_dataset",
    "read_metrics",
    "read_results",
    "read_safetensors",
    "table",
    "to_data",
]
