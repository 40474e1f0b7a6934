"""DataFrames with text and missing values, as numbers that C4.5 understands."""

import numpy as np

__all__ = ["FrameEncoder", "is_mixed_frame"]


def is_mixed_frame(X):
    """Whether X is a pandas DataFrame with columns that are not numbers."""
    return hasattr(X, "iloc") and hasattr(X, "dtypes") and not all(map(_is_number, X.dtypes))


def _is_number(dtype):
    import pandas as pd

    return pd.api.types.is_numeric_dtype(dtype)


class FrameEncoder:
    """Text and categorical columns become category codes, anything missing becomes NaN.

    The categories are those of the training rows (for a categorical dtype, all it declares). A
    value that is not among them later is missing, and C4.5 sends it down all branches.
    """

    def fit(self, X):
        """Learn the categories of a DataFrame."""
        import pandas as pd

        self.categories_ = {}
        for j, (name, dtype) in enumerate(X.dtypes.items()):
            if _is_number(dtype):
                continue
            if dtype.kind in "mM":
                raise ValueError(
                    f"Column {name!r} holds dates or times; turn them into numbers first."
                )
            self.categories_[j] = pd.Categorical(X.iloc[:, j]).categories
        return self

    def transform(self, X):
        """Return a float64 matrix."""
        if not hasattr(X, "iloc"):
            raise ValueError(
                "The model was fitted to a DataFrame with text or categorical columns; "
                f"it cannot read them from {type(X).__name__}. Give a DataFrame."
            )
        encoded = np.empty(X.shape)
        for j in range(X.shape[1]):
            column = X.iloc[:, j]
            if j in self.categories_:
                codes = self.categories_[j].get_indexer(np.asarray(column, dtype=object))
                encoded[:, j] = np.where(codes < 0, np.nan, codes)
            else:
                encoded[:, j] = column.to_numpy(dtype=np.float64, na_value=np.nan)
        return encoded

    def c45_params(self):
        """Tell C4.5 which columns are nominal, and how many values each may take."""
        return {
            "categorical_features": list(self.categories_),
            "n_categories": {j: len(values) for j, values in self.categories_.items()},
        }
