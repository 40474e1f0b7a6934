"""Trees for people: C4.5's own text, and Graphviz."""

import numpy as np

from ._layout import LEAF

_INDENT = "|   "


class Names:
    """How features, their values and classes are called in print."""

    def __init__(self, feature_names, class_names, labels):
        self.features, self.classes, self.labels = feature_names, class_names, labels

    def condition(self, feature, threshold, branch):
        """The condition under which a row takes a branch, as C4.5 prints it."""
        name = self.features[feature]
        if np.isnan(threshold):
            return f"{name} = {self.value(feature, branch)}"
        return f"{name} {'<=' if branch == 0 else '>'} {threshold:g}"

    def value(self, feature, code):
        """Label of a nominal value."""
        labels = self.labels.get(feature)
        return labels[code] if labels is not None and code < len(labels) else code


def tree_text(tree, names):
    """Decision tree in the layout of C4.5: leaves of a test first, cases and errors in brackets.

    After pruning the errors are the pessimistic estimate, as in C4.5.
    """
    if tree.feature[0] == LEAF:
        return f"{_leaf_text(tree, 0, names).strip()}\n"
    lines = []
    pending = [(0, branch) for branch in _print_order(tree, 0)][::-1]
    depth = {0: 0}
    while pending:
        node, branch = pending.pop()
        child = int(tree.first_child[node]) + branch
        test = names.condition(tree.feature[node], tree.threshold[node], branch)
        space = "" if np.isnan(tree.threshold[node]) else " "
        line = f"{_INDENT * depth[node]}{test}{space}:"
        if tree.feature[child] == LEAF:
            line += _leaf_text(tree, child, names)
        else:
            depth[child] = depth[node] + 1
            pending.extend((child, b) for b in _print_order(tree, child)[::-1])
        lines.append(line)
    return "\n".join(lines) + "\n"


def _print_order(tree, node):
    """Branches that end in leaves, then the others."""
    children = tree.children(node)
    is_leaf = [tree.feature[child] == LEAF for child in children]
    order = sorted(range(len(children)), key=lambda branch: not is_leaf[branch])
    return order


def _leaf_text(tree, leaf, names):
    text = f" {names.classes[tree.leaf_class[leaf]]} ({tree.weight[leaf]:.1f}"
    if tree.errors[leaf] > 0:
        text += f"/{tree.errors[leaf]:.1f}"
    return text + ")"


def tree_graphviz(tree, names):
    """The tree in the DOT language."""
    lines = ["digraph Tree {", 'node [shape=box, fontname="helvetica"];']
    for node in range(tree.n_nodes):
        if tree.feature[node] == LEAF:
            label = _leaf_text(tree, node, names).strip()
            lines.append(f"{node} [label={_quoted(label)}, style=rounded];")
            continue
        lines.append(f"{node} [label={_quoted(names.features[tree.feature[node]])}];")
        for branch, child in enumerate(tree.children(node)):
            test = names.condition(tree.feature[node], tree.threshold[node], branch)
            edge = test[len(str(names.features[tree.feature[node]])) + 1 :]
            lines.append(f"{node} -> {child} [label={_quoted(edge)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text):
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
