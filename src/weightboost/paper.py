"""`config/paper.yaml`, checked before any job starts."""

from pathlib import Path

from .config import check
from .errors import ConfigError
from .strict_yaml import load_yaml

__all__ = ["check_paper", "load_paper"]

WHERE = "config/paper.yaml"


def load_paper(root):
    """Read and check the paper's numbers; `root` is the folder of the Snakefile."""
    paper = load_yaml(Path(root, "config", "paper.yaml"))
    check_paper(paper, load_yaml(Path(root, "workflow", "schemas", "paper.schema.yaml")))
    return paper


def check_paper(paper, schema):
    """Raise a ConfigError for the first fault."""
    check(paper, schema, WHERE)
    blocks = {
        "table2.datasets": paper["table2"]["datasets"],
        "table3.categories": paper["table3"]["categories"],
        **{f"table4.noise.{noise}": rows for noise, rows in paper["table4"]["noise"].items()},
    }
    for key, rows in blocks.items():
        wanted = len(paper[key.partition(".")[0]]["algorithms"])
        for name, row in rows.items():
            if len(row) != wanted:
                raise ConfigError(
                    f"{WHERE}: {key}.{name}",
                    f"has {len(row)} numbers for {wanted} algorithms",
                    "Give one each",
                )
