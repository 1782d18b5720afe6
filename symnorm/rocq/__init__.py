"""Theorems for Rocq (Coq), whose kernel judges them again at full meaning: nobody has to trust the checker.

A theorem becomes one file. Its first part is the statement: what `statement` prints from the bundle, as it is written
there, before anything is elaborated. It is all that a reader compares with the script, beside the definitions at the
top of `Symnorm.v`. Its second part is the proofs, from `proof`: whatever stands there, Rocq accepts it or does not.

    names      identifiers that mean in Rocq what they mean here
    statement  the translator, which is trusted
    along      where something varies, and antiderivatives: it is trusted, too
    proof      the proofs of a theorem, entry by entry, which follow the certificates; for that
               facts, sums, slopes, moving: terms and their normal forms; derivatives; values at other points
               existing, everywhere: unknown functions; what holds wherever something varies
               signs, conditions, duties: what the certificates show, what is known, that all is defined
               algebra: equations of numbers; script, printed, written: lemmas and normal forms as they are printed
               needed: what an equation needs of what is known
    points     that what is supposed can hold, and that lines fail: witness, and where something varies
               placed, modules, ranging
    cited      what theorems take from each other; composed: a theorem without what it cites
    files      what `symnorm export rocq` writes; bundles: of what somebody else wrote
    judge      what coqc says of it, for that installed, trial, toplevel, said, axioms; kept: what it said before
"""
