"""Errors whose message is one line: where, what is wrong, what to do."""

__all__ = ["ConfigError", "DataError", "DownloadError", "WeightboostError"]


class WeightboostError(Exception):
    """Base of every error that a user can cause and mend.

    Parameters
    ----------
    where : str or path-like
        File, configuration key or dataset that is at fault.
    problem : str
        What is wrong with it.
    remedy : str
        What to do, if possible the command to type.
    """

    def __init__(self, where, problem, remedy):
        self.where, self.problem, self.remedy = str(where), problem, remedy
        super().__init__(str(where), problem, remedy)

    def __str__(self):
        return " ".join(f"{self.where}: {self.problem}. {self.remedy}.".split())


class ConfigError(WeightboostError):
    """A key of the configuration or of the catalogue is wrong."""


class DownloadError(WeightboostError):
    """A file could not be had from a source."""


class DataError(WeightboostError):
    """A file was had, but does not hold what the catalogue says."""
