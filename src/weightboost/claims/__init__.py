"""What the paper says in words, tested on its own numbers and on ours.

A claim is an entry of `config/claims.yaml` with one test of a fixed vocabulary (`kinds`). A test
gives an `Outcome`: the sentence holds, only its direction does, it fails, or it cannot be tested.
From the outcome on the paper's numbers and the one on ours follows the verdict (`report`).
"""
