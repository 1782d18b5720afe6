"""What each public function is said to compute: claims, and numbers to call it with.

This is written by hand, and by nothing that prints kernels: a printer that takes another claim, another kernel or
another scale law is held against what stands here. A statement is a side of a claim, for channel i of one row; the
gradient of a parameter is the sum of it over the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

Cited = tuple[str, str]
"""(id of a theorem, label of a claim)."""

VALUE, SUMMANDS = ("the value", ""), ("the summands", "")
"""Of which size an error is a multiple: of the value itself, or of the sum of the absolute values of its summands."""


DIAGNOSTIC = ("beta_i", "gradient_variance")
"""How the names of kernels begin that tell something about a layer."""


@dataclass(frozen=True)
class Output:
    """One result: the claim that has it as a side, and of which size its error is a multiple.

    `size` is VALUE, SUMMANDS, or (a definition of the claim or a vector, the definition whose root it is divided by).
    `per` says what there is one number for: an element, a row, a channel, a call.
    """

    claim: Cited
    size: tuple[str, str] = VALUE
    per: str = "element"
    side: str = "right"


@dataclass(frozen=True)
class Meaning:
    """What a kernel computes: its result, and the gradients of its parameters by name.

    `is_norm` says that errors are measured in the 2-norm of a row, `arrays` what it takes rows of. `freed` is a number
    of the theorem `scaled` that is a parameter there, so that it can be scaled: the 1 of ISRU.
    """

    outputs: Mapping[str, Output]
    vectors: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    is_norm: bool = False
    least_channels: int = 1
    scaled: str = ""
    freed: str = ""

    @property
    def arrays(self) -> tuple[str, ...]:
        """The arrays that have a row for each sample."""
        return ("g", "x") if "dx" in self.outputs or "variances" in self.outputs else ("x",)


@dataclass(frozen=True, eq=False)
class Use:
    """One way to call a public function: which kernel then runs, and with which of its vectors; others are None."""

    function: str
    kernel: str
    vectors: tuple[str, ...] = ()
    choice: Mapping[str, str | bool] = field(default_factory=dict)

    def is_for(self, target: str) -> bool:
        """Whether a target has the function: layers alone are there for tensors."""
        return target != "torch" or not self.kernel.startswith(DIAGNOSTIC)

    def __str__(self) -> str:
        return self.function + "".join(f" {name}={value}" for name, value in self.choice.items())


def _forward(theorem: str, size: tuple[str, str] = SUMMANDS) -> dict[str, Output]:
    return {"out": Output((f"beyond/{theorem}", "forward"), size)}


def _backward(theorem: str, size: tuple[str, str] = VALUE, **parameters: str) -> dict[str, Output]:
    """dx, and the gradients of parameters, each with what it has one number for."""
    labels = {"dbetas": "dbeta"}
    found = {"dx": Output((f"beyond/{theorem}", "dx"), size)}
    return found | {
        name: Output((f"beyond/{theorem}", labels.get(name, name)), SUMMANDS, per)
        for name, per in parameters.items()
    }


def _rows(outputs: dict[str, Output], vectors: tuple[str, ...] = (), numbers: tuple[str, ...] = ("eps",)) -> Meaning:
    return Meaning(outputs, vectors, numbers, is_norm=True)


_INCOMING, _PLAIN, _ADA = ("incoming", "V"), ("g", "V"), ("c", "kappa", "eps")


def _variance(detached: str) -> Meaning:
    claim = ("beyond/kernel_gradient_variance", detached)
    return Meaning({"variances": Output(claim, _PLAIN, "row", "left")}, numbers=("eps",))


KERNELS: dict[str, Meaning] = {
    "layer_norm": _rows(_forward("vjp_layer_norm"), ("gain", "bias")),
    "layer_norm_vjp": _rows(
        _backward("vjp_layer_norm", _INCOMING, dgain="channel", dbias="channel"), ("gain", "bias")
    ),
    "layer_norm_simple": _rows(_forward("vjp_layer_norm_simple")),
    "layer_norm_simple_vjp": _rows(_backward("vjp_layer_norm_simple", _PLAIN)),
    "rms_norm": _rows(_forward("vjp_rms_norm"), ("gain",)),
    "rms_norm_vjp": _rows(_backward("vjp_rms_norm", ("incoming", "U"), dgain="channel"), ("gain",)),
    "rms_norm_simple": _rows(_forward("vjp_rms_norm_simple")),
    "rms_norm_simple_vjp": _rows(_backward("vjp_rms_norm_simple", ("g", "U"))),
    "ada_norm": _rows(_forward("vjp_ada_norm"), numbers=_ADA),
    "ada_norm_vjp": _rows(_backward("vjp_ada_norm", ("weighted", "V")), numbers=_ADA),
    "ada_norm_attached_vjp": _rows(_backward("vjp_ada_norm_attached", ("sloped", "V")), numbers=_ADA),
    "detach_norm_both_vjp": _rows(_backward("vjp_detach_norm", _PLAIN)),
    "detach_norm_mean_vjp": _rows(_backward("vjp_detach_mean", _PLAIN)),
    "detach_norm_variance_vjp": _rows(_backward("vjp_detach_variance", _PLAIN)),
    "dyt": Meaning(_forward("vjp_dyt"), ("gain", "bias"), ("alpha",)),
    "dyt_vjp": Meaning(
        _backward("vjp_dyt", dalpha="call", dgain="channel", dbias="channel"), ("gain", "bias"), ("alpha",)
    ),
    **{
        f"dyt_{which}{suffix}": Meaning(outputs, numbers=("alpha",))
        for which in ("simple", "scaled", "scaled_rms")
        for suffix, outputs in (
            ("", _forward(f"vjp_dyt_{which}")), ("_vjp", _backward(f"vjp_dyt_{which}", dalpha="call"))
        )
    },
    **{
        f"{name}{suffix}": Meaning(outputs, numbers=("beta",))
        for name in ("eln", "dyisru")
        for suffix, outputs in (("", _forward(f"vjp_{name}")), ("_vjp", _backward(f"vjp_{name}", dbeta="call")))
    },
    "eln_general": _rows(_forward("vjp_eln_general", VALUE), ("betas",), ()),
    "eln_general_vjp": _rows(_backward("vjp_eln_general", SUMMANDS, dbetas="channel"), ("betas",), ()),
    "isru": Meaning(_forward("vjp_isru"), numbers=("alpha",), scaled="beyond/kernel_isru", freed="b"),
    "isru_vjp": Meaning(
        _backward("vjp_isru", dalpha="call"), numbers=("alpha",), scaled="beyond/kernel_isru", freed="b"
    ),
    "beta_i": Meaning({"out": Output(("beyond/beta", "by the variance"))}, least_channels=2),
    "beta_i_top": Meaning({"out": Output(("beyond/beta", "closed form"))}, least_channels=2),
    **{f"gradient_variance_{what}": _variance(what) for what in ("none", "mean", "variance", "both")},
}  # fmt: skip
"""What each kernel computes."""


def _both(name: str, *vectors: str, kernel: str = "") -> Iterator[Use]:
    for suffix in ("", "_vjp"):
        yield Use(name + suffix, (kernel or name) + suffix, vectors)


USES: tuple[Use, ...] = (
    *_both("layer_norm", "gain", "bias"),
    *_both("layer_norm", "gain"),
    *_both("layer_norm", "bias"),
    *_both("layer_norm", kernel="layer_norm_simple"),
    *_both("layer_norm_simple"),
    *_both("rms_norm", "gain"),
    *_both("rms_norm", kernel="rms_norm_simple"),
    *_both("dyt", "gain", "bias"),
    *_both("dyt", "gain"),
    *_both("dyt", "bias"),
    *_both("dyt", kernel="dyt_simple"),
    *_both("dyt_scaled"),
    *_both("dyt_scaled_rms"),
    *_both("eln"),
    *_both("eln_general", "betas"),
    *_both("dyisru"),
    *_both("isru"),
    Use("ada_norm", "ada_norm"),
    Use("ada_norm_vjp", "ada_norm_vjp", choice={"detach": True}),
    Use("ada_norm_vjp", "ada_norm_attached_vjp", choice={"detach": False}),
    Use("detach_norm", "layer_norm_simple"),
    *(Use("detach_norm_vjp", f"detach_norm_{d}_vjp", choice={"detach": d}) for d in ("both", "mean", "variance")),
    Use("beta_i", "beta_i"),
    *(
        Use("gradient_variance", f"gradient_variance_{d}", choice={"detach": d})
        for d in ("none", "mean", "variance", "both")
    ),
)
"""The public functions, in each way that takes another kernel, or leaves out a vector."""


def claims() -> list[Cited]:
    """Every claim that a function, or the law by which it is scaled, is held against."""
    found = []
    for meaning in KERNELS.values():
        found += [o.claim for o in meaning.outputs.values()]
        found += [scaled(meaning, o).claim for o in meaning.outputs.values()]
    return list(dict.fromkeys(found))


def scaled(meaning: Meaning, output: Output) -> Output:
    """The output as the claim has it in which all numbers that are scaled are parameters."""
    return replace(output, claim=(meaning.scaled, output.claim[1])) if meaning.scaled else output
