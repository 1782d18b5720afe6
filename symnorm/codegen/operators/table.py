"""Which kernels there are, and from which claims each of them is printed.

A kernel is the right side of a claim of `beyond/kernel_...`. Its left side is a closed form that another theorem
claims, `beyond/vjp_...`: the generator holds the two against each other, so that what is computed hangs together
with the definition of the layer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..claims.claim import Cited


@dataclass(frozen=True)
class Form:
    """What is computed: a claim whose right side is the form to compute, and the claim `of` which it is a form.

    `scale` says by which powers of a and h the result for a (x - b) and h g differs; without it, nothing is scaled.
    """

    computed: Cited
    of: Cited | None = None
    scale: Cited | None = None


@dataclass(frozen=True)
class Operator:
    """A kernel: what it takes, what it computes, and how it may be rewritten.

    `scaling` says with which power of a parameters grow where x grows with a; `shifts`, that x may be moved by a
    constant. `fixed` are numbers that the
    theorem defines, and the kernel takes as parameters for the sake of scaling alone. `top` names the kernel that
    computes an element in which others cancel; that one gets the `others` of its row.
    """

    name: str
    result: Form
    arrays: str
    channels: tuple[str, ...] = ()
    scalars: tuple[str, ...] = ()
    gradients: dict[str, Form] = field(default_factory=dict)
    rowwise: bool = False
    shifts: bool = False
    scaling: dict[str, int] = field(default_factory=dict)
    fixed: dict[str, int] = field(default_factory=dict)
    top: str = ""
    others: bool = False


OPTIONAL = ("bias",)
"""Vectors that may be None: then what they are added to stays as it is, which is the case of zero."""

CHOSEN = {"taken": "alpha"}
"""Numbers that a theorem leaves open, but for 0: a kernel takes a parameter, and something else where that is 0."""

MOSTLY_ONE = ("ratio",)
"""Definitions of numbers that are 1 as a rule: then a product with them is left out."""

SECH = (Cited("beyond/kernel_dyt", "slope is even"), Cited("beyond/kernel_dyt", "slope by cosh"))
"""What makes e/(1 + e^2) with e = exp(-u) one operation."""

TANH = (Cited("beyond/kernel_dyt", "tanh by exp"), Cited("beyond/kernel_dyt", "tanh is odd"))
"""By what tanh is computed where neither NumPy nor the processor does it."""

ROOT = (Cited("beyond/kernel_root", "product"), Cited("beyond/kernel_root", "step"))
"""By what a quotient by a root is computed where the processor has a guess at its inverse."""

CENTRE = (Cited("beyond/kernel_centre", "deviation"), Cited("beyond/kernel_centre", "variance"))
"""What makes x - sum(x)/C, with the mean of its squares, one operation."""

CENTRED_PRODUCT = Cited("beyond/kernel_centre", "product")
"""What takes a sum of products with x - sum(x)/C in the same loop as the mean."""


def _form(layer: str, label: str, scale: str = "", of: str = "", source: str = "") -> Form:
    """The claim `label` of beyond/kernel_<layer>, as a form of `of` of beyond/vjp_<source>; the same by default."""
    theorem, _, what = scale.partition(": ")
    return Form(
        Cited(f"beyond/kernel_{layer}", label),
        Cited(f"beyond/{source or f'vjp_{layer}'}", of or label),
        Cited(f"beyond/kernel_{theorem}", what) if scale else None,
    )


@dataclass(frozen=True)
class _Family:
    """What the operators of a family have in common."""

    scalars: tuple[str, ...] = ()
    rowwise: bool = False
    shifts: bool = False
    scaling: dict[str, int] = field(default_factory=dict)
    fixed: dict[str, int] = field(default_factory=dict)

    def __call__(
        self, name: str, result: Form, arrays: str, channels: tuple[str, ...] = (),
        gradients: dict[str, Form] | None = None,
    ) -> Operator:  # fmt: skip
        return Operator(
            name, result, arrays, channels, self.scalars, gradients or {}, self.rowwise, self.shifts, self.scaling,
            self.fixed,
        )  # fmt: skip


_ln = _Family(("eps",), rowwise=True, shifts=True, scaling={"eps": 2})
_rms = _Family(("eps",), rowwise=True, scaling={"eps": 2})
_ada = _Family(("c", "kappa", "eps"), rowwise=True, shifts=True, scaling={"eps": 2})
_tanh = _Family(("alpha",))
_beta = _Family(("beta",), scaling={"beta": 2})
_betas = _Family(rowwise=True, shifts=True, scaling={"betas": 2})
_alpha = _Family(("alpha", "b"), scaling={"b": 2}, fixed={"b": 1})


def _layer_norm() -> list[Operator]:
    dx, dgain, dbias = "scale: dx", "scale: dgain", "scale: dbias"
    gained = {"dgain": _form("layer_norm", "dgain", dgain), "dbias": _form("layer_norm", "dbias", dbias)}
    detached = {"both": "detach_norm", "mean": "detach_mean", "variance": "detach_variance"}
    return [
        _ln("layer_norm", _form("layer_norm", "forward", "scale: forward"), "x", ("gain", "bias")),
        _ln("layer_norm_vjp", _form("layer_norm", "dx", dx), "gx", ("gain", "bias"), gradients=gained),
        _ln("layer_norm_simple", _form("layer_norm_simple", "forward", "scale: simple, forward"), "x"),
        _ln("layer_norm_simple_vjp", _form("layer_norm_simple", "dx", "scale: simple, dx"), "gx"),
        _ada("ada_norm", _form("ada_norm", "forward", "scale: AdaNorm, forward"), "x"),
        _ada("ada_norm_vjp", _form("ada_norm", "dx", "scale: AdaNorm, dx"), "gx"),
        _ada("ada_norm_attached_vjp", _form("ada_norm_attached", "dx", "scale: AdaNorm attached, dx"), "gx"),
        *(
            _ln(
                f"detach_norm_{what}_vjp",
                _form("detach_norm", what, f"scale: {detaches}, dx", "dx", f"vjp_{detached[what]}"),
                "gx",
            )
            for what, detaches in (
                ("both", "both detached"), ("mean", "the mean detached"), ("variance", "the variance detached")
            )
        ),
    ]  # fmt: skip


def _rms_norm() -> list[Operator]:
    def form(layer: str, label: str, variant: str = "") -> Form:
        return _form(layer, label, f"scale_rms_norm: {variant}{label}")

    return [
        _rms("rms_norm", form("rms_norm", "forward"), "x", ("gain",)),
        _rms("rms_norm_vjp", form("rms_norm", "dx"), "gx", ("gain",), gradients={"dgain": form("rms_norm", "dgain")}),
        _rms("rms_norm_simple", form("rms_norm_simple", "forward", "simple, "), "x"),
        _rms("rms_norm_simple_vjp", form("rms_norm_simple", "dx", "simple, "), "gx"),
    ]


def _dyt() -> list[Operator]:
    def form(layer: str, label: str, variant: str = "") -> Form:
        return _form(layer, label, f"scale_dyt: {variant}{label}")

    gradients = {d: form("dyt", d) for d in ("dalpha", "dgain", "dbias")}
    variants = {"dyt_simple": "simple, ", "dyt_scaled": "scaled, ", "dyt_scaled_rms": "scaled for RMSNorm, "}
    layers = [
        _tanh("dyt", _form("dyt", "forward"), "x", ("gain", "bias")),
        _tanh("dyt_vjp", form("dyt", "dx"), "gx", ("gain", "bias"), gradients=gradients),
    ]
    for layer, variant in variants.items():
        slope = {"dalpha": form(layer, "dalpha", variant)}
        layers.append(_tanh(layer, _form(layer, "forward"), "x"))
        layers.append(_tanh(f"{layer}_vjp", form(layer, "dx", variant), "gx", gradients=slope))
    return layers


def _algebraic() -> list[Operator]:
    layers = []
    for layer, name in (("eln", "ELN"), ("dyisru", "DyISRU")):
        scale = f"scale_eln: {name}"
        dbeta = {"dbeta": _form(layer, "dbeta", f"{scale}, dbeta")}
        layers.append(_beta(layer, _form(layer, "forward", f"{scale}, forward"), "x"))
        layers.append(_beta(f"{layer}_vjp", _form(layer, "dx", f"{scale}, dx"), "gx", gradients=dbeta))
    dbetas = {"dbetas": _form("eln_general", "dbetas", "scale_eln_general: dbetas", "dbeta")}
    dalpha = {"dalpha": _form("isru", "dalpha", "scale_isru: dalpha")}
    general = _form("eln_general", "dx", "scale_eln_general: dx")
    return [
        *layers,
        _betas("eln_general", _form("eln_general", "forward", "scale_eln_general: forward"), "x", ("betas",)),
        _betas("eln_general_vjp", general, "gx", ("betas",), gradients=dbetas),
        _alpha("isru", _form("isru", "forward", "scale_isru: forward"), "x"),
        _alpha("isru_vjp", _form("isru", "dx", "scale_isru: dx"), "gx", gradients=dalpha),
    ]


def _diagnostics() -> list[Operator]:
    beta = _form("beta", "beta_i", "scale_beta: beta_i", "by the variance", "beta")
    top = _form("beta", "by the other channels", "scale_beta_top: by the other channels", "closed form", "beta")
    return [
        Operator("beta_i_top", top, "x", rowwise=True, others=True),
        Operator("beta_i", beta, "x", rowwise=True, shifts=True, top="beta_i_top"),
        *(
            _ln(
                f"gradient_variance_{what}",
                Form(
                    Cited("beyond/kernel_gradient_variance", what),
                    scale=Cited("beyond/kernel_scale_variances", what),
                ),
                "gx",
            )
            for what in ("none", "mean", "variance", "both")
        ),
    ]


OPERATORS: tuple[Operator, ...] = (*_layer_norm(), *_rms_norm(), *_dyt(), *_algebraic(), *_diagnostics())


def needed(operators: Iterable[Operator] = OPERATORS) -> list[Cited]:
    """Every claim that the emitted module rests on."""
    found = [*CENTRE, *SECH]
    for operator in operators:
        for form in (operator.result, *operator.gradients.values()):
            found += [c for c in (form.computed, form.of, form.scale) if c is not None]
    return list(dict.fromkeys(found))
