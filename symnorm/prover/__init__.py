"""The prover: finds certificates, with SymPy's help. Nothing here is trusted."""

from .estimate import Place
from .explain import explain
from .failures import NotFound
from .prover import Proof, Prover, beginning

__all__ = ["NotFound", "Place", "Proof", "Prover", "beginning", "explain"]
