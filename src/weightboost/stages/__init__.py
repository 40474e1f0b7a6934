"""One module per rule of the workflow: `python -m weightboost.stages <stage>`."""
