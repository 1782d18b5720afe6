"""The checker: the one part of symnorm that has to be trusted. Standard library only.

`python -m symnorm.checker FILE` re-checks a bundle of certificates with nothing else installed. Read
`forms` (what is written), `polynomial`, `quotient`, `algebra`, `substitution` and `derivative` (how it is calculated),
`normal` (when it is defined), `entry`, `step`, `signs`, `relations` and `statements` (what a certificate may say),
`theorem` (how steps make a theorem), in this order.
"""

from .forms import Form, Malformed, freeze, parse_json
from .theorem import Judgement, Theorem, check_bundle

__all__ = ["Form", "Judgement", "Malformed", "Theorem", "check_bundle", "freeze", "parse_json"]
