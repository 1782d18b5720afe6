"""Words beside a formula: those that lead from one line to the next, and those that change what a formula says.

"Hence we have" says nothing but that a line follows. "There is only one solution", "approximately", "can hold if" make
another claim of the same formula, and which one, a reader has to say and sign. So whatever is not known to be idle
changes what is said.
"""

from __future__ import annotations

import re

IS = r"\$\s+(?:(?:is|are)\s+)?"
SPOKEN = (
    (re.compile(r"\b(positive|negative|non-?zero)\s+\$([^$]*)\$"), r"$\2$ \1"),
    (re.compile(rf"{IS}positive\b"), "> 0$ "),
    (re.compile(rf"{IS}negative\b"), "< 0$ "),
    (re.compile(rf"{IS}(?:non-?|(?:not|not equal to|different from|unequal to)\s+)zero\b"), r"\\neq 0$ "),
)
"""Words beside a formula that make a condition of it, with what is written for them."""

FORMULA = re.compile(r"\$[^$]*\$|\[ \]")
REFERENCE = re.compile(r"\((?:[^()]*\d[^()]*)\)|\b(?:[A-Z]\.)?\d+(?:\.\d+)*\b")
WRITTEN = re.compile(r"\b(?:can|may|could|might) (?:(?:now|also|then|be) )*(?:(?:re)?written|expressed|seen|read)\b")
WORD = re.compile(r"[^\W\d_]{2,}")

IDLE = re.compile(
    r"(?:above|again|also|an|and|are|as|at|be|because|become|becomes|been|below|but|by|"
    r"combining|comparing|computing|consequently|differentiating|differentiation|dividing|due|"
    r"eq|eqs|equation|equations|evaluating|expanding|expression|final|finally|first|follow|"
    r"following|follows|for|form|formula|formulas|from|furthermore|general|get|gets|give|"
    r"given|gives|hand|has|have|hence|here|hold|holds|identified|identity|if|in|indeed|"
    r"ineq|inequality|inserting|integrating|integration|into|is|it|last|lead|leads|left|lemma|"
    r"lhs|line|means|member|moreover|multiplying|namely|next|note|now|obtain|obtained|obtains|"
    r"of|on|our|plugging|previous|proof|proposition|rearranging|recall|respectively|result|"
    r"results|rewriting|rhs|right|same|second|see|separate|separating|separation|show|shown|"
    r"shows|side|sides|simplifying|since|so|solution|solutions|solving|squaring|step|"
    r"substituting|substitution|sum|summing|taking|term|terms|than|that|the|their|then|"
    r"theorem|there|therefore|these|they|third|this|those|thus|to|together|too|two|us|use|"
    r"using|variable|variables|we|when|where|which|with|write|writing|written|yield|yields)"
)
"""Words that lead to a formula or from it. A condition in a formula beside it is looked at by itself."""


def in_signs(words: str) -> str:
    """Words with the signs of the conditions that they say of a formula: `$x$ is positive` says `$x> 0$`."""
    for pattern, formula in SPOKEN:
        words = pattern.sub(formula, words)
    return words


def changing(words: str) -> str:
    """The first word that may change what a formula says beside which it stands, or nothing.

    >>> changing("Hence, the right hand side of Eq. (3) becomes"), changing("There exists only one solution:")
    ('', 'exists')
    """
    plain = WRITTEN.sub(" ", REFERENCE.sub(" ", FORMULA.sub(" ", in_signs(words))).lower())
    return next((word for word in WORD.findall(plain) if not IDLE.fullmatch(word)), "")
