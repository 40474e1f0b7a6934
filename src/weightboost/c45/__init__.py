"""C4.5, Release 8: Quinlan's trees, grown from attributes that are sorted once."""

from ._estimator import C45Classifier
from ._forest import Forest
from ._presort import Presorted
from ._tree import Tree

__all__ = ["C45Classifier", "Forest", "Presorted", "Tree", "warm_up"]


def warm_up():
    """Compile, or load from the cache, all that fitting and predicting will run."""
    import numpy as np
    import scipy.sparse as sp

    rng = np.random.default_rng(0)
    X = rng.integers(0, 4, (40, 3)).astype(float)
    y = rng.integers(0, 2, 40)
    with_missing = X.copy()
    with_missing[0, 0] = np.nan
    for matrix in (X, sp.csr_matrix(X), with_missing):
        model = C45Classifier(categorical_features=[2]).fit(matrix, y)
        model.predict(matrix)
        Forest([model.tree_], 3, model._encoder).predict_codes(matrix)
