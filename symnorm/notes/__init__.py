"""Reads anybody's notes, in Markdown, LaTeX or a notebook, and judges them relation by relation.

    documents -> chains              formulas with their places and the words around them; the links of their chains
    grammar, named, big              LaTeX of a note -> trees, which mean nothing yet
    meaning                          what the names of a note are: dimensions, vectors, definitions, losses
    values                           a tree at a point
    judge                            reads notes: the verdict on each link, by its values and then by a proof
    verdicts, doubts, ways_out       by its values: what fails, what would be unfair to call false, what may be meant
    draft, translate                 a script for what agrees, which the toolkit judges
    edition                          a folder that verifies, with a transcript and what is false
    report                           text, JSON, annotations, a page

A note is not repaired. What is not understood is said, with the place; a definition is listed and never counted as
verified; agreement at points is no proof and is not called one.
"""
