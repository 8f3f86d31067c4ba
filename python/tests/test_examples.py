"""The examples in the package's own documentation, in the README and in the book."""

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


ROOT = Path(__file__).parents[2]
CHAPTERS = [chapter for chapter in sorted((ROOT / "book/src").glob("*.md")) if "```python\n" in chapter.read_text()]


@pytest.mark.parametrize("document", [ROOT / "README.md", *CHAPTERS], ids=lambda document: document.name)
def test_documents_are_true(document):
    sections = [block.split("```")[0] for block in document.read_text().split("```python\n")[1:]]
    examples = doctest.DocTestParser().get_doctest("".join(sections), {}, document.name, str(document), None)
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.failures == 0


def test_the_book_has_examples():
    assert len(CHAPTERS) >= 4
