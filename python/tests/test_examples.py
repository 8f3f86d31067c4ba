"""The examples in the package's own documentation and in the README."""

import doctest
from pathlib import Path

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


def test_the_readme_is_true():
    readme = Path(__file__).parents[2] / "README.md"
    sections = "".join(section.split("```")[0] for section in readme.read_text().split("```python\n")[1:])
    examples = doctest.DocTestParser().get_doctest(sections, {}, "README", str(readme), None)
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.failures == 0
