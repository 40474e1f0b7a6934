"""Damage to texts and documents, the same for the same random state."""

import copy
import datetime
import math

__all__ = ["damage_bytes", "damage_document"]


def damage_bytes(seeds, tokens, random):
    """Return one of `seeds` after a few random edits, `tokens` being what its format is made of."""
    content = bytearray(random.choice(seeds))
    for _ in range(random.choice((1, 1, 1, 1, 2, 4))):
        at = random.randrange(len(content) + 1)
        end = min(len(content), at + random.choice((1, 1, 1, 2, 5, 100)))
        edit = random.randrange(8)
        if edit == 0 and content:
            content[min(at, len(content) - 1)] = random.randrange(256)
        elif edit == 1:
            del content[at:end]
        elif edit == 2:
            content[at:at] = content[at:end] * random.choice((1, 1, 2, 50))
        elif edit == 3:
            content[at:end] = random.choice(tokens)
        elif edit == 4:
            content[at:at] = random.choice(tokens) * random.choice((1, 1, 2, 100))
        elif edit == 5:
            content[at:at] = random.randbytes(end - at)
        elif edit == 6:
            del content[at:]
        else:
            content[at:at] = random.choice(seeds)[:end]
    return bytes(content)


# What a YAML file can hold besides what is right.
ODD = [
    *(None, True, False, 0, -1, 1, 2**70, 0.5, -0.0, 1e308, math.nan, math.inf),
    *(
        "",
        " ",
        "x",
        "x; rm -rf ~",
        "$(reboot)",
        "../..",
        "/etc/passwd",
        "a\nb",
        "\0",
        "é",
        "%s",
        "{x}",
    ),
    *("table4", "WeightBoost", "C4.5", "Pima", "target", "a1..a9", "a9..a1", "9..1", "a" * 5000),
    *([], {}, [None], [[]], {"": ""}, {None: None}, {1: 2}, ["x", "x"], [1, 1.0, True]),
    *(datetime.date(2003, 8, 21), b"bytes", {"a", "b"}),
]


def damage_document(seeds, random):
    """Return a copy of one of `seeds`, nested lists and mappings, after a few random edits."""
    document = copy.deepcopy(random.choice(seeds))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        holder, key = _somewhere(document, random)
        if holder is None:
            continue
        edit = random.randrange(6)
        if edit == 0:
            del holder[key]
        elif edit == 1 and isinstance(holder, dict):
            holder[random.choice(("unknown", "x; y", None, 1, key))] = holder.pop(key)
        elif edit == 2:
            other, place = _somewhere(random.choice(seeds), random)
            holder[key] = copy.deepcopy(other[place]) if other is not None else None
        elif edit == 3 and isinstance(holder, list):
            holder.append(holder[key])
        else:
            holder[key] = copy.deepcopy(random.choice(ODD))
    return document


def _somewhere(document, random):
    """Return a random container within a document and one of its keys."""
    places, stack = [], [document]
    while stack:
        holder = stack.pop()
        if isinstance(holder, dict):
            keys = list(holder)
        elif isinstance(holder, list):
            keys = list(range(len(holder)))
        else:
            continue
        places += [(holder, key) for key in keys]
        stack += [holder[key] for key in keys]
    return random.choice(places) if places else (None, None)
