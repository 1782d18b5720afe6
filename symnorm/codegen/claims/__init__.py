"""Claims of proved theorems: `claim` is one, from the report on its theorem; `verified` has those of kernels."""
