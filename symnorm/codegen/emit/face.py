"""The public functions of the emitted module: their parameters, and which kernel each call runs."""

from __future__ import annotations

from dataclasses import dataclass

from ...kernels.arguments import FLOAT32, FLOAT64, PARAMETER_SIZES

ROWWISE = (
    "per row, in the 2-norm, the error is at most {bound} eps_m of {size}, eps_m being the machine epsilon of the "
    "dtype in which is computed, for every finite row of which the result and that size are in the range of normal "
    "numbers; eps is 0 or one of these as well, and a result that is narrower is rounded once more"
)
"""The bounds are derived in docs/kernels.md; C is the number of channels."""

ELEMENTWISE = (
    "each element is right to {most} ulp of the dtype in which is computed, whatever the size of x, where it and its "
    "quotient by sqrt(C) are normal numbers"
)
BACKWARD_SIZE = "|g'|/sqrt(V), where g' is "
ADA_SIZE = "|c y| + |c kappa y^2|"

SIZES = (
    "this holds where {names} 0 or between {low} and {high} in size, in double precision between {least} and {largest}"
)
"""For which parameters what is promised holds."""


def _rowwise(bound: str, size: str) -> str:
    return ROWWISE.format(bound=bound, size=size)


FORWARD = _rowwise("(8 + 2 log2(C))", "the result")
GAINED = f"{FORWARD}; the quotient of the result by the largest gain is a normal number, too"
AFFINE = _rowwise("(8 + 2 log2(C))", "|gain (|y| + 1)| + |bias|, y being normalized")
BACKWARD = _rowwise("(16 + 6 log2(C))", f"{BACKWARD_SIZE}g with its weights")
FORWARD_ADA = _rowwise("(12 + 4 log2(C))", ADA_SIZE)
BACKWARD_ADA = _rowwise(
    "(20 + 10 log2(C))",
    f"{BACKWARD_SIZE}c (1 + n kappa |y|) |g|, n = 1 where the factor is detached, else 2, for |kappa| up to 1",
)  # fmt: skip
GENERAL = _rowwise(
    "(8 + 2 log2(C))",
    "s (|x_i| + m)/sqrt(beta_i + (x_i - mu)^2), where s = sqrt(C - 1) and m is the mean of |x|",
)  # fmt: skip
GENERAL_BACKWARD = _rowwise(
    "(16 + 6 log2(C))",
    "the terms that dx is the sum of, each times 1 + m/sqrt(beta_i + (x_i - mu)^2), where m is the mean of |x|, for "
    "sqrt(beta_i) of at least 1000 eps_m m",
)  # fmt: skip
EVERY_ELEMENT = (
    "the error of each element is at most (12 + 8 log2(C)) eps_m of it, also that of a channel which outweighs all "
    "others"
)
VARIANCES = (
    "the error of each is at most (16 + 6 log2(C)) eps_m of the mean of g^2/V, where both are in the range of normal "
    "numbers"
)
TANH = "that of NumPy's tanh"
SLOPE = (
    "each element of dx that is a normal number is right to (6 + 4 |alpha x|) eps_m, also where 1 - tanh^2 is 0 in "
    "floating point, for |alpha x| up to 600, or 500 where alpha or a gain is below 1e-30"
)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function, and the call that checks it."""

    name: str
    annotation: str
    check: str
    meaning: str
    default: str = ""
    by_name: bool = False


def _number(name: str, meaning: str, default: str = "", bounds: str = "", by_name: bool = False) -> Parameter:
    check = f'as_number("{name}", {name}{bounds})'
    return Parameter(name, "float", check, f"number{meaning}", f" = {default}" if default else "", by_name)


def _channel(name: str, meaning: str, optional: bool = True) -> Parameter:
    check = f'as_channel("{name}", {name}, x{"" if optional else ", positive=True"})'
    kind = "Any | None" if optional else "Any"
    return Parameter(name, kind, check, f"array (C,){meaning}", " = None" if optional else "")


def _detach(*choices: str) -> Parameter:
    check = f'as_choice("detach", detach, {choices})'
    return Parameter("detach", "str", check, f"what is a constant for the derivative: {', '.join(choices)}",
                     f' = "{choices[0]}"', True)  # fmt: skip


GAIN = _channel("gain", ", or None for ones")
BIAS = _channel("bias", ", or None for zeros")
BETAS = _channel("betas", ", positive", optional=False)
EPS = _number("eps", " >= 0, added to the variance (to the mean square)", "1e-5", ", 0.0", True)
NO_EPS = _number("eps", " >= 0, added to the variance", "0.0", ", 0.0", True)
ALPHA = _number("alpha", "")
POSITIVE_ALPHA = _number("alpha", " >= 0", bounds=", 0.0")
BETA = _number("beta", " > 0", bounds=", positive=True")
FACTOR = _number("c", "", "1.0")
KAPPA = _number("kappa", "", "0.1")
ATTACH = Parameter("detach", "bool", 'as_choice("detach", detach, (True, False))',
                   "whether the factor c (1 - kappa y) is a constant for the derivative", " = True", True)  # fmt: skip


@dataclass(frozen=True)
class Function:
    """A public function. `kernels` are those that it may run, each with the condition under which it does."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    kernels: tuple[tuple[str, str], ...]
    accuracy: str
    gradients: str = ""

    @property
    def is_vjp(self) -> bool:
        """Whether the function takes the gradient at the output."""
        return bool(self.gradients)

    @property
    def sizes(self) -> str:
        """For which parameters its accuracy is promised; empty where it is for all."""
        names = [p.name for p in self.parameters if p.name not in ("eps", "detach")]
        if not names:
            return ""
        *others, last = names
        told = f"{', '.join(others)} and {last} are" if others else f"{last} {'are' if last == 'betas' else 'is'}"
        single, double = PARAMETER_SIZES[FLOAT32], PARAMETER_SIZES[FLOAT64]
        limits = {"low": 1 / single, "high": single, "least": 1 / double, "largest": double}
        return SIZES.format(names=told, **{name: f"{v:g}".replace("+", "") for name, v in limits.items()})


def _pair(
    name: str, title: str, parameters: tuple[Parameter, ...], kernels: tuple[tuple[str, str], ...],
    accuracy: tuple[str, str], gradients: str,
) -> tuple[Function, Function]:  # fmt: skip
    """An operator, and its vector-Jacobian product."""
    products = tuple((condition, f"{kernel}_vjp") for condition, kernel in kernels)
    vjp = f"Vector-Jacobian product of `{name}`: {gradients}"
    return (
        Function(name, title, parameters, kernels, accuracy[0]),
        Function(f"{name}_vjp", vjp, parameters, products, accuracy[1], gradients),
    )


_ROWS, _TANH = (FORWARD, BACKWARD), (TANH, SLOPE)
_ULP = (ELEMENTWISE.format(most=5), ELEMENTWISE.format(most=9))
_PLAIN = "gain is None and bias is None"

FUNCTIONS: tuple[Function, ...] = (
    *_pair(
        "layer_norm", "Layer normalization", (GAIN, BIAS, EPS),
        ((_PLAIN, "layer_norm_simple"), ("", "layer_norm")), (AFFINE, BACKWARD), "dx, dgain, dbias",
    ),
    *_pair(
        "layer_norm_simple", "Layer normalization without gain and bias", (EPS,), (("", "layer_norm_simple"),), _ROWS,
        "dx",
    ),
    *_pair(
        "rms_norm", "RMSNorm", (GAIN, EPS), (("gain is None", "rms_norm_simple"), ("", "rms_norm")),
        (GAINED, BACKWARD), "dx, dgain",
    ),
    *_pair(
        "dyt", "Dynamic Tanh", (ALPHA, GAIN, BIAS), ((_PLAIN, "dyt_simple"), ("", "dyt")), _TANH,
        "dx, dalpha, dgain, dbias",
    ),
    *_pair("dyt_scaled", "Dynamic Tanh, scaled by sqrt(C - 1)", (ALPHA,), (("", "dyt_scaled"),), _TANH, "dx, dalpha"),
    *_pair(
        "dyt_scaled_rms", "Dynamic Tanh, scaled by sqrt(C)", (ALPHA,), (("", "dyt_scaled_rms"),), _TANH, "dx, dalpha"
    ),
    *_pair("eln", "Elementwise layer normalization", (BETA,), (("", "eln"),), _ULP, "dx, dbeta"),
    *_pair(
        "eln_general", "The general ELN: one beta for each channel, about the mean of the row", (BETAS,),
        (("", "eln_general"),),
        (GENERAL, GENERAL_BACKWARD),
        "dx, dbetas",
    ),
    *_pair("dyisru", "Dynamic inverse square root unit", (BETA,), (("", "dyisru"),), _ULP, "dx, dbeta"),
    *_pair("isru", "Inverse square root unit", (POSITIVE_ALPHA,), (("", "isru"),), _ULP, "dx, dalpha"),
    Function("ada_norm", "AdaNorm", (FACTOR, KAPPA, EPS), (("", "ada_norm"),), FORWARD_ADA),
    Function(
        "ada_norm_vjp", "Vector-Jacobian product of `ada_norm`: dx", (FACTOR, KAPPA, ATTACH, EPS),
        (("detach", "ada_norm_vjp"), ("", "ada_norm_attached_vjp")), BACKWARD_ADA, "dx",
    ),
    Function("detach_norm", "DetachNorm, which is layer normalization", (EPS,), (("", "layer_norm_simple"),), FORWARD),
    Function(
        "detach_norm_vjp", "Vector-Jacobian product of `detach_norm`: dx", (_detach("both", "mean", "variance"), EPS),
        (
            ('detach == "both"', "detach_norm_both_vjp"), ('detach == "mean"', "detach_norm_mean_vjp"),
            ("", "detach_norm_variance_vjp"),
        ), BACKWARD, "dx",
    ),
    Function("beta_i", "The parameter beta_i of layer normalization, ELN (14)", (), (("", "beta_i"),), EVERY_ELEMENT),
    Function(
        "gradient_variance",
        "The variance of the gradient that layer normalization passes on, over the channels of each row",
        (_detach("none", "mean", "variance", "both"), NO_EPS),
        tuple(
            (f'detach == "{what}"' if what != "both" else "", f"gradient_variance_{what}")
            for what in ("none", "mean", "variance", "both")
        ),
        VARIANCES,
        "variances",
    ),
)  # fmt: skip


def tuple_name(function: Function) -> str:
    """The name of the tuple that a function returns; empty for one that returns an array."""
    if "," not in function.gradients:
        return ""
    return "".join(w.capitalize() for w in function.name.removesuffix("_vjp").split("_")) + "Gradients"
