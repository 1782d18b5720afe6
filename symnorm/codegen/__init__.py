"""Makes functions of verified statements: at once (`lambdify`), or as source for a target (`emit`).

    claims = Claims()
    source = module(claims)                        # the text of symnorm/kernels/functions.py
    differences(source, claims, path)              # what has changed since it was printed: nothing

    claims      a claim of a proved theorem, as the checker has accepted it
    forms       the operations of a statement, told apart in one place for all that read it
    lambdify    one statement as a plain function
    graph       a statement as array operations, in order, in memory; and these as expressions, for all targets
    operators   which kernels there are, and from which claims each comes
    numpy       a kernel as operations on blocks
    numba       a kernel as loops
    emit        the file: its head, its kernels, its public functions
"""
