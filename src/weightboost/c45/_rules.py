"""Rules from a tree, in the manner of C4.5rules.

Every leaf is a rule. Conditions are dropped, the least useful first, while the pessimistic
error rate of the rule does not rise; duplicates go; what no rule covers gets a default class.
C4.5rules goes on to choose a subset of the rules by description length, which is not done.
"""

from dataclasses import dataclass

import numpy as np

from ._layout import LEAF
from ._stats import extra_errors


@dataclass(frozen=True)
class Rule:
    """If all conditions hold, the class is `code`.

    Attributes
    ----------
    conditions : tuple of (feature, threshold, branch)
        As in the tests of `Tree`: branch 0 or 1 of a threshold, a code where it is NaN.
    code : int
        Index into the classes.
    weight, errors : float
        Weight of the training cases covered, and of those of another class.
    error_rate : float
        Pessimistic estimate.
    """

    conditions: tuple
    code: int
    weight: float
    errors: float
    error_rate: float


class RuleSet:
    """An ordered list of rules with a default class.

    The rules are tried from the one with the smallest estimated error rate on; the first
    whose conditions all hold decides. A condition on a missing value does not hold.

    Parameters
    ----------
    rules : list of Rule
    default_code : int
    classes : array
    names : Names
    transform : callable
        From X to single-precision values.
    """

    def __init__(self, rules, default_code, classes, names, transform):
        self.rules, self.default_code = rules, default_code
        self.classes_, self._names, self._transform = classes, names, transform

    def predict(self, X):
        """Class of each row."""
        values = _dense(self._transform(X))
        codes = np.full(len(values), self.default_code)
        free = np.ones(len(values), bool)
        for rule in self.rules:
            covered = free & _covered(rule.conditions, values)
            codes[covered] = rule.code
            free &= ~covered
        return self.classes_[codes]

    def __len__(self):
        return len(self.rules)

    def __str__(self):
        blocks = []
        for number, rule in enumerate(self.rules, 1):
            conditions = "\n".join(f"    {self._names.condition(*c)}" for c in rule.conditions)
            accuracy = 100 * (1 - rule.error_rate)
            blocks.append(
                f"Rule {number}:\n{conditions}\n"
                f"    ->  class {self.classes_[rule.code]}  [{accuracy:.1f}%]\n"
            )
        return "\n".join([*blocks, f"Default class: {self.classes_[self.default_code]}\n"])


def extract_rules(tree, values, codes, weights, limits, classes, names, transform):
    """Rules of `tree`, simplified on the rows it was grown from.

    `limits` are the confidence factor and its coefficient.
    """
    values = _dense(values)
    rules = {}
    for conditions, code in _leaf_conditions(tree):
        rule = _simplified(conditions, code, values, codes, weights, limits)
        if rule.conditions:
            key = (frozenset(_key(c) for c in rule.conditions), rule.code)
            rules.setdefault(key, rule)
    ordered = sorted(rules.values(), key=lambda rule: rule.error_rate)
    uncovered = np.ones(len(values), bool)
    for rule in ordered:
        uncovered &= ~_covered(rule.conditions, values)
    n_classes = tree.value.shape[1]
    left = np.bincount(codes[uncovered], weights[uncovered], minlength=n_classes)
    default = left.argmax() if left.any() else tree.value[0].argmax()
    return RuleSet(ordered, int(default), classes, names, transform)


def _leaf_conditions(tree):
    """Conditions on the way to each leaf that cases reached, and its class code."""
    pending = [(0, ())]
    while pending:
        node, path = pending.pop()
        if tree.feature[node] != LEAF:
            test = (int(tree.feature[node]), float(tree.threshold[node]))
            children = tree.children(node)
            pending += [(child, (*path, (*test, b))) for b, child in enumerate(children)][::-1]
        elif tree.weight[node] > 0:
            yield path, int(tree.label[node])


def _simplified(conditions, code, values, codes, weights, limits):
    wrong = codes != code
    holds = [_holds(condition, values) for condition in conditions]
    rate, weight, errors = _rate(holds, wrong, weights, limits)
    while conditions:
        trials = [
            _rate(holds[:i] + holds[i + 1 :], wrong, weights, limits)
            for i in range(len(conditions))
        ]
        best = min(range(len(trials)), key=lambda i: trials[i][0])
        if trials[best][0] > rate:
            break
        rate, weight, errors = trials[best]
        conditions = conditions[:best] + conditions[best + 1 :]
        del holds[best]
    return Rule(conditions, code, weight, errors, rate)


def _rate(holds, wrong, weights, limits):
    covered = np.logical_and.reduce(holds) if holds else np.ones(len(wrong), bool)
    weight = float(weights[covered].sum())
    errors = float(weights[covered & wrong].sum())
    if weight == 0:
        return 1.0, 0.0, 0.0
    return (errors + float(extra_errors(weight, errors, *limits))) / weight, weight, errors


def _covered(conditions, values):
    return np.logical_and.reduce([_holds(condition, values) for condition in conditions])


def _holds(condition, values):
    feature, threshold, branch = condition
    column = values[:, feature]
    if np.isnan(threshold):
        return column == branch
    below = column <= np.float32(threshold)
    return below if branch == 0 else (~below & ~np.isnan(column))


def _key(condition):
    feature, threshold, branch = condition
    return feature, None if np.isnan(threshold) else threshold, branch


def _dense(values):
    return values if isinstance(values, np.ndarray) else values.toarray()
