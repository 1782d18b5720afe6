"""`symnorm.lambdify`: a verified statement as a function over arrays, at once.

`formula` makes a formula over arrays of one side of a statement, `printer` writes it as NumPy and compiles it,
`function` is what a user calls.
"""

from .function import lambdify as lambdify
