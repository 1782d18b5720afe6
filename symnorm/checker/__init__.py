"""The checker: the one part of symnorm that has to be trusted. Standard library only.

`python -m symnorm.checker FILE` re-checks a bundle of certificates with nothing else installed. Read
`forms` (what is written); `budget`, `polynomial`, `quotient`, `generators`, `ring`, `substitution`, `derivative` (how
it is calculated, by the rows of `laws`), `normal` (when it is defined); `entry`, `step`, `rules`, `statements` (what a
certificate may say), `theorem` (how steps make a theorem), in this order. No accepted entry rests on the room
`refutation`. It judges points: at which something is said to fail, and at which all that a theorem supposes holds, so
that what it claims is about something: `values` (numbers), `point` (what names stand for), `one`, `interpreted`,
`modelled` and `smooth` (functions with a term), `calculated` (normal forms at a point), `supposed` (what has to hold
there), `check` (what fails there).
`account` says what there is to say of a theorem, in the words of `written`, `places`, `titles`, `circles` and `lemmas`;
`program` is the command line.
"""

from .forms import Form, Malformed, freeze, parse_json
from .logic.entry import Judgement
from .logic.theorem import Theorem, check_bundle

__all__ = ["Form", "Judgement", "Malformed", "Theorem", "check_bundle", "freeze", "parse_json"]
