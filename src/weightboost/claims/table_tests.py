"""Kinds of tests on the numbers of Tables 2-4.

Each takes the entry of the test and the `Facts`, and returns an `Outcome`. Better is a lower
error, or a higher F1.
"""

from .outcome import UNTESTABLE, Outcome, outcome

__all__ = [
    "almost_equal",
    "overfits",
    "quoted",
    "robustness",
    "significantly_better",
    "stable",
    "wins",
]


def wins(test, facts):
    """Better on at least so many items. Direction: more wins than losses."""
    gains = _gains(test, facts)
    won, lost = [k for k, g in gains.items() if g > 0], [k for k, g in gains.items() if g < 0]
    tied = [k for k, g in gains.items() if g == 0]
    score = f"{_count(len(won), 'win')}, {_count(len(tied), 'tie')}, {_count(len(lost), 'loss')}"
    but = "; ".join(_against(test, facts, item) for item in (*tied, *lost))
    mean = f"mean gain {_mean(gains):+.{_digits(test) + 1}f}"
    evidence = f"{score} against {test['against']}, {mean}" + (f" ({but})" if but else "")
    return outcome(len(won) >= test["at_least"], len(won) > len(lost), evidence)


def overfits(test, facts):
    """No better than the other on every item. Direction: on more than half of them."""
    gains = _gains(test, facts)
    no_better = sum(g <= 0 for g in gains.values())
    evidence = f"no better on {no_better} of {len(gains)}: " + "; ".join(
        _against(test, facts, item) for item in gains
    )
    return outcome(no_better == len(gains), no_better > len(gains) / 2, evidence)


def almost_equal(test, facts):
    """Within so many points on every item. Direction: within them on average."""
    gaps = {}
    for name in test["algorithms"]:
        for item, gain in _gains({**test, "algorithm": name}, facts).items():
            gaps[f"{name} on {item}"] = -gain
    close = sum(abs(gap) <= test["within"] for gap in gaps.values())
    sizes = {key: abs(gap) for key, gap in gaps.items()}
    evidence = f"{close} of {len(gaps)} within {test['within']:g} points of {test['against']}: "
    evidence += "; ".join(f"{key} {gap:+.1f}" for key, gap in gaps.items())
    return outcome(close == len(gaps), _mean(sizes) <= test["within"], evidence)


def significantly_better(test, facts):
    """Better with p below alpha on every item (Nadeau and Bengio). Direction: better on most.

    Printed means have no spread: on them the test can fail, but it cannot hold.
    """
    gains = _gains(test, facts)
    better = sum(g > 0 for g in gains.values())
    if facts.p_values is None:
        evidence = f"better on {better} of {len(gains)}: "
        evidence += "; ".join(_against(test, facts, item) for item in gains)
        if better < len(gains):
            return outcome(False, better > len(gains) / 2, evidence)
        return Outcome(UNTESTABLE, f"{evidence}; no spread is printed")
    p = {item: facts.p_value(test, item) for item in gains}
    significant = sum(gains[item] > 0 and p[item] < test["alpha"] for item in gains)
    evidence = f"better on {better} of {len(gains)}, significantly on {significant}: "
    evidence += "; ".join(f"{_against(test, facts, item)} (p = {p[item]:.2g})" for item in gains)
    return outcome(significant == len(gains), better > len(gains) / 2, evidence)


def stable(test, facts):
    """The error rises by no more than so many points. Direction: less than the other's does."""
    item, noise = test["item"], test["noise"]
    rise, other = (
        facts.cells.rise(noise, item, name) for name in (test["algorithm"], test["unlike"])
    )
    clean = facts.cells.value("table2", 0.0, item, test["algorithm"])
    noisy = facts.cells.value("table4", noise, item, test["algorithm"])
    evidence = (
        f"{item}: {clean:.1f} to {noisy:.1f}, {rise:+.1f} points"
        f" ({test['unlike']} {other:+.1f}); at most {test['within']:g} allowed"
    )
    return outcome(rise <= test["within"], rise < other, evidence)


def robustness(test, facts):
    """The error rises less on at least so many items and on average. Direction: on average."""
    names = test["algorithm"], test["against"]
    pairs = facts.cells.each(
        "table4",
        test.get("items"),
        lambda item: [facts.cells.rise(test["noise"], item, name) for name in names],
    )
    less = sum(ours < theirs for ours, theirs in pairs.values())
    ours, theirs = (_mean({k: pair[i] for k, pair in pairs.items()}) for i in (0, 1))
    not_less = [k for k, (a, b) in pairs.items() if a >= b]
    evidence = (
        f"rises less on {less} of {len(pairs)}"
        + (f" (not on {', '.join(not_less)})" if not_less else "")
        + f", on average by {ours:.2f} points against {theirs:.2f} for {test['against']}"
    )
    return outcome(less >= test["at_least"] and ours < theirs, ours < theirs, evidence)


def quoted(test, facts):
    """The number in the text is that of the table, within two standard errors for ours.

    There is no direction in a number.
    """
    cell = test["table"], test.get("noise", 0.0), test["item"], test["algorithm"]
    value, tolerance = facts.cells.value(*cell), facts.cells.tolerance(*cell)
    evidence = f"{value:.{_digits(test)}f}, the text says {test['value']:.{_digits(test)}f}"
    evidence += f" (tolerance {tolerance:.1f})" if tolerance else ""
    return outcome(abs(value - test["value"]) <= tolerance + 1e-9, False, evidence)


def _gains(test, facts):
    def gain(item):
        return facts.cells.gain(
            test["table"], test.get("noise", 0.0), item, test["algorithm"], test["against"]
        )

    return facts.cells.each(test["table"], test.get("items"), gain)


def _against(test, facts, item):
    first, second = (
        facts.cells.value(test["table"], test.get("noise", 0.0), item, test[role])
        for role in ("algorithm", "against")
    )
    sign = "=" if first == second else "<" if first < second else ">"
    return f"{item} {first:.{_digits(test)}f} {sign} {second:.{_digits(test)}f}"


def _digits(test):
    return 4 if test["table"] == "table3" else 1


def _mean(values):
    return sum(values.values()) / len(values)


def _count(n, noun):
    plural = {"win": "wins", "tie": "ties", "loss": "losses"}
    return f"{n} {noun if n == 1 else plural[noun]}"
