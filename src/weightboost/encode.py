"""Encoding and imputation, fitted on the training part of a fold only."""

import numpy as np

__all__ = ["FoldEncoder"]


class FoldEncoder:
    """Ordinal codes for nominal columns and, on request, imputed missing values.

    Both steps are scikit-learn's: `OrdinalEncoder`, whose unseen labels become missing, and
    `SimpleImputer` (mean for continuous columns, most frequent for nominal ones).

    Parameters
    ----------
    nominal : array of bool
        Which columns are nominal.
    impute : bool
        Whether missing values are filled in; C4.5 can take them as they are.

    Attributes
    ----------
    n_categories_ : list of int or None
        Number of codes of each nominal column.
    """

    def __init__(self, nominal, impute=False):
        self.nominal = np.asarray(nominal, dtype=bool)
        self.impute = impute

    def fit(self, X):
        """Learn labels and fill-in values from the training rows `X`."""
        self._encoder = self._fill_nominal = self._fill_continuous = None
        self.n_categories_ = [None] * X.shape[1]
        codes = X[:, self.nominal]
        if codes.shape[1]:
            from sklearn.preprocessing import OrdinalEncoder

            self._encoder = OrdinalEncoder(
                handle_unknown="use_encoded_value", unknown_value=np.nan
            ).fit(codes)
            for j, labels in zip(
                np.flatnonzero(self.nominal), self._encoder.categories_, strict=True
            ):
                # A column without a label gets one code, which imputation fills in.
                self.n_categories_[j] = max(1, int(np.sum(~np.isnan(labels))))
            codes = self._encoder.transform(codes)
        if self.impute:
            from sklearn.impute import SimpleImputer

            self._fill_nominal = self._fitted(SimpleImputer(strategy="most_frequent"), codes)
            self._fill_continuous = self._fitted(SimpleImputer(), X[:, ~self.nominal])
        return self

    def transform(self, X):
        """Return an encoded copy of `X`."""
        X = np.array(X, dtype=float)
        if self._encoder is not None:
            X[:, self.nominal] = self._encoder.transform(X[:, self.nominal])
        for columns, imputer in (
            (self.nominal, self._fill_nominal),
            (~self.nominal, self._fill_continuous),
        ):
            if imputer is not None:
                X[:, columns] = imputer.transform(X[:, columns])
        return X

    @staticmethod
    def _fitted(imputer, columns):
        if not columns.shape[1]:
            return None
        # A column that is missing throughout a training part keeps its place.
        return imputer.set_params(keep_empty_features=True).fit(columns)
