"""Reads anybody's notes, in Markdown, LaTeX or a notebook, and judges them relation by relation.

    documents -> chains              formulas with their places and the words around them; the links of their chains
    grammar                          LaTeX of a note -> trees, which mean nothing yet
    meaning                          what the names of a note are: dimensions, vectors, definitions, losses
    values                           a tree at a point
    judge                            the verdict on each link, by its values and then by a proof
    draft                            a folder of scripts that verifies
    report                           text, JSON, annotations, a page

A note is not repaired. What is not understood is said, with the place; a definition is listed and never counted as
verified; agreement at points is no proof and is not called one.
"""
