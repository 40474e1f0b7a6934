"""C4.5 in plain Python, slow and obvious: what the fast builder is compared with.

Follows the description of Release 8 one case at a time, for data without missing values. Class
weights are exact sums, information is rounded to single precision where Quinlan's program
rounds it.
"""

import itertools
import math

import numpy as np

EPSILON = 1e-3


def single(x):
    return float(np.float32(x))


def log2(x):
    return math.log(x) / 0.69314718055994530942 if x > 0 else 0.0


def information(counts):
    inner = total = 0.0
    for n in counts:
        n = single(n)
        inner = single(inner + n * log2(n))
        total = single(total + n)
    return single(total * log2(total) - inner)


class Node:
    def __init__(self, counts, label):
        self.counts, self.label = counts, label
        self.feature = self.threshold = None
        self.children = []

    def size(self):
        return 1 + sum(child.size() for child in self.children)


class Reference:
    """Same parameters as the estimator; X holds codes in nominal columns."""

    def __init__(
        self, confidence_factor=0.25, min_weight_leaf=2.0, max_depth=None, prune=True,
        subtree_raising=True, n_values=None,
    ):  # fmt: skip
        self.cf, self.min_weight = confidence_factor, min_weight_leaf
        self.max_depth = math.inf if max_depth is None else max_depth
        self.prune, self.raising, self.n_values = prune, subtree_raising, n_values

    def fit(self, X, y, weights, n_classes):
        self.X = [[single(v) for v in row] for row in X]
        self.y, self.w, self.k = list(y), [float(w) for w in weights], n_classes
        self.n_values = self.n_values or [0] * len(self.X[0])
        rows = [i for i, w in enumerate(self.w) if w > 0]
        self.values = [sorted({self.X[i][f] for i in rows}) for f in range(len(self.n_values))]
        total = sum(self.w)
        self.counted = [n < 0.3 * total for n in self.n_values]
        if not any(self.counted):
            self.counted = [True] * len(self.n_values)
        self.root = self.grow(rows, frozenset(), 0, 0)
        if self.prune:
            self.estimate(self.root, rows, update=True)
        return self

    def counts(self, rows):
        counts = [0.0] * self.k
        for i in rows:
            counts[self.y[i]] += self.w[i]
        return counts

    # Growing

    def grow(self, rows, tested, parent_label, depth):
        counts = self.counts(rows)
        total = sum(counts)
        label = counts.index(max(counts)) if rows else parent_label
        node = Node(counts, label)
        if max(counts) == total or total < 2 * self.min_weight or depth >= self.max_depth:
            return node
        tests = {}
        for f, n in enumerate(self.n_values):
            if n and f in tested:
                continue
            test = self.nominal_test(f, rows) if n else self.threshold_test(f, rows)
            if test is not None:
                tests[f] = test
        feature = self.best_feature(tests)
        if feature is None:
            return node
        node.feature, node.threshold = feature, tests[feature][2]
        node.children = [
            self.grow(part, tested | {feature}, label, depth + 1) for part in self.parts(node, rows)
        ]
        if self.tree_errors(node) >= total - max(counts) - EPSILON:
            node.children, node.feature = [], None
        return node

    def tree_errors(self, node):
        if node.children:
            return sum(self.tree_errors(child) for child in node.children)
        return sum(node.counts) - max(node.counts)

    def best_feature(self, tests):
        average = 0.0
        counted = [gain for f, (gain, _, _) in tests.items() if self.counted[f]]
        for gain in counted:
            average = single(average + gain)
        average = single(average / len(counted)) if counted else 1e6
        best, best_worth = None, single(-EPSILON)
        for f, (gain, info, _) in tests.items():
            if gain >= average - EPSILON and info > EPSILON and single(gain / info) > best_worth:
                best, best_worth = f, single(gain / info)
        return best

    def nominal_test(self, f, rows):
        groups = [[i for i in rows if self.X[i][f] == v] for v in range(self.n_values[f])]
        counts = [self.counts(group) for group in groups]
        weights = [sum(c) for c in counts]
        if sum(w >= self.min_weight for w in weights) < 2:
            return None
        known = single(sum(weights))
        base = sum(single(n) * log2(single(n)) for n in self.counts(rows))
        base = single((known * log2(known) - base) / known)
        split = 0.0
        for c in counts:
            split = single(split + information(c))
        gain = single(base - single(split / known))
        return gain, single(information(weights) / known), None

    def threshold_test(self, f, rows):
        rows = sorted(rows, key=lambda i: self.X[i][f])
        total = self.counts(rows)
        known = sum(total)
        least = single(0.10 * single(known) / self.k)
        least = single(self.min_weight) if least <= self.min_weight else min(least, 25.0)
        base = single(information(total) / single(known))
        low = [0.0] * self.k
        cuts = []
        for i, j in itertools.pairwise(rows):
            low[self.y[i]] += self.w[i]
            inside = least <= sum(low) <= known - least
            if inside and self.X[i][f] < self.X[j][f] - 1e-5:
                high = [a - b for a, b in zip(total, low, strict=True)]
                split = single(information(low) + information(high))
                gain = single(base - single(split / single(known)))
                sides = [sum(low), single(known) - single(sum(low))]
                info = single(information(sides) / single(known))
                cuts.append((gain, info, self.X[i][f], self.X[j][f]))
        best = None
        for gain, info, below, above in cuts:
            gain = single(gain - single(log2(len(cuts)) / single(known)))
            if gain > (best[0] if best else 0.0):
                middle = single((below + above) / 2)
                best = gain, info, max(v for v in self.values[f] if v <= middle and v < above)
        return best

    # Pruning

    def parts(self, node, rows):
        if node.threshold is None:
            codes = range(self.n_values[node.feature])
            return [[i for i in rows if self.X[i][node.feature] == v] for v in codes]
        low = [i for i in rows if self.X[i][node.feature] <= node.threshold]
        return [low, [i for i in rows if self.X[i][node.feature] > node.threshold]]

    def extra_errors(self, n, e):
        tails = [0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00]
        deviations = [4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00]
        z2 = float(np.interp(self.cf, tails, deviations)) ** 2
        none = n * (1 - math.exp(math.log(self.cf) / n))
        if e < 1e-6:
            return none
        if e < 0.9999:
            return none + e * (self.extra_errors(n, 1.0) - none)
        if e + 0.5 >= n:
            return 0.67 * (n - e)
        root = math.sqrt(z2 * ((e + 0.5) * (1 - (e + 0.5) / n) + z2 / 4))
        return n * (e + 0.5 + z2 / 2 + root) / (n + z2) - e

    def estimate(self, node, rows, update):
        counts = self.counts(rows)
        errors = sum(counts) - max(counts)
        as_leaf = errors + self.extra_errors(sum(counts), errors)
        if update:
            node.counts = counts
            if max(counts) > counts[node.label]:
                node.label = counts.index(max(counts))
        if not node.children:
            return as_leaf
        pairs = [(c, part) for c, part in zip(node.children, self.parts(node, rows), strict=True)]
        as_tree = sum(self.estimate(c, part, update) for c, part in pairs if part)
        if not update:
            return as_tree
        weights = [sum(self.w[i] for i in part) for _, part in pairs]
        largest = max(range(len(pairs)), key=lambda v: (weights[v], v))
        branch = node.children[largest]
        as_branch = self.estimate(branch, rows, False) if self.raising else math.inf
        if as_leaf <= as_branch + 0.1 and as_leaf <= as_tree + 0.1:
            node.children, node.feature = [], None
            return as_leaf
        if as_branch <= as_tree + 0.1:
            errors = self.estimate(branch, rows, True)
            node.feature, node.threshold = branch.feature, branch.threshold
            node.children, node.label = branch.children, branch.label
            return errors
        return as_tree

    # Prediction

    def predict(self, X):
        return [self.predict_row(self.root, [single(v) for v in row]) for row in X]

    def predict_row(self, node, row):
        while node.children:
            x = row[node.feature]
            branch = int(x) if node.threshold is None else int(x > node.threshold)
            node = node.children[branch]
        return node.counts.index(max(node.counts)) if sum(node.counts) else node.label
