"""The examples in the package's own documentation."""

import doctest

import pytest

import foregone
from foregone import _foregone

CLASSES = [_foregone.ContourBoard, _foregone.HexBoard, _foregone.PerfectBoard, _foregone.DotsBoard, _foregone.Polynomial]


@pytest.mark.parametrize("documented", [foregone, *CLASSES], ids=lambda documented: documented.__name__)
def test_examples_are_true(documented):
    examples = doctest.DocTestParser().get_doctest(documented.__doc__, {}, documented.__name__, None, None)
    assert examples.examples
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert runner.failures == 0
