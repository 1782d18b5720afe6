"""Traps: statements that look true, or false, with the verdict that each must get, written by hand. By theme."""

from __future__ import annotations

from . import (
    channels,
    concrete,
    constants,
    contradictions,
    derivatives,
    differential_equations,
    division,
    exponentials,
    graphs,
    growth,
    inequalities,
    integrals,
    logic,
    numbers,
    orders,
    roots,
    sampling,
    smoothness,
    special,
    whole_numbers,
)
from .kit import Due, Implication, Trap

__all__ = ["THEMES", "TRAPS", "Due", "Implication", "Trap"]

THEMES: dict[str, dict[str, Trap]] = {
    "Roots and squares": roots.TRAPS,
    "Logarithms, exponentials, tanh": exponentials.TRAPS,
    "Numbers and laws of functions": numbers.TRAPS,
    "Division": division.TRAPS,
    "Inequalities": inequalities.TRAPS,
    "Chains, sums, functions that grow": orders.TRAPS,
    "Growth from a point": growth.TRAPS,
    "Channels": channels.TRAPS,
    "Points, norms, matrices": concrete.TRAPS,
    "Whole numbers": whole_numbers.TRAPS,
    "Derivatives": derivatives.TRAPS,
    "Graphs of definitions, losses": graphs.TRAPS,
    "Smoothness": smoothness.TRAPS,
    "Integrals": integrals.TRAPS,
    "Constants of integration": constants.TRAPS,
    "Differential equations": differential_equations.TRAPS,
    "Statements and premises": logic.TRAPS,
    "At every point that is tried": sampling.TRAPS,
    "Where people err": special.TRAPS,
    "Contradictory hypotheses": contradictions.TRAPS,
}

TRAPS = {f"{theme}: {name}": trap for theme, traps in THEMES.items() for name, trap in traps.items()}
