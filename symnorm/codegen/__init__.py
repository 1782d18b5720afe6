"""Prints NumPy source from verified statements.

    claims = Claims()
    source = module(claims)          # the text of symnorm/kernels/functions.py
    differences(source, claims)      # what has changed since it was printed: nothing

`table` says which theorems a kernel comes from, `claims` has them verified, `lower` makes a graph of array operations
of a statement, `schedule` puts it in order and finds the memory, a printer writes it, `module` assembles the whole.
`lambdify` makes a plain function of one verified statement, at once; `claim` finds that in the report on its theorem.
"""
