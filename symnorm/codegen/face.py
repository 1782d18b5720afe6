"""The public functions of the emitted module: their parameters, and which kernel each call runs."""

from __future__ import annotations

from dataclasses import dataclass

ROWWISE = (
    "per row, in the 2-norm, the error is at most {most} eps_m of {what}, eps_m being the machine epsilon of the dtype "
    "in which is computed, for every finite row, large or tiny, far from zero or nearly constant, with an outlier of "
    "up to a million times the others, whose result is in the range of normal numbers; eps is 0 or one of these as well"
)
ELEMENTWISE = (
    "each element is right to {most} ulp, whatever the size of x, where it and its quotient by sqrt(C) are normal "
    "numbers, for parameters between 1e-10 and 1e10"
)
EVERY_ELEMENT = "each element is right to 10 eps_m, also that of a channel which outweighs all others"
FORWARD = ROWWISE.format(most=2.5, what="the result (without bias)")
NOT_FAR = ". Where the mean of g' is more than 100 of its deviations, it may be larger"
NOT_STEEP = ". Where a deviation from the mean is more than 30 sqrt(beta), it may be larger"
BACKWARD = ROWWISE.format(most=4, what="|g'|/sqrt(V), where g' is g with its weights") + NOT_FAR
FORWARD_ADA = ROWWISE.format(most=4, what="|c y| + |c kappa y^2|")
BACKWARD_ADA = ROWWISE.format(
    most=4, what="|g'|/sqrt(V), where g' is c (1 + n kappa |y|) |g|, n = 1 where the factor is detached, else 2"
) + NOT_FAR
TANH = "that of NumPy's tanh"
SLOPE = "each element of dx is right to (6 + 4 |alpha x|) eps_m, also where 1 - tanh^2 is 0 in floating point"


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


_ROWS, _TANH, _ULP = (FORWARD, BACKWARD), (TANH, SLOPE), (ELEMENTWISE.format(most=5), ELEMENTWISE.format(most=6))
_PLAIN = "gain is None and bias is None"

FUNCTIONS: tuple[Function, ...] = (
    *_pair(
        "layer_norm", "Layer normalization", (GAIN, BIAS, EPS),
        ((_PLAIN, "layer_norm_simple"), ("", "layer_norm")), _ROWS, "dx, dgain, dbias",
    ),
    *_pair(
        "layer_norm_simple", "Layer normalization without gain and bias", (EPS,), (("", "layer_norm_simple"),), _ROWS,
        "dx",
    ),
    *_pair(
        "rms_norm", "RMSNorm", (GAIN, EPS), (("gain is None", "rms_norm_simple"), ("", "rms_norm")), _ROWS, "dx, dgain"
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
        (
            ROWWISE.format(most=2.5, what="the result"),
            ROWWISE.format(most=2.5, what="the terms that dx is the sum of") + NOT_STEEP,
        ),
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
        "each is right to 16 eps_m, unless little of g is left beside 1 and y",
        "variances",
    ),
)  # fmt: skip
