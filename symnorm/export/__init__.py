"""The edition: what was verified, as LaTeX, PDF, web pages and JSON.

`edition` says what an edition consists of; `build` makes one of the reports of a run; every export prints from it
and from nothing else, so that all of them show the same formulas, printed from the statements that were verified.
"""
