"""The prover: finds certificates, with SymPy's help. Nothing here is trusted."""

from .explain import explain
from .prover import NotFound, Proof, Prover

__all__ = ["NotFound", "Proof", "Prover", "explain"]
