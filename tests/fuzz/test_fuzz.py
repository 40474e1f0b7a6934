"""A fixed budget of damaged inputs for every parser; `python tests/fuzz` spends more."""

import contextlib
import importlib.util
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weightboost.errors import WeightboostError
from weightboost.formats import parse_arff
from weightboost.strict_yaml import load_yaml


def _main():
    spec = importlib.util.spec_from_file_location("fuzz", Path(__file__).with_name("__main__.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAIN = _main()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("parser", MAIN.TARGETS)
def test_only_our_own_errors_come_out(parser):
    counts, unexpected = MAIN.fuzz(parser, 150)
    assert unexpected == {}
    # Neither all good nor all bad: the damage is of a size that tests something.
    assert counts["parsed"] > 0
    assert counts["refused"] > 0


def test_an_error_that_is_not_ours_is_found(monkeypatch):
    def careless(random):
        return {}["key"]

    monkeypatch.setitem(MAIN.TARGETS, "careless", careless)
    counts, unexpected = MAIN.fuzz("careless", 3)
    assert [place.partition(" at ")[0] for place in unexpected] == ["KeyError"]
    assert sum(counts.values()) == 0


@settings(max_examples=100, deadline=None)
@given(text=st.text(alphabet=":-{}[]&*!?|>'\"%@#,\n\t ax1.~<=", max_size=60))
def test_any_text_is_a_mapping_or_refused(text, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(text)
    with contextlib.suppress(WeightboostError):
        assert isinstance(load_yaml(path), dict)


@pytest.mark.parametrize("labels", ["{a b" + ",x" * 60 + "}", "{" + "',\"," * 40, "{a, b"])
def test_labels_that_would_take_a_parser_for_ever(labels):
    content = f"@relation r\n@attribute class {labels}\n@data\na\n".encode()
    with pytest.raises(WeightboostError, match="is not valid ARFF"):
        parse_arff(content, "x.arff")


@pytest.mark.parametrize("labels", ["{a,'b c',\"d\"}", "{ <0, 0<=X<200, >=200}", "{a,}"])
@pytest.mark.parametrize("name", ["class", "'the class'"])
def test_labels_that_are_odd_but_right(labels, name):
    content = f"@relation r\n@attribute {name} {labels}\n@attribute x real\n@data\n?,1\n".encode()
    assert parse_arff(content, "x.arff")[1] == ["nominal", "continuous"]
