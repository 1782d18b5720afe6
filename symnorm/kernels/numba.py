"""Kernels of normalization layers for numba, printed by `symnorm kernels emit --target numba`.

Not to be edited. They are those of `symnorm.kernels`, in fused loops that are compiled at the first call, with the same
functions, and at least as accurate. `STATEMENTS` has the hash of each statement that went into this file, and
`symnorm kernels check` says whether they still hold as they stand here.
"""

# fmt: off
# mypy: disable-error-code="untyped-decorator, no-untyped-call, call-arg, call-overload, attr-defined"
from __future__ import annotations

import math
import platform
from typing import Any, NamedTuple

try:
    import numba
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("these kernels need numba: pip install 'symnorm[numba]'", name="numba") from error
import numpy as np

from .arguments import FLOAT32, Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace

loops = numba.njit(nogil=True, cache=True, error_model="numpy", fastmath={"contract"})
"""Compiles loops, which are computed as they are written, but that a product and a sum may be rounded once."""

CHUNK = 256
"""So many channels are summed in the dtype of x for the gradient of a parameter, and these sums in double precision."""

LONG = 4096
"""So many channels of single precision are summed in double precision at a time, where no rounding error matters."""

PIECE, SHORT, LEAST_PIECE = 64, 32, 8
"""So many of double precision, or what is left: rounding errors add up within a piece, not from one to the next."""

ROWS = 16
"""So many rows are summed in the dtype of x, and these sums in double precision."""

FEW = 512
"""So many channels are fetched at a time, before they are needed: less than the queues of a core hold."""

AHEAD = 128
"""The same in a loop that computes so much for each channel that it has to fetch for itself."""

CACHED = 1 << 19
"""Bytes of an array that is not worth fetching: it may be in a cache already."""

LINE = 64
"""Bytes that come into the cache together."""

FAR, FAR_IN_SINGLE = 0.25, 2.0**20
"""A mean whose square is more than so many variances is subtracted before squares are summed in double precision."""

NOTHING = (0.0, 0.0)
"""The sum of no pieces, and what was lost when it was rounded."""

_WINDOWS, _ARM = platform.system() == "Windows", platform.machine().lower() in ("aarch64", "arm64")
_FLAGS = 2 | 4 | 8 | 16 if _WINDOWS else 1 | 2 | 4 | 8 if _ARM else 1 | 4 | 8 | 16
"""Invalid, division by zero, overflow, underflow: as <fenv.h> has them."""

_clear = numba.types.ExternalFunction("feclearexcept", numba.int32(numba.int32))
_test = numba.types.ExternalFunction("fetestexcept", numba.int32(numba.int32))


HALF, ONE, TWO = np.float32(0.5), np.float32(1), np.float32(2)
LOG2_E, LN2_HIGH, LN2_LOW = np.float32(1.442695), np.float32(0.693359375), np.float32(-0.00021219444)
"""1/log 2, and log 2 in two parts: the multiples of the first that are needed are exact."""

EXP = tuple(map(np.float32, (0.0013926176, 0.008363173, 0.041666556, 0.16666578, 0.5)))
"""(e^r - 1 - r)/r^2 where |r| <= log(2)/2: the coefficients of the powers of r, the highest first."""

TANH = tuple(
    map(
        np.float32,
        (0.00014279319, -0.00092350086, 0.0032068035, -0.008697848, 0.02182955, -0.053963415, 0.1333331, -0.33333334),
    )
)
"""(tanh(a) - a)/a^3 where 0 <= a <= 1: the coefficients of the powers of a^2, the highest first."""

SHIFT, BIAS, FRACTION = np.float32(3 << 22), np.int32(127), np.int32(23)
"""What rounds a small number that it is added to, into its last bits; what is added to exponents, and their place."""

SURE, MOST = np.float32(10), np.float32(87)
"""In single precision tanh(a) is 1 from the first on; e^-a is a normal number up to the second."""

LEAST, VANISHING, NONE = np.float32(2**-13), np.float32(2**-66), np.float32(2**-126)
"""What is nothing beside 1 as a square, what is as a number; and what has no normal product with e^-87."""


@loops
def _begin() -> None:
    """Clears the processor's flags."""
    _clear(_FLAGS)


@loops
def _left_range() -> bool:
    """Whether a number overflowed, underflowed or became invalid since `_begin`."""
    return bool(_test(_FLAGS) != 0)


@numba.extending.intrinsic
def _fetch(typing: Any, row: Any, j: Any, line: Any) -> Any:
    """Fetches the memory that is so many lines after row[j] into the cache."""

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        utils = numba.core.cgutils
        data = context.make_array(signature.args[0])(context, builder, given[0]).data
        kind = utils.ir.FunctionType(utils.ir.VoidType(), [utils.voidptr_t, *[utils.int32_t] * 3])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", (utils.voidptr_t,), kind)
        place = builder.bitcast(builder.gep(data, [given[1]]), utils.voidptr_t)
        place = builder.gep(place, [builder.mul(given[2], given[2].type(LINE))])
        builder.call(prefetch, [place, *map(utils.int32_t, (1, 3, 1))])  # to write, into the first level, data
        return context.get_dummy_value()

    return numba.types.void(row, j, line), generated


@loops
def _fetched(row: Any, first: int, few: int) -> None:
    """Fetches a few channels of a row that are needed soon, so that nobody waits for memory then."""
    for line in range(min(few, row.size - first) * row.itemsize // LINE):
        _fetch(row, first, line)


@numba.njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})
def _plus(total: Any, x: Any, factor: Any = 1.0) -> Any:
    """total + x factor, in the precision of total and in any order of the summands: so sums are vectorized."""
    return total + type(total)(x) * type(total)(factor)


@numba.extending.intrinsic
def _bits(typing: Any, x: Any) -> Any:
    """The bits of a number in single precision, as an integer; or of such an integer, as a number."""
    other = numba.int32 if x == numba.float32 else numba.float32

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.bitcast(given[0], context.get_value_type(other))

    return other(x), generated


@loops
def _exp(a: Any) -> Any:
    """e^-a in single precision, for a from 0 to MOST: by e^r and a power of 2."""
    shifted = SHIFT - a * LOG2_E
    n = shifted - SHIFT
    r = -a - n * LN2_HIGH - n * LN2_LOW
    p = EXP[0]
    for coefficient in EXP[1:]:
        p = p * r + coefficient
    return (r * p * r + r + ONE) * _bits(np.int32((_bits(shifted) + BIAS) << FRACTION))


@loops
def _tanh(u: Any) -> Any:
    """tanh(u) in single precision; beyond/kernel_dyt: tanh by exp, tanh is odd.

    It raises no flags but for what is no normal number. So the square of a small number is not rounded by itself.
    """
    size = abs(u)
    a = SURE if size > SURE else size
    e = _exp(TWO * a)
    square = a * a + VANISHING
    p = TANH[0]
    for coefficient in TANH[1:]:
        p = p * square + coefficient
    found = a + a * (square * p) if a < ONE else ONE - TWO * e / (ONE + e)
    return math.copysign(found, u)


@loops
def _half_sech(u: Any) -> Any:
    """1/(e^u + e^-u) in single precision; beyond/kernel_dyt: slope is even. It raises a flag where e^-|u| is none."""
    size = abs(u)
    a = LEAST if size < LEAST else size
    e = _exp(MOST if a > MOST else a) * (NONE if size > MOST else ONE)
    b = LEAST if e < LEAST else e  # its square does not underflow
    return e / (ONE + b * b)


@numba.njit(nogil=True, error_model="numpy", fastmath={"afn", "arcp", "contract"})
def _guess(square: Any) -> Any:
    """About the inverse of a root, in single precision, as fast as the processor has it."""
    return ONE / math.sqrt(square)


def _over_root(x: Any, square: Any) -> Any:
    """x / sqrt(square); in loops, in single precision, `_over_root_of` has it without a division."""
    return x / math.sqrt(square)


@numba.extending.overload(_over_root, jit_options={"nogil": True, "fastmath": {"contract"}, "error_model": "numpy"})
def _over_root_of(x: Any, square: Any) -> Any:
    """How loops compute that, by the type of the number; beyond/kernel_root."""

    def by_a_guess(x: Any, square: Any) -> Any:
        y = _guess(square)
        return x * (y + y * HALF * (ONE - square * y * y))

    return by_a_guess if square == numba.float32 else _over_root


@loops
def _begun(part: Any, rows: int) -> Any:
    """Room for a sum over rows, in double precision, if there are so many rows; its part of a few rows is 0."""
    for j in range(part.size):
        part[j] = 0
    return np.zeros(part.size if rows > ROWS else 0)


@loops
def _flushed(part: Any, total: Any) -> None:
    """Adds a part of a sum over rows to the whole, and leaves zeros."""
    for j in range(total.size):
        total[j] += part[j]
        part[j] = 0


@loops
def _ended(part: Any, total: Any) -> None:
    """Writes a sum over rows where its parts have been."""
    for j in range(total.size):
        part[j] = total[j] + part[j]


@loops
def _piece(x: Any, first: int, fetches: bool) -> Any:
    """How many channels of a row are summed at a time, from here on."""
    left = x.size - first
    if x.itemsize == 8:
        return PIECE if left >= PIECE else SHORT if left >= SHORT else min(left, LEAST_PIECE)
    return min(left, FEW if fetches else LONG)


@loops
def _and(total: Any, piece: Any) -> Any:
    """A sum and the sum of one more piece; what is lost when that is rounded is kept beside it."""
    high, low = total
    whole = high + piece
    added = whole - high
    return whole, low + ((high - (whole - added)) + (piece - added))


@loops
def _whole(total: Any) -> Any:
    """A sum, rounded once; of what is not finite, nothing is known to be lost."""
    high, low = total
    return high + low if math.isfinite(high) else high


@loops
def _moments(x: Any, later: Any, fetches: bool) -> Any:
    """(pilot, shift, variance) of a row: x - pilot - shift has mean zero; beyond/kernel_centre. Fetches a later row."""
    total = squares = NOTHING
    first = 0
    while first < x.size:
        few = _piece(x, first, fetches)
        if fetches:
            _fetched(later, first, few)
        part = x[first : first + few]
        total_ = squares_ = 0.0
        for j in range(part.size):
            total_ = _plus(total_, part[j])
            squares_ = _plus(squares_, part[j], part[j])
        total = _and(total, total_)
        squares = _and(squares, squares_)
        first += few
    mean, variance, is_near = _about(total, squares, x)
    if is_near:
        return *_halves(x, mean), variance
    return _moments_about(x, mean)


@loops
def _about(total: Any, squares: Any, x: Any) -> Any:
    """(mean, variance, whether the mean is near zero) of d = x - pilot, by its sum and that of its squares."""
    mean = _whole(total) / x.size
    variance = _whole(squares) / x.size - mean * mean
    far = FAR if x.itemsize == 8 else FAR_IN_SINGLE
    return mean, max(variance, 0.0), mean * mean <= far * variance


@loops
def _halves(x: Any, mean: float) -> Any:
    """A number as two of the type of x, the second of which is what the first is off by."""
    T = x.dtype.type
    return T(mean), T(mean - np.float64(T(mean)))


@loops
def _moments_about(x: Any, pilot: float) -> Any:
    """(pilot, shift, variance) of a row whose mean is far from zero, near a pilot value."""
    T = x.dtype.type
    high, low = T(pilot), T(0)
    mean = variance = 0.0
    for _ in range(2):  # if constant, or nearly: the variance about both numbers is exact
        total = squares = NOTHING
        first = 0
        while first < x.size:
            few = _piece(x, first, False)
            part = x[first : first + few]
            total_ = squares_ = 0.0
            for j in range(part.size):
                d = part[j] - high - low
                total_ = _plus(total_, d)
                squares_ = _plus(squares_, d, d)
            total = _and(total, total_)
            squares = _and(squares, squares_)
            first += few
        mean, variance, is_near = _about(total, squares, x)
        if is_near or not math.isfinite(mean):
            break
        low = T(mean)
    rest = low + mean
    return high, T(rest), variance

__all__ = [
    "DyisruGradients",
    "DytGradients",
    "DytScaledGradients",
    "DytScaledRmsGradients",
    "ElnGeneralGradients",
    "ElnGradients",
    "IsruGradients",
    "LayerNormGradients",
    "Plan",
    "RmsNormGradients",
    "ada_norm",
    "ada_norm_vjp",
    "beta_i",
    "detach_norm",
    "detach_norm_vjp",
    "dyisru",
    "dyisru_vjp",
    "dyt",
    "dyt_scaled",
    "dyt_scaled_rms",
    "dyt_scaled_rms_vjp",
    "dyt_scaled_vjp",
    "dyt_vjp",
    "eln",
    "eln_general",
    "eln_general_vjp",
    "eln_vjp",
    "gradient_variance",
    "isru",
    "isru_vjp",
    "layer_norm",
    "layer_norm_simple",
    "layer_norm_simple_vjp",
    "layer_norm_vjp",
    "rms_norm",
    "rms_norm_vjp",
]


STATEMENTS = {
    "beyond/beta: by the variance":
        "a9456c48f8f6f192e4b9995f07ca28323d2557313ea6693982aa906b74c07cea",
    "beyond/beta: closed form":
        "1d36bdd00d5547338cd4d92f39abca7df47e6fcf3b95e1f23b40df242b808c04",
    "beyond/kernel_ada_norm: dx":
        "006386d816b985fa2f3f926e00b47240010d262c3068ed8b46614e495dacc46b",
    "beyond/kernel_ada_norm: forward":
        "4e2f7dcb6e84d1d27922d64142783ff9e388e0af1a871cdd04fd82fdadac08b2",
    "beyond/kernel_ada_norm_attached: dx":
        "3241a87161423e0fab2a981e7cb3aaa7df322377703126ebe10582b8d2a64461",
    "beyond/kernel_beta: beta_i":
        "e096946e7f36bc34457aac95fa9c089f7e60df624763886b13f9f152b8555d98",
    "beyond/kernel_beta: by the other channels":
        "2280106fb057a68fa04d2e7d59fd78ca5035e96aea0f868c38e9f627b017f854",
    "beyond/kernel_centre: deviation":
        "8d98806a009440eb4e63a55fb6825041b33dd2b0d54464c2415ae4f2030ffd2c",
    "beyond/kernel_centre: product":
        "6cf5564d0b326d3b65f69158f583516e02e5dcb036fba09db9ac3146a49e2275",
    "beyond/kernel_centre: variance":
        "9a465f5c94c2f8f9b98beef16f7e15e2aaba69d6b55358fefcd27472fa503e6e",
    "beyond/kernel_detach_norm: both":
        "7e45ac2d92bfd0688d4ab330ab34f9be191ba557ec5e0cd3d112c6d28c2b937b",
    "beyond/kernel_detach_norm: mean":
        "576d138ad8b637a630ed2bbc0be342c80569b57059a4ab2829c9131408e583c5",
    "beyond/kernel_detach_norm: variance":
        "74e382cfc37d555bf5dc57310f202630baa746c0356a0dcf4d303c4a6a93c82e",
    "beyond/kernel_dyisru: dbeta":
        "3b2fee53cd48d5f67321fc52eab75ae69e59781ae41cd0d00764d57fb63a7576",
    "beyond/kernel_dyisru: dx":
        "6c4b9b2d5a43c2f4c382a606a032cc5231eef588ef14a1591ea591a66069133a",
    "beyond/kernel_dyisru: forward":
        "62f57920fcf6adc02445885863e5f74a8a8f32fcbab5a5c9731b46f4413aecab",
    "beyond/kernel_dyt: dalpha":
        "c0f6267c26249469198f52805a2980b9f3dfa5e4721d03ebb0171a6a23e7aa3c",
    "beyond/kernel_dyt: dbias":
        "89ca6d7460fd6104c22cbe52a3a3d2d8627b7d5731071b9276a852f15c79f50a",
    "beyond/kernel_dyt: dgain":
        "5a735dc778f615d31ee202fd32ca4115363b07144503034c57854b9a934cfd9f",
    "beyond/kernel_dyt: dx":
        "7b1c56942ce787cc85951ffc845ec7b31cd37fd77ac7e239ef5a4f1fa4b32a08",
    "beyond/kernel_dyt: forward":
        "67b91749d2fa5449c77a79f570bfae8d23618b4c63e49495b8d24634018ab937",
    "beyond/kernel_dyt: slope by cosh":
        "846788640cbb782bcd6ae65c997ca38e5f3ef790fe8a1180ac1906b9865eb604",
    "beyond/kernel_dyt: slope is even":
        "16aec5f75f8e0cb6d9e1643441ced486b1df47f376f437adaecdaffe5088199e",
    "beyond/kernel_dyt: tanh by exp":
        "89942a1173a2e91b0d06f0d91972cb891fc7e0fb8a1390bff4183761fc5eafda",
    "beyond/kernel_dyt: tanh is odd":
        "b7175ea973e1854958f8ce39c9edbddf94d5ba1c1c68c6e4c7b6b789854061be",
    "beyond/kernel_dyt_scaled: dalpha":
        "fabf008a2bf94f3c3ba63e835b987336e3987b3f7ea352cc2875161270e439a8",
    "beyond/kernel_dyt_scaled: dx":
        "9d87030d5d0fdf6f0c6f89e765929b8202802a5623af0e316b78c286105ced34",
    "beyond/kernel_dyt_scaled: forward":
        "2cacd10316bb4e0af0416bbd35cb09e2f248139d69c61ab088d2d3858127fed1",
    "beyond/kernel_dyt_scaled_rms: dalpha":
        "2288efd426b54032e0f283bd8e51448e337fb1a7288873435f6240674052e372",
    "beyond/kernel_dyt_scaled_rms: dx":
        "1c53b18ccc4d5ddcb48ef9a1f0d5cce397df0cc1eb4390b3245d10c7f24c35c0",
    "beyond/kernel_dyt_scaled_rms: forward":
        "4da462e2ef73c30d98365d5e287514fe7f7a7f45794ac70c8f26a8eb5d3cb481",
    "beyond/kernel_dyt_simple: dalpha":
        "ee4a00859437b7b9df4d76242876392942ab914c038ee260b5c3078910fe186f",
    "beyond/kernel_dyt_simple: dx":
        "3ef79e7ca20d02b44b02cfa4514de00ebbf8491ca5016dfb3b81be3e0af45eff",
    "beyond/kernel_dyt_simple: forward":
        "9d7883fc48fce14301b4111f4799e9c1a3c9b0e0563b03da73749d961b444768",
    "beyond/kernel_eln: dbeta":
        "647a36e854de8bc8fb21cd410ebff7997bc1f7ee4f04c76188226d35caa25bd5",
    "beyond/kernel_eln: dx":
        "748c583b680e1e13079586d59af1cacb170de640bfbe3746f7983e4f7d822eeb",
    "beyond/kernel_eln: forward":
        "238f5afa74579079d15fa47d41ac3c8208165c1404c50b68bc254c26d9d347f5",
    "beyond/kernel_eln_general: dbetas":
        "83269a42e426f117d20886c209f4f7db1fc8f5be5654c55441bc818f91b5285d",
    "beyond/kernel_eln_general: dx":
        "e3c72935aa64b140fe0c88e1c33c162b56d0ec16204a7a106b2fa3b5ebdeb2ac",
    "beyond/kernel_eln_general: forward":
        "4ed75801a247ac4c3a3183e4f62d89a37b1f7d7506414341e89d0ba177509955",
    "beyond/kernel_gradient_variance: both":
        "1c8412446a3cc3f376a71e5532a202bf972f81a68d55d3781a6dacea402a3465",
    "beyond/kernel_gradient_variance: mean":
        "2fd4fc00472049963f3bd8622954ef830a3827f395be779247e7a693d8caf359",
    "beyond/kernel_gradient_variance: none":
        "d88f460789c8672a836d1fbcaff93dec21de1a5fc854634d4eb959c7a280cb92",
    "beyond/kernel_gradient_variance: variance":
        "bcf2ca8620f1aa26ede25880bb56d15c2f1ee9088765760abf3abaa387223be7",
    "beyond/kernel_isru: dalpha":
        "95cb9523f69dc39668a1583b59bac20d8c05297c963a8b6fc6fb3267a8af80fb",
    "beyond/kernel_isru: dx":
        "ba22edb8bded3d78f66f1a34fb9f26103e4b79b07eb5668f42673c757876545e",
    "beyond/kernel_isru: forward":
        "82e5b872fcf0b89459dfd05d970484564e02550655db608e6b33f9d7de7554be",
    "beyond/kernel_layer_norm: dbias":
        "89ca6d7460fd6104c22cbe52a3a3d2d8627b7d5731071b9276a852f15c79f50a",
    "beyond/kernel_layer_norm: dgain":
        "ef53a01d1c224d1c1c9ef6645b4ae0ec62edfd212859015964c1cd46b1c8f652",
    "beyond/kernel_layer_norm: dx":
        "3b6a2bada8ffe064283af0d6588aba5a0118c3cd89b0063a5de7a223d9ba8e34",
    "beyond/kernel_layer_norm: forward":
        "f1687b1894806fb67ddcbdfdcc55c3501477035fcf1ee0766450d0e4db9ea3fb",
    "beyond/kernel_layer_norm_simple: dx":
        "3f536ed98682616cf5c4d3911ec2966d9ecc3a922ac0559adacbb5ad07361747",
    "beyond/kernel_layer_norm_simple: forward":
        "7055a30edb8d05eb0fdf35520107d0f11be26dd05507d7ed63c770eb53629983",
    "beyond/kernel_rms_norm: dgain":
        "e9910adf5b915088053dc77d5ee530c78ab1b1ab4da3d57c60456c2b61145fe7",
    "beyond/kernel_rms_norm: dx":
        "a703b9a8d9c341f851f2d35c7115475bc6ddbda8d750f48c4be74594468797f1",
    "beyond/kernel_rms_norm: forward":
        "fafad647b22f2e12eeb1cabb023da86cb5ee679fcaddea3d7b08a0b24ba26568",
    "beyond/kernel_rms_norm_simple: dx":
        "79657c1eb3258e9408bec5d011fd87e087dd489d7cfa04acae50d37469f3d34b",
    "beyond/kernel_rms_norm_simple: forward":
        "0a4f92e9c7fb2db8a87150f601039b1e581f51b56af96fa7082e6598793d1b4d",
    "beyond/kernel_root: product":
        "adf2ee97bb67d5ce4abfecd6893c0e18fc3dbc409658d383eb7958f11df0e96a",
    "beyond/kernel_root: step":
        "77f999b6c63668fa8d5a954940cdec1959e3cf7701b0b55ddc74a25792cae876",
    "beyond/kernel_scale: dbias":
        "25eaacca75e9cad486a77ab517d947a62d3b752df22c91dc8fbada7eebd6358c",
    "beyond/kernel_scale: dgain":
        "00bbeb3e0c57c2a42d07a5efcb22e76d13a26c0be7c59b8b8a427f8f74bace74",
    "beyond/kernel_scale: dx":
        "10856721b051d98794e9a9f3c91639c99ad549f9bc7584a285e072994301e802",
    "beyond/kernel_scale: dx, both detached":
        "ebeca0e10198a530b75db77ed9e4bfb9aa0ffb81176267d94fa038800ac23e97",
    "beyond/kernel_scale: dx, the mean detached":
        "c1167e3765d8a900b7bb85e5fa4f9c64179641bb45074d6c738dc2762c348e3c",
    "beyond/kernel_scale: dx, the variance detached":
        "28fe88060e538f759e089b4becc07adba3d37665f8658d3bf644a340593a8164",
    "beyond/kernel_scale: y":
        "ab175718d14219cc3ab35aa1a9e36fb93e4735adac2304fa36d7ce60485e4622",
    "beyond/kernel_scale_dyt: dalpha":
        "a83c9b9e60f6e2d916d93578573906d5fd25e2c2e13e42ce82347e5f88f8bf1f",
    "beyond/kernel_scale_dyt: dbias":
        "aed16915b39910555a3c84cccde2d66b25e17ab8ab3f35bcd89de19eba47f2dd",
    "beyond/kernel_scale_dyt: dgain":
        "96aeb2f41e40ead1fc16599b116d71b7fb29d789225cdd03ebdc6b496987f25c",
    "beyond/kernel_scale_dyt: dx":
        "806cd516a5f7799dd74ed6da3e62f6d9b01debea734e4616f1a0a4c0a9650651",
    "beyond/kernel_scale_eln: dbeta":
        "623889b3d6d9faa0be928e97e31787549c75f260afb4b5fb6b5fc8ab4cccf4fe",
    "beyond/kernel_scale_eln: dx":
        "a62ca1a68a7111131447107cae6e53436c744604d74b164b8942cd940fac5f87",
    "beyond/kernel_scale_eln: forward":
        "cefce37a1d3853f98efa2fc34292e2cc6205fb776e7fea5ce1816b9aaa9c4c75",
    "beyond/kernel_scale_eln_general: at the deviation":
        "88a58fc58ce9f536dcf91e90d590052ebca73c172a13887146b2d84907603474",
    "beyond/kernel_scale_eln_general: dbetas":
        "21b9514b7785c587988c28af2b1669622ccc5928e8a8b2f0ecb986c95f4720ec",
    "beyond/kernel_scale_eln_general: forward":
        "0a31bb321052dc79bd4d1cc97df6edf8fc2cdb9d2743fa552af6388d0a2acb8c",
    "beyond/kernel_scale_isru: dalpha":
        "a1912f15e0a41751ecaef06c041f66fa20bc52ba60244ca64e3a47c4b19604d1",
    "beyond/kernel_scale_isru: dx":
        "ffc253aeb575c23c5496977bd97514ae92c465bc8827eda97c42832f64edce98",
    "beyond/kernel_scale_isru: forward":
        "afb8e3cc17bf448a7d34087f8ec34f6b59b61f8e1a7a6a7ecbfd62c8756e2ebd",
    "beyond/kernel_scale_rms_norm: dgain":
        "5ce7fba578451fd1cce2c9b1d0614372b1fa073c15fec5e4d1c6a18253005e2e",
    "beyond/kernel_scale_rms_norm: dx":
        "3eb2ecef4b617a1e7b4d43108f74195ed850221203e81b4befe3f8d11370d3d0",
    "beyond/kernel_scale_rms_norm: r":
        "8dfd9baa18587638b87a83664a63cc738c633ca0698b3b4b3cd2857efb03e592",
    "beyond/kernel_scale_variances: beta_i":
        "e748ea1a7e29a2151ad438a9f42cd2602ef7d00658e4caf3389644d46a3d3809",
    "beyond/kernel_scale_variances: variance":
        "df8cd1ce8d15e9f2d121e82926477a2bb2a0533bfb65057e6a90ad3bebfd14f3",
    "beyond/vjp_ada_norm: dx":
        "797c1966a338d6d0a97c2e02fcbc4a6895a631a1969be27e965c4d85952f3844",
    "beyond/vjp_ada_norm: forward":
        "4733eff7f69305144e28069395d5b74fd61093e4c5f9cf940540449eaed55e81",
    "beyond/vjp_ada_norm_attached: dx":
        "d9e1da5f0348b11a90c5d040d79bf865e53a6e598e0e2288cbc32d5cca2e5fea",
    "beyond/vjp_detach_mean: dx":
        "7d7139c4a3bbf6bc81e5dbb5c2e7106119f73aebe29137fc9a036b214e112396",
    "beyond/vjp_detach_norm: dx":
        "bb6834c29529ce73e64081bd85ef5fc82cadd51b2c8e68e4bf84aaa2cb2450fe",
    "beyond/vjp_detach_variance: dx":
        "7ccd3e5a3a3427b805016ef63b49bf1900390eadbc1912e7a6c13c9c4c09f4c0",
    "beyond/vjp_dyisru: dbeta":
        "2203cab5cbb851163198904fbbef157370de810f6529b3ef6daf9a84ee1654ec",
    "beyond/vjp_dyisru: dx":
        "841b5c4c20f6e2a16aafb04a1d3b5914479463278dd7b42326984a2a45c29744",
    "beyond/vjp_dyisru: forward":
        "030c1b2959b5bd84be0e968050421e6958116ddb0612645cee37a108c9949aef",
    "beyond/vjp_dyt: dalpha":
        "dd0c4dead231362b7c10f2b49aecb5e6eec5a07ee3e23e030af0fdb7fb963555",
    "beyond/vjp_dyt: dbias":
        "3c542d2d39f78a8c4c7b851fe5b2c5980aee3e85c4a432fb79c5b3fc56024514",
    "beyond/vjp_dyt: dgain":
        "19459333d42a429098d4aceeb28836750ca57825540434f03ce52e78f8df8a20",
    "beyond/vjp_dyt: dx":
        "840d5b7039cd57d3139142dd95e71571778d2567c90c38af2c03bb53314c0da6",
    "beyond/vjp_dyt: forward":
        "85c6d4f0600cc631ead1390284202f61d22bf6f57521fd9b79944d22fb40f8fe",
    "beyond/vjp_dyt_scaled: dalpha":
        "cda89616339e89f3857e81b67fde7a21de2227929345206e79ea0c0d0ae05843",
    "beyond/vjp_dyt_scaled: dx":
        "8cfc9045c1791cc0509b7a24fb31109907090ef8823b85288b866cdfb9687cde",
    "beyond/vjp_dyt_scaled: forward":
        "4f5749b51a557d9d96823bf868523382a5f7d1b6415fda43ece43f525303b117",
    "beyond/vjp_dyt_scaled_rms: dalpha":
        "4b61f453f6f8b86c622237bce1f0cf81806f15d488af8fa0bd6b65db09f15826",
    "beyond/vjp_dyt_scaled_rms: dx":
        "9307ce7c3c4d996f9fd6ad4e5d3efd2156380f6a8ce558ccf0f8e102cad83161",
    "beyond/vjp_dyt_scaled_rms: forward":
        "1277e1591978cfa2b18d1d92ebc4224ccccd7d78cfb3a209d5004721b4876644",
    "beyond/vjp_dyt_simple: dalpha":
        "6d10345d390b5113bc190eca542531a916d5465dcfe10fcfd7ee7d3913f58131",
    "beyond/vjp_dyt_simple: dx":
        "e4e327929204b094c2d7b339c4c2543d9975844ed68e724eaf50e2cda868084c",
    "beyond/vjp_dyt_simple: forward":
        "9d7883fc48fce14301b4111f4799e9c1a3c9b0e0563b03da73749d961b444768",
    "beyond/vjp_eln: dbeta":
        "ab1169c3ca981403a026ea9015e1c92ca2dfd2c8516f102e32eebe268c8e881d",
    "beyond/vjp_eln: dx":
        "f3bf3e8ddff8038f82a543c38876bcf4c6a51bdccf0abbb35ff69c5be6d46889",
    "beyond/vjp_eln: forward":
        "e99d1d102d42b941f4e0dbfaa3957141de7acf2138de0cabe1773ff079d129e6",
    "beyond/vjp_eln_general: dbeta":
        "11378467ac6bb37bf734dd305fe5ac705f85c9185782f22a4bb67fc88621ba06",
    "beyond/vjp_eln_general: dx":
        "62100d3943a5f8724e0b4b1e8e5f6f812ec8b67925a14cc7d29e1f8f7e4acf08",
    "beyond/vjp_eln_general: forward":
        "15b9c5f769eaebe6dc0da8f851bf83cfde00f24c7fce9268a2db4eb50be53b76",
    "beyond/vjp_isru: dalpha":
        "781e2a22686dd6127893e41fe107d5c4b217cdab3a72da7b39836ffd00fd7765",
    "beyond/vjp_isru: dx":
        "f915f06372a8e0589579e32e2364545f6ebd8eec52b3ebce7b855ff40cb7cc28",
    "beyond/vjp_isru: forward":
        "d39221b645f34c73a1fce42cb50b2741ac85298906703b8829cf352aa9fc14c3",
    "beyond/vjp_layer_norm: dbias":
        "e306feaf60301df74dbd66c5b823a3c81e12cb7f1c03dd039cba792b934b6735",
    "beyond/vjp_layer_norm: dgain":
        "3c82386b3272afce6c5f467ac45a627753911de1c8b8cd19062f709a0e4de4bc",
    "beyond/vjp_layer_norm: dx":
        "3cc05ce406618e5aa9eb5fb7a5ff43bc97a56601d450b2a8ff7faedc8a3d653e",
    "beyond/vjp_layer_norm: forward":
        "59b9759258826f526e23fe499a4f65daaf4867609897a146baffac83018821bc",
    "beyond/vjp_layer_norm_simple: dx":
        "2a25319012f802e729d06a60d32683502f53ccae794506e31975747b7290e088",
    "beyond/vjp_layer_norm_simple: forward":
        "0c46b2d8a3b8cf155715896f196965c80e420b01130db9dd64400adc679899bf",
    "beyond/vjp_rms_norm: dgain":
        "404b4a4e1e968fb8151510cc87c9e7f338b3c288bd130cd20a2d6ef35b8f4164",
    "beyond/vjp_rms_norm: dx":
        "97221197924254c3531085bc7277e1e7b130c523bd8c7348294920b96b2193f6",
    "beyond/vjp_rms_norm: forward":
        "310a29b17fc2124195819ecca7bdc4b295204cfcaa3229c3775e7b4e05f8f5ec",
    "beyond/vjp_rms_norm_simple: dx":
        "a2d09a7bfef6ce0472b102735a5918199550f612eedfa7540743c9490bb7caab",
    "beyond/vjp_rms_norm_simple: forward":
        "8b8bdac3e44410b9153350736eacbd2b0100b43348cc075bdb01028486497057",
}


@loops
def _layer_norm_loops(x, gain, bias, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        for j in range(width):
            out_i[j] = (x_i[j] - pilot_x - shift_x) * T(r) * gain[j] + bias[j]
    return _left_range()


def _layer_norm(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: forward."""
    left_range = _layer_norm_loops(
        x, gain, np.zeros(x.shape[1], out.dtype) if bias is None else bias, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _layer_norm_vjp_loops(g, x, gain, C, eps, out, dgain, dbias):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    dgain_ = _begun(dgain, len(x))
    dbias_ = _begun(dbias, len(x))
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        total_sum = squares_sum = dot_sum = dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            gain_ = gain[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            total_ = squares_ = dot_ = dot2_ = 0.0
            for j in range(g_.size):
                u = D(g_[j]) * D(gain_[j])
                total_ = _plus(total_, D(x_[j]))
                squares_ = _plus(squares_, D(x_[j]), D(x_[j]))
                dot_ = _plus(dot_, u, D(x_[j]))
                dot2_ = _plus(dot2_, u)
            total_sum = _and(total_sum, total_)
            squares_sum = _and(squares_sum, squares_)
            dot_sum = _and(dot_sum, dot_)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot = _whole(dot_sum)
        dot2 = _whole(dot2_sum)
        mean, variance, is_near = _about(total_sum, squares_sum, x_i)
        if is_near:
            pilot_x, shift_x = _halves(x_i, mean)
            dot -= mean * dot2
        else:
            pilot_x, shift_x, variance = _moments_about(x_i, mean)
            dot_sum = NOTHING
            first = 0
            while first < width:
                few = _piece(x_i, first, False)
                g_ = g_i[first : first + few]
                x_ = x_i[first : first + few]
                gain_ = gain[first : first + few]
                dot_ = 0.0
                for j in range(g_.size):
                    dot_ = _plus(dot_, D(g_[j]) * (D(x_[j]) - pilot_x - shift_x), D(gain_[j]))
                dot_sum = _and(dot_sum, dot_)
                first += few
            dot = _whole(dot_sum)
        v = variance + eps
        r = 1 / math.sqrt(v)
        q = dot / C / v
        p = dot2 / C
        if dbias.size:
            for j in range(width):
                dbias[j] += g_i[j]
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            dgain[j] += T(r) * g_i[j] * t
            out_i[j] = (g_i[j] * gain[j] - t * T(q) - T(p)) * T(r)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
            _flushed(dbias, dbias_)
    _ended(dgain, dgain_)
    _ended(dbias, dbias_)
    return _left_range()


def _layer_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: dx, with gradients."""
    dgain = np.empty(x.shape[1], out.dtype)
    dbias = np.empty(0 if bias is None else x.shape[1], out.dtype)
    left_range = _layer_norm_vjp_loops(
        g, x, gain, C, eps, out, dgain, dbias
    )
    if left_range:
        work.flag()
    return (dgain, dbias if bias is not None else None)


@loops
def _layer_norm_simple_loops(x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        for j in range(width):
            out_i[j] = (x_i[j] - pilot_x - shift_x) * T(r)
    return _left_range()


def _layer_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: forward."""
    left_range = _layer_norm_simple_loops(
        x, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _layer_norm_simple_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        total2_sum = squares_sum = dot_sum = total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            total2_ = squares_ = dot_ = total_ = 0.0
            for j in range(g_.size):
                total2_ = _plus(total2_, D(x_[j]))
                squares_ = _plus(squares_, D(x_[j]), D(x_[j]))
                dot_ = _plus(dot_, D(g_[j]), D(x_[j]))
                total_ = _plus(total_, D(g_[j]))
            total2_sum = _and(total2_sum, total2_)
            squares_sum = _and(squares_sum, squares_)
            dot_sum = _and(dot_sum, dot_)
            total_sum = _and(total_sum, total_)
            first += few
        dot = _whole(dot_sum)
        total = _whole(total_sum)
        mean, variance, is_near = _about(total2_sum, squares_sum, x_i)
        if is_near:
            pilot_x, shift_x = _halves(x_i, mean)
            dot -= mean * total
        else:
            pilot_x, shift_x, variance = _moments_about(x_i, mean)
            dot_sum = NOTHING
            first = 0
            while first < width:
                few = _piece(x_i, first, False)
                g_ = g_i[first : first + few]
                x_ = x_i[first : first + few]
                dot_ = 0.0
                for j in range(g_.size):
                    dot_ = _plus(dot_, D(g_[j]), D(x_[j]) - pilot_x - shift_x)
                dot_sum = _and(dot_sum, dot_)
                first += few
            dot = _whole(dot_sum)
        v = variance + eps
        r = 1 / math.sqrt(v)
        q = dot / C / v
        p = total / C
        for j in range(width):
            out_i[j] = (g_i[j] - (x_i[j] - pilot_x - shift_x) * T(q) - T(p)) * T(r)
    return _left_range()


def _layer_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: dx."""
    left_range = _layer_norm_simple_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _ada_norm_loops(x, c, kappa, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        a = r * c
        b = a * kappa * r
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = (T(a) - t * T(b)) * t
    return _left_range()


def _ada_norm(
    work: Workspace, x: Array, C: int, c: float, kappa: float, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: forward."""
    left_range = _ada_norm_loops(
        x, c, kappa, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _ada_norm_vjp_loops(g, x, C, c, kappa, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        dot_sum = total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = total_ = 0.0
            for j in range(g_.size):
                t = D(x_[j]) - pilot_x - shift_x
                h = (c - t * (r * kappa * c)) * D(g_[j])
                dot_ = _plus(dot_, h, t)
                total_ = _plus(total_, h)
            dot_sum = _and(dot_sum, dot_)
            total_sum = _and(total_sum, total_)
            first += few
        dot = _whole(dot_sum)
        total = _whole(total_sum)
        q = dot / C / v
        p = total / C
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = ((T(c) - t * T(r * kappa * c)) * g_i[j] - t * T(q) - T(p)) * T(r)
    return _left_range()


def _ada_norm_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: dx."""
    left_range = _ada_norm_vjp_loops(
        g, x, C, c, kappa, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _ada_norm_attached_vjp_loops(g, x, C, c, kappa, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        dot_sum = total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = total_ = 0.0
            for j in range(g_.size):
                t = D(x_[j]) - pilot_x - shift_x
                h = (c - t * (r * 2 * kappa * c)) * D(g_[j])
                dot_ = _plus(dot_, h, t)
                total_ = _plus(total_, h)
            dot_sum = _and(dot_sum, dot_)
            total_sum = _and(total_sum, total_)
            first += few
        dot = _whole(dot_sum)
        total = _whole(total_sum)
        q = dot / C / v
        p = total / C
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = ((T(c) - t * T(r * 2 * kappa * c)) * g_i[j] - t * T(q) - T(p)) * T(r)
    return _left_range()


def _ada_norm_attached_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm_attached: dx."""
    left_range = _ada_norm_attached_vjp_loops(
        g, x, C, c, kappa, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _detach_norm_both_vjp_loops(g, x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        _, _, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        for j in range(width):
            out_i[j] = g_i[j] * T(r)
    return _left_range()


def _detach_norm_both_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: both."""
    left_range = _detach_norm_both_vjp_loops(
        g, x, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _detach_norm_mean_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        total_sum = squares_sum = dot_sum = weights_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            total_ = squares_ = dot_ = weights_ = 0.0
            for j in range(g_.size):
                total_ = _plus(total_, D(x_[j]))
                squares_ = _plus(squares_, D(x_[j]), D(x_[j]))
                dot_ = _plus(dot_, D(g_[j]), D(x_[j]))
                weights_ = _plus(weights_, D(g_[j]))
            total_sum = _and(total_sum, total_)
            squares_sum = _and(squares_sum, squares_)
            dot_sum = _and(dot_sum, dot_)
            weights_sum = _and(weights_sum, weights_)
            first += few
        dot = _whole(dot_sum)
        weights = _whole(weights_sum)
        mean, variance, is_near = _about(total_sum, squares_sum, x_i)
        if is_near:
            pilot_x, shift_x = _halves(x_i, mean)
            dot -= mean * weights
        else:
            pilot_x, shift_x, variance = _moments_about(x_i, mean)
            dot_sum = NOTHING
            first = 0
            while first < width:
                few = _piece(x_i, first, False)
                g_ = g_i[first : first + few]
                x_ = x_i[first : first + few]
                dot_ = 0.0
                for j in range(g_.size):
                    dot_ = _plus(dot_, D(g_[j]), D(x_[j]) - pilot_x - shift_x)
                dot_sum = _and(dot_sum, dot_)
                first += few
            dot = _whole(dot_sum)
        v = variance + eps
        r = 1 / math.sqrt(v)
        q = dot / C / v
        for j in range(width):
            out_i[j] = (g_i[j] - (x_i[j] - pilot_x - shift_x) * T(q)) * T(r)
    return _left_range()


def _detach_norm_mean_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: mean."""
    left_range = _detach_norm_mean_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _detach_norm_variance_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        _, _, variance = _moments(x_i, g_i, fetches)
        v = variance + eps
        r = 1 / math.sqrt(v)
        total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            total_ = 0.0
            for j in range(g_.size):
                total_ = _plus(total_, D(g_[j]))
            total_sum = _and(total_sum, total_)
            first += few
        total = _whole(total_sum)
        p = total / C
        for j in range(width):
            out_i[j] = g_i[j] * T(r) - T(p * r)
    return _left_range()


def _detach_norm_variance_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: variance."""
    left_range = _detach_norm_variance_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _rms_norm_loops(x, gain, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = 0.0
            for j in range(x_.size):
                dot_ = _plus(dot_, D(x_[j]), D(x_[j]))
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        u = dot / C + eps
        w = 1 / math.sqrt(u)
        for j in range(width):
            out_i[j] = x_i[j] * T(w) * gain[j]
    return _left_range()


def _rms_norm(
    work: Workspace, x: Array, gain: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: forward."""
    left_range = _rms_norm_loops(
        x, gain, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _rms_norm_vjp_loops(g, x, gain, C, eps, out, dgain):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    dgain_ = _begun(dgain, len(x))
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            gain_ = gain[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = dot2_ = 0.0
            for j in range(g_.size):
                dot_ = _plus(dot_, D(g_[j]) * D(x_[j]), D(gain_[j]))
                dot2_ = _plus(dot2_, D(x_[j]), D(x_[j]))
            dot_sum = _and(dot_sum, dot_)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot = _whole(dot_sum)
        dot2 = _whole(dot2_sum)
        u = dot2 / C + eps
        q = dot / C / u
        w = 1 / math.sqrt(u)
        for j in range(width):
            dgain[j] += T(w) * g_i[j] * x_i[j]
            out_i[j] = (g_i[j] * gain[j] - x_i[j] * T(q)) * T(w)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
    _ended(dgain, dgain_)
    return _left_range()


def _rms_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: dx, with gradients."""
    dgain = np.empty(x.shape[1], out.dtype)
    left_range = _rms_norm_vjp_loops(
        g, x, gain, C, eps, out, dgain
    )
    if left_range:
        work.flag()
    return (dgain,)


@loops
def _rms_norm_simple_loops(x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = 0.0
            for j in range(x_.size):
                dot_ = _plus(dot_, D(x_[j]), D(x_[j]))
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        u = dot / C + eps
        w = 1 / math.sqrt(u)
        for j in range(width):
            out_i[j] = x_i[j] * T(w)
    return _left_range()


def _rms_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: forward."""
    left_range = _rms_norm_simple_loops(
        x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _rms_norm_simple_vjp_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    D = np.float64
    fetches = x.nbytes > CACHED
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, fetches)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            if fetches:
                _fetched(out_i, first, few)
            dot_ = dot2_ = 0.0
            for j in range(g_.size):
                dot_ = _plus(dot_, D(g_[j]), D(x_[j]))
                dot2_ = _plus(dot2_, D(x_[j]), D(x_[j]))
            dot_sum = _and(dot_sum, dot_)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot = _whole(dot_sum)
        dot2 = _whole(dot2_sum)
        u = dot2 / C + eps
        q = dot / C / u
        w = 1 / math.sqrt(u)
        for j in range(width):
            out_i[j] = (g_i[j] - x_i[j] * T(q)) * T(w)
    return _left_range()


def _rms_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: dx."""
    left_range = _rms_norm_simple_vjp_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_fused(x, gain, bias, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            gain_ = gain[first : first + few]
            bias_ = bias[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha)) * gain_[j] + bias_[j]
    return _left_range()


@loops
def _dyt_loops(x, gain, bias, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    for i in range(len(x)):
        out_i = out[i]
        for j in range(width):
            out_i[j] = out_i[j] * gain[j] + bias[j]
    return _left_range()


def _dyt(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: forward."""
    if work.dtype is FLOAT32 and x.nbytes > CACHED:
        left_range = _dyt_fused(
            x, gain, np.zeros(x.shape[1], out.dtype) if bias is None else bias, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    left_range = _dyt_loops(
        x, gain, np.zeros(x.shape[1], out.dtype) if bias is None else bias, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_vjp_fused(g, x, gain, alpha, out, dgain, dbias):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    ratio = alpha / (alpha or 1.0)
    dgain_ = _begun(dgain, len(x))
    dbias_ = _begun(dbias, len(x))
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            part_dgain = dgain[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
            for j in range(g_.size):
                part_dgain[j] += _tanh(x_[j] * T(alpha)) * g_[j]
        if dbias.size:
            for j in range(width):
                dbias[j] += g_i[j]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            gain_ = gain[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                d = g_[j] * gain_[j] * w * T(4 * (alpha or 1.0)) * w
                dot_ = _plus(dot_, d, x_[j])
                out_[j] = d * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
            _flushed(dbias, dbias_)
        dalpha += dot / (alpha or 1.0)
    _ended(dgain, dgain_)
    _ended(dbias, dbias_)
    return _left_range(), dalpha


@loops
def _dyt_vjp_loops(g, x, s0, s1, gain, alpha, out, dgain, dbias):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    ratio = alpha / (alpha or 1.0)
    dgain_ = _begun(dgain, len(x))
    dbias_ = _begun(dbias, len(x))
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, s0_i, s1_i, out_i = g[i], x[i], s0[i], s1[i], out[i]
        for j in range(width):
            dgain[j] += s1_i[j] * g_i[j]
        if dbias.size:
            for j in range(width):
                dbias[j] += g_i[j]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            s0_ = s0_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            gain_ = gain[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                d = g_[j] * gain_[j] * s0_[j] * T(4 * (alpha or 1.0)) * s0_[j]
                dot_ = _plus(dot_, d, x_[j])
                out_[j] = d * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        if i % ROWS == ROWS - 1:
            _flushed(dgain, dgain_)
            _flushed(dbias, dbias_)
        dalpha += dot / (alpha or 1.0)
    _ended(dgain, dgain_)
    _ended(dbias, dbias_)
    return _left_range(), dalpha


def _dyt_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: dx, with gradients."""
    if work.dtype is FLOAT32:
        dgain = np.empty(x.shape[1], out.dtype)
        dbias = np.empty(0 if bias is None else x.shape[1], out.dtype)
        left_range, dalpha = _dyt_vjp_fused(
            g, x, gain, alpha, out, dgain, dbias
        )
        if left_range:
            work.flag()
        return (dalpha, dgain, dbias if bias is not None else None)
    s0, s1 = work.scratch(x)
    work.half_sech(x, alpha, out=s0)
    np.multiply(x, alpha, out=s1)
    np.tanh(s1, out=s1)
    dgain = np.empty(x.shape[1], out.dtype)
    dbias = np.empty(0 if bias is None else x.shape[1], out.dtype)
    left_range, dalpha = _dyt_vjp_loops(
        g, x, s0, s1, gain, alpha, out, dgain, dbias
    )
    if left_range:
        work.flag()
    return (dalpha, dgain, dbias if bias is not None else None)


@loops
def _dyt_simple_fused(x, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha))
    return _left_range()


def _dyt_simple(
    work: Workspace, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: forward."""
    if work.dtype is FLOAT32 and x.nbytes > CACHED:
        left_range = _dyt_simple_fused(
            x, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    return ()


@loops
def _dyt_simple_vjp_fused(g, x, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    ratio = alpha / (alpha or 1.0)
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                plain = g_[j] * w * T(4 * (alpha or 1.0)) * w
                dot_ = _plus(dot_, plain, x_[j])
                out_[j] = plain * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha += dot / (alpha or 1.0)
    return _left_range(), dalpha


@loops
def _dyt_simple_vjp_loops(g, x, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    ratio = alpha / (alpha or 1.0)
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                plain = g_[j] * out_[j] * T(4 * (alpha or 1.0)) * out_[j]
                dot_ = _plus(dot_, plain, x_[j])
                out_[j] = plain * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha += dot / (alpha or 1.0)
    return _left_range(), dalpha


def _dyt_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: dx, with gradients."""
    if work.dtype is FLOAT32:
        left_range, dalpha = _dyt_simple_vjp_fused(
            g, x, alpha, out
        )
        if left_range:
            work.flag()
        return (dalpha,)
    work.half_sech(x, alpha, out=out)
    left_range, dalpha = _dyt_simple_vjp_loops(
        g, x, alpha, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _dyt_scaled_fused(x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha)) * T(s)
    return _left_range()


@loops
def _dyt_scaled_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        out_i = out[i]
        for j in range(width):
            out_i[j] = out_i[j] * T(s)
    return _left_range()


def _dyt_scaled(
    work: Workspace, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: forward."""
    if work.dtype is FLOAT32 and x.nbytes > CACHED:
        left_range = _dyt_scaled_fused(
            x, C, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    left_range = _dyt_scaled_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_scaled_vjp_fused(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    s = math.sqrt(C - 1)
    ratio = alpha / (alpha or 1.0)
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                at_scaled = g_[j] * w * T(4 * s * (alpha or 1.0)) * w
                dot_ = _plus(dot_, at_scaled, x_[j])
                out_[j] = at_scaled * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha += dot / (alpha or 1.0)
    return _left_range(), dalpha


@loops
def _dyt_scaled_vjp_loops(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    ratio = alpha / (alpha or 1.0)
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                at_scaled = g_[j] * out_[j] * T(4 * s * (alpha or 1.0)) * out_[j]
                dot_ = _plus(dot_, at_scaled, x_[j])
                out_[j] = at_scaled * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha += dot / (alpha or 1.0)
    return _left_range(), dalpha


def _dyt_scaled_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: dx, with gradients."""
    if work.dtype is FLOAT32:
        left_range, dalpha = _dyt_scaled_vjp_fused(
            g, x, C, alpha, out
        )
        if left_range:
            work.flag()
        return (dalpha,)
    work.half_sech(x, alpha, out=out)
    left_range, dalpha = _dyt_scaled_vjp_loops(
        g, x, C, alpha, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _dyt_scaled_rms_fused(x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    n = math.sqrt(C)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for first in range(0, width, few):
            x_ = x_i[first : first + few]
            part_out_i = out_i[first : first + few]
            if few == AHEAD:
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            for j in range(x_.size):
                part_out_i[j] = _tanh(x_[j] * T(alpha)) * T(n)
    return _left_range()


@loops
def _dyt_scaled_rms_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    for i in range(len(x)):
        out_i = out[i]
        for j in range(width):
            out_i[j] = out_i[j] * T(n)
    return _left_range()


def _dyt_scaled_rms(
    work: Workspace, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: forward."""
    if work.dtype is FLOAT32 and x.nbytes > CACHED:
        left_range = _dyt_scaled_rms_fused(
            x, C, alpha, out
        )
        if left_range:
            work.flag()
        return ()
    np.multiply(x, alpha, out=out)
    np.tanh(out, out=out)
    left_range = _dyt_scaled_rms_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyt_scaled_rms_vjp_fused(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    few = AHEAD if x.nbytes > CACHED else CHUNK
    n = math.sqrt(C)
    ratio = alpha / (alpha or 1.0)
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, few):
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            if few == AHEAD:
                _fetched(g_i, first + few, few)
                _fetched(x_i, first + few, few)
                _fetched(out_i, first + few, few)
            dot_ = T(0)
            for j in range(g_.size):
                w = _half_sech(x_[j] * T(alpha))
                at_scaled_rms = g_[j] * w * T(4 * n * (alpha or 1.0)) * w
                dot_ = _plus(dot_, at_scaled_rms, x_[j])
                out_[j] = at_scaled_rms * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha += dot / (alpha or 1.0)
    return _left_range(), dalpha


@loops
def _dyt_scaled_rms_vjp_loops(g, x, C, alpha, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    ratio = alpha / (alpha or 1.0)
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                at_scaled_rms = g_[j] * out_[j] * T(4 * n * (alpha or 1.0)) * out_[j]
                dot_ = _plus(dot_, at_scaled_rms, x_[j])
                out_[j] = at_scaled_rms * T(ratio)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha += dot / (alpha or 1.0)
    return _left_range(), dalpha


def _dyt_scaled_rms_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: dx, with gradients."""
    if work.dtype is FLOAT32:
        left_range, dalpha = _dyt_scaled_rms_vjp_fused(
            g, x, C, alpha, out
        )
        if left_range:
            work.flag()
        return (dalpha,)
    work.half_sech(x, alpha, out=out)
    left_range, dalpha = _dyt_scaled_rms_vjp_loops(
        g, x, C, alpha, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _eln_loops(x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for j in range(width):
            out_i[j] = _over_root(x_i[j], x_i[j] * x_i[j] + T(beta)) * T(s)
    return _left_range()


def _eln(
    work: Workspace, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln: forward."""
    left_range = _eln_loops(
        x, C, beta, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _eln_vjp_loops(g, x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    s = math.sqrt(C - 1)
    dbeta = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                P = x_[j] * x_[j] + T(beta)
                f = g_[j] / (P * math.sqrt(P))
                dot_ = _plus(dot_, f, x_[j])
                out_[j] = f * T(s * beta)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dbeta += dot * -(s / 2)
    return _left_range(), dbeta


def _eln_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln: dx, with gradients."""
    left_range, dbeta = _eln_vjp_loops(
        g, x, C, beta, out
    )
    if left_range:
        work.flag()
    return (dbeta,)


@loops
def _dyisru_loops(x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for j in range(width):
            out_i[j] = _over_root(x_i[j], x_i[j] * x_i[j] + T(beta)) * T(n)
    return _left_range()


def _dyisru(
    work: Workspace, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: forward."""
    left_range = _dyisru_loops(
        x, C, beta, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _dyisru_vjp_loops(g, x, C, beta, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    n = math.sqrt(C)
    dbeta = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                P = x_[j] * x_[j] + T(beta)
                f = g_[j] / (P * math.sqrt(P))
                dot_ = _plus(dot_, f, x_[j])
                out_[j] = f * T(n * beta)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dbeta += dot * -(n / 2)
    return _left_range(), dbeta


def _dyisru_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: dx, with gradients."""
    left_range, dbeta = _dyisru_vjp_loops(
        g, x, C, beta, out
    )
    if left_range:
        work.flag()
    return (dbeta,)


@loops
def _eln_general_loops(x, betas, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    s = math.sqrt(C - 1)
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, _ = _moments(x_i, out_i, fetches)
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = _over_root(t, t * t + betas[j]) * T(s)
    return _left_range()


def _eln_general(
    work: Workspace, x: Array, betas: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: forward."""
    left_range = _eln_general_loops(
        x, betas, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _eln_general_vjp_loops(g, x, betas, C, out, dbetas):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    s = math.sqrt(C - 1)
    dbetas_ = _begun(dbetas, len(x))
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        pilot_x, shift_x, _ = _moments(x_i, g_i, fetches)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, False)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            out_ = out_i[first : first + few]
            betas_ = betas[first : first + few]
            dot_ = 0.0
            for j in range(g_.size):
                t = x_[j] - pilot_x - shift_x
                S = t * t + betas_[j]
                k = g_[j] / (S * math.sqrt(S))
                dot_ = _plus(dot_, k, betas_[j])
                out_[j] = k
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        p = dot / C
        for j in range(width):
            dbetas[j] += out_i[j] * (x_i[j] - pilot_x - shift_x) * T(-(s / 2))
            out_i[j] = out_i[j] * betas[j] * T(s) - T(p * s)
        if i % ROWS == ROWS - 1:
            _flushed(dbetas, dbetas_)
    _ended(dbetas, dbetas_)
    return _left_range()


def _eln_general_vjp(
    work: Workspace, g: Array, x: Array, betas: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: dx, with gradients."""
    dbetas = np.empty(x.shape[1], out.dtype)
    left_range = _eln_general_vjp_loops(
        g, x, betas, C, out, dbetas
    )
    if left_range:
        work.flag()
    return (dbetas,)


@loops
def _isru_loops(x, alpha, b, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        for j in range(width):
            out_i[j] = _over_root(x_i[j], x_i[j] * x_i[j] * T(alpha) + T(b))
    return _left_range()


def _isru(
    work: Workspace, x: Array, C: int, alpha: float, b: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_isru: forward."""
    left_range = _isru_loops(
        x, alpha, b, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _isru_vjp_loops(g, x, alpha, b, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    dalpha = 0.0
    for i in range(len(g)):
        g_i, x_i, out_i = g[i], x[i], out[i]
        dot_sum = NOTHING
        for first in range(0, width, CHUNK):
            g_ = g_i[first : first + CHUNK]
            x_ = x_i[first : first + CHUNK]
            out_ = out_i[first : first + CHUNK]
            dot_ = T(0)
            for j in range(g_.size):
                u = x_[j] * x_[j]
                m = u * T(alpha) + T(b)
                v = g_[j] / (m * math.sqrt(m))
                dot_ = _plus(dot_, v * x_[j], u)
                out_[j] = v * T(b)
            dot_sum = _and(dot_sum, dot_)
        dot = _whole(dot_sum)
        dalpha += -(dot / 2)
    return _left_range(), dalpha


def _isru_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, b: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_isru: dx, with gradients."""
    left_range, dalpha = _isru_vjp_loops(
        g, x, alpha, b, out
    )
    if left_range:
        work.flag()
    return (dalpha,)


@loops
def _beta_i_top_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    D = np.float64
    for i in range(len(x)):
        x_i = x[i]
        total_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, False)
            x_ = x_i[first : first + few]
            total_ = 0.0
            for j in range(x_.size):
                total_ = _plus(total_, D(x_[j]))
            total_sum = _and(total_sum, total_)
            first += few
        total = _whole(total_sum)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, False)
            x_ = x_i[first : first + few]
            dot_ = 0.0
            for j in range(x_.size):
                d = D(x_[j]) - (total / (C - 1))
                dot_ = _plus(dot_, d, d)
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        out[i] = dot * ((C - 1) / C)
    return _left_range()


def _beta_i_top(
    work: Workspace, x: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_beta: by the other channels."""
    left_range = _beta_i_top_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _beta_i_loops(x, C, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    T = x.dtype.type
    fetches = x.nbytes > CACHED
    for i in range(len(x)):
        x_i, out_i = x[i], out[i]
        pilot_x, shift_x, variance = _moments(x_i, out_i, fetches)
        for j in range(width):
            t = x_i[j] - pilot_x - shift_x
            out_i[j] = T(variance * (C - 1)) - t * t
    return _left_range()


def _beta_i(
    work: Workspace, x: Array, C: int, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_beta: beta_i."""
    left_range = _beta_i_loops(
        x, C, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_none_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    D = np.float64
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        pilot_g, shift_g, _ = _moments(g_i, g_i, False)
        pilot_x, shift_x, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, False)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot_ = 0.0
            for j in range(g_.size):
                dot_ = _plus(dot_, D(g_[j]) - pilot_g - shift_g, D(x_[j]) - pilot_x - shift_x)
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, False)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot2_ = 0.0
            for j in range(g_.size):
                left = D(g_[j]) - pilot_g - shift_g - (D(x_[j]) - pilot_x - shift_x) * (r * r * (dot / C))
                dot2_ = _plus(dot2_, left, left)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot2 = _whole(dot2_sum)
        out[i] = dot2 / C * r * r
    return _left_range()


def _gradient_variance_none(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: none."""
    left_range = _gradient_variance_none_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_mean_loops(g, x, C, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    width = x.shape[1]
    D = np.float64
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        pilot_g, shift_g, _ = _moments(g_i, g_i, False)
        pilot_x, shift_x, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        dot_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, False)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot_ = 0.0
            for j in range(g_.size):
                dot_ = _plus(dot_, D(g_[j]) - pilot_g - shift_g, D(x_[j]) - pilot_x - shift_x)
            dot_sum = _and(dot_sum, dot_)
            first += few
        dot = _whole(dot_sum)
        dot2_sum = NOTHING
        first = 0
        while first < width:
            few = _piece(x_i, first, False)
            g_ = g_i[first : first + few]
            x_ = x_i[first : first + few]
            dot2_ = 0.0
            for j in range(g_.size):
                left = D(g_[j]) - pilot_g - shift_g - (D(x_[j]) - pilot_x - shift_x) * (r * r * (dot / C))
                dot2_ = _plus(dot2_, left, left)
            dot2_sum = _and(dot2_sum, dot2_)
            first += few
        dot2 = _whole(dot2_sum)
        out[i] = dot2 / C * r * r
    return _left_range()


def _gradient_variance_mean(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: mean."""
    left_range = _gradient_variance_mean_loops(
        g, x, C, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_variance_loops(g, x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        _, _, D_h = _moments(g_i, g_i, False)
        _, _, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        out[i] = D_h * r * r
    return _left_range()


def _gradient_variance_variance(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: variance."""
    left_range = _gradient_variance_variance_loops(
        g, x, eps, out
    )
    if left_range:
        work.flag()
    return ()


@loops
def _gradient_variance_both_loops(g, x, eps, out):  # type: ignore[no-untyped-def]
    _begin()
    for i in range(len(g)):
        g_i, x_i = g[i], x[i]
        _, _, D_h = _moments(g_i, g_i, False)
        _, _, variance = _moments(x_i, x_i, False)
        r = 1 / math.sqrt(variance + eps)
        out[i] = D_h * r * r
    return _left_range()


def _gradient_variance_both(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array,
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: both."""
    left_range = _gradient_variance_both_loops(
        g, x, eps, out
    )
    if left_range:
        work.flag()
    return ()


LAYER_NORM = Kernel(
    name="layer_norm",
    function=_layer_norm,
    arrays=("x",),
    channels=("gain", "bias"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


LAYER_NORM_VJP = Kernel(
    name="layer_norm_vjp",
    function=_layer_norm_vjp,
    arrays=("g", "x"),
    channels=("gain", "bias"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    gradients=(Law(0, -1), Law(0, -1)),
    scaling={"eps": 2},
)


LAYER_NORM_SIMPLE = Kernel(
    name="layer_norm_simple",
    function=_layer_norm_simple,
    arrays=("x",),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


LAYER_NORM_SIMPLE_VJP = Kernel(
    name="layer_norm_simple_vjp",
    function=_layer_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


ADA_NORM = Kernel(
    name="ada_norm",
    function=_ada_norm,
    arrays=("x",),
    scalars=("c", "kappa", "eps"),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


ADA_NORM_VJP = Kernel(
    name="ada_norm_vjp",
    function=_ada_norm_vjp,
    arrays=("g", "x"),
    scalars=("c", "kappa", "eps"),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


ADA_NORM_ATTACHED_VJP = Kernel(
    name="ada_norm_attached_vjp",
    function=_ada_norm_attached_vjp,
    arrays=("g", "x"),
    scalars=("c", "kappa", "eps"),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DETACH_NORM_BOTH_VJP = Kernel(
    name="detach_norm_both_vjp",
    function=_detach_norm_both_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DETACH_NORM_MEAN_VJP = Kernel(
    name="detach_norm_mean_vjp",
    function=_detach_norm_mean_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DETACH_NORM_VARIANCE_VJP = Kernel(
    name="detach_norm_variance_vjp",
    function=_detach_norm_variance_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


RMS_NORM = Kernel(
    name="rms_norm",
    function=_rms_norm,
    arrays=("x",),
    channels=("gain",),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    scaling={"eps": 2},
)


RMS_NORM_VJP = Kernel(
    name="rms_norm_vjp",
    function=_rms_norm_vjp,
    arrays=("g", "x"),
    channels=("gain",),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    law=Law(1, -1),
    gradients=(Law(0, -1),),
    scaling={"eps": 2},
)


RMS_NORM_SIMPLE = Kernel(
    name="rms_norm_simple",
    function=_rms_norm_simple,
    arrays=("x",),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    scaling={"eps": 2},
)


RMS_NORM_SIMPLE_VJP = Kernel(
    name="rms_norm_simple_vjp",
    function=_rms_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    law=Law(1, -1),
    scaling={"eps": 2},
)


DYT = Kernel(
    name="dyt",
    function=_dyt,
    arrays=("x",),
    channels=("gain", "bias"),
    scalars=("alpha",),
    block_bytes=1048576,
)


DYT_VJP = Kernel(
    name="dyt_vjp",
    function=_dyt_vjp,
    arrays=("g", "x"),
    channels=("gain", "bias"),
    scalars=("alpha",),
    scratch=2,
    block_bytes=1048576,
    law=Law(0, -1),
    gradients=(Law(0, -1), Law(0, -1), Law(0, -1)),
)


DYT_SIMPLE = Kernel(
    name="dyt_simple",
    function=_dyt_simple,
    arrays=("x",),
    scalars=("alpha",),
    block_bytes=1048576,
)


DYT_SIMPLE_VJP = Kernel(
    name="dyt_simple_vjp",
    function=_dyt_simple_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    block_bytes=1048576,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


DYT_SCALED = Kernel(
    name="dyt_scaled",
    function=_dyt_scaled,
    arrays=("x",),
    scalars=("alpha",),
    block_bytes=1048576,
)


DYT_SCALED_VJP = Kernel(
    name="dyt_scaled_vjp",
    function=_dyt_scaled_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    block_bytes=1048576,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


DYT_SCALED_RMS = Kernel(
    name="dyt_scaled_rms",
    function=_dyt_scaled_rms,
    arrays=("x",),
    scalars=("alpha",),
    block_bytes=1048576,
)


DYT_SCALED_RMS_VJP = Kernel(
    name="dyt_scaled_rms_vjp",
    function=_dyt_scaled_rms_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    block_bytes=1048576,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


ELN = Kernel(
    name="eln",
    function=_eln,
    arrays=("x",),
    scalars=("beta",),
    block_bytes=16777216,
    flags_itself=True,
    scaling={"beta": 2},
)


ELN_VJP = Kernel(
    name="eln_vjp",
    function=_eln_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    block_bytes=16777216,
    flags_itself=True,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


DYISRU = Kernel(
    name="dyisru",
    function=_dyisru,
    arrays=("x",),
    scalars=("beta",),
    block_bytes=16777216,
    flags_itself=True,
    scaling={"beta": 2},
)


DYISRU_VJP = Kernel(
    name="dyisru_vjp",
    function=_dyisru_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    block_bytes=16777216,
    flags_itself=True,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


ELN_GENERAL = Kernel(
    name="eln_general",
    function=_eln_general,
    arrays=("x",),
    channels=("betas",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    scaling={"betas": 2},
)


ELN_GENERAL_VJP = Kernel(
    name="eln_general_vjp",
    function=_eln_general_vjp,
    arrays=("g", "x"),
    channels=("betas",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"betas": 2},
)


ISRU = Kernel(
    name="isru",
    function=_isru,
    arrays=("x",),
    scalars=("alpha", "b"),
    block_bytes=16777216,
    flags_itself=True,
    scaling={"b": 2},
)


ISRU_VJP = Kernel(
    name="isru_vjp",
    function=_isru_vjp,
    arrays=("g", "x"),
    scalars=("alpha", "b"),
    block_bytes=16777216,
    flags_itself=True,
    law=Law(1, -1),
    gradients=(Law(0, -1),),
    scaling={"b": 2},
)


BETA_I_TOP = Kernel(
    name="beta_i_top",
    function=_beta_i_top,
    arrays=("x",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    per_row=True,
    law=Law(-2, 0),
)


BETA_I = Kernel(
    name="beta_i",
    function=_beta_i,
    arrays=("x",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    law=Law(-2, 0),
    top=BETA_I_TOP,
)


GRADIENT_VARIANCE_NONE = Kernel(
    name="gradient_variance_none",
    function=_gradient_variance_none,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


GRADIENT_VARIANCE_MEAN = Kernel(
    name="gradient_variance_mean",
    function=_gradient_variance_mean,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


GRADIENT_VARIANCE_VARIANCE = Kernel(
    name="gradient_variance_variance",
    function=_gradient_variance_variance,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


GRADIENT_VARIANCE_BOTH = Kernel(
    name="gradient_variance_both",
    function=_gradient_variance_both,
    arrays=("g", "x"),
    scalars=("eps",),
    block_bytes=16777216,
    flags_itself=True,
    rowwise=True,
    shifts=True,
    per_row=True,
    law=Law(2, -2),
    scaling={"eps": 2},
)


def layer_norm(
    x: Any,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Layer normalization, over the last axis.

        out_i = γ_i·y_i + b_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 2.5 eps_m in single precision and (8 + 2 log2(C))
        eps_m in double of |gain (|y| + 1)| + |bias|, y being normalized, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row whose result is in the range of normal numbers; eps is
        0 or one of these as well.

    From beyond/vjp_layer_norm: forward (59b9759258826f52)
    From beyond/kernel_layer_norm: forward (f1687b1894806fb6)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: y (ab175718d14219cc)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    if gain is None and bias is None:
        return run(LAYER_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    return run(LAYER_NORM, (x,), (gain, bias), (eps,), out, threads)[0]


class LayerNormGradients(NamedTuple):
    """What `layer_norm_vjp` returns."""

    dx: Any
    dgain: Any
    dbias: Any


def layer_norm_vjp(
    g: Any,
    x: Any,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> LayerNormGradients:
    """Vector-Jacobian product of `layer_norm`: dx, dgain, dbias, over the last axis.

        dx_i = (g_i′ - 1/C · ∑ₖ g_k′ - y_i·(1/C)·∑ₖ y_k·g_k′)/√(V)
        dgain_i = g_i·y_i
        dbias_i = g_i
            g_i′ = γ_i·g_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 4 eps_m in single precision and (16 + 6 log2(C))
        eps_m in double of |g'|/sqrt(V), where g' is g with its weights, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row whose result is in the range of normal numbers; eps is
        0 or one of these as well.

    From beyond/vjp_layer_norm: dx (3cc05ce406618e5a)
    From beyond/kernel_layer_norm: dx (3b6a2bada8ffe064)
    From beyond/vjp_layer_norm: dgain (3c82386b3272afce)
    From beyond/kernel_layer_norm: dgain (ef53a01d1c224d1c)
    From beyond/vjp_layer_norm: dbias (e306feaf60301df7)
    From beyond/kernel_layer_norm: dbias (89ca6d7460fd6104)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: dx (10856721b051d987)
    By beyond/kernel_scale: dgain (00bbeb3e0c57c2a4)
    By beyond/kernel_scale: dbias (25eaacca75e9cad4)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    eps = as_number("eps", eps, 0.0)
    if gain is None and bias is None:
        dx, _ = run(LAYER_NORM_SIMPLE_VJP, (g, x), (), (eps,), out, threads)
        return LayerNormGradients(dx, None, None)
    is_gained = gain is not None
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    dx, (dgain, dbias) = run(LAYER_NORM_VJP, (g, x), (gain, bias), (eps,), out, threads)
    return LayerNormGradients(dx, dgain if is_gained else None, dbias)


def layer_norm_simple(
    x: Any,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Layer normalization without gain and bias, over the last axis.

        out_i = y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 2.5 eps_m in single precision and (8 + 2 log2(C))
        eps_m in double of the result, eps_m being the machine epsilon of the dtype in which is computed, for
        every finite row whose result is in the range of normal numbers; eps is 0 or one of these as well.

    From beyond/vjp_layer_norm_simple: forward (0c46b2d8a3b8cf15)
    From beyond/kernel_layer_norm_simple: forward (7055a30edb8d05eb)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: y (ab175718d14219cc)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    return run(LAYER_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]


def layer_norm_simple_vjp(
    g: Any,
    x: Any,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Vector-Jacobian product of `layer_norm_simple`: dx, over the last axis.

        dx_i = (g_i - 1/C · ∑ₖ g_k - y_i·(1/C)·∑ₖ y_k·g_k)/√(V)
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 4 eps_m in single precision and (16 + 6 log2(C))
        eps_m in double of |g'|/sqrt(V), where g' is g with its weights, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row whose result is in the range of normal numbers; eps is
        0 or one of these as well.

    From beyond/vjp_layer_norm_simple: dx (2a25319012f802e7)
    From beyond/kernel_layer_norm_simple: dx (3f536ed98682616c)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: dx (10856721b051d987)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    eps = as_number("eps", eps, 0.0)
    return run(LAYER_NORM_SIMPLE_VJP, (g, x), (), (eps,), out, threads)[0]


def rms_norm(
    x: Any,
    gain: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """RMSNorm, over the last axis.

        out_i = γ_i·r_i
            r_i = x_i/√(U)
            U = ν² + ε
            ν² = 1/C · ∑ₖ x_k²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 2.5 eps_m in single precision and (8 + 2 log2(C))
        eps_m in double of the result, eps_m being the machine epsilon of the dtype in which is computed, for
        every finite row whose result is in the range of normal numbers; eps is 0 or one of these as well.

    From beyond/vjp_rms_norm: forward (310a29b17fc21241)
    From beyond/kernel_rms_norm: forward (fafad647b22f2e12)
    By beyond/kernel_scale_rms_norm: r (8dfd9baa18587638)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    if gain is None:
        return run(RMS_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]
    gain = as_channel("gain", gain, x)
    return run(RMS_NORM, (x,), (gain,), (eps,), out, threads)[0]


class RmsNormGradients(NamedTuple):
    """What `rms_norm_vjp` returns."""

    dx: Any
    dgain: Any


def rms_norm_vjp(
    g: Any,
    x: Any,
    gain: Any | None = None,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> RmsNormGradients:
    """Vector-Jacobian product of `rms_norm`: dx, dgain, over the last axis.

        dx_i = (g_i′ - r_i·(1/C)·∑ₖ r_k·g_k′)/√(U)
        dgain_i = g_i·r_i
            g_i′ = γ_i·g_i
            r_i = x_i/√(U)
            U = ν² + ε
            ν² = 1/C · ∑ₖ x_k²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    gain: array (C,), or None for ones
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 4 eps_m in single precision and (16 + 6 log2(C))
        eps_m in double of |g'|/sqrt(V), where g' is g with its weights, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row whose result is in the range of normal numbers; eps is
        0 or one of these as well.

    From beyond/vjp_rms_norm: dx (97221197924254c3)
    From beyond/kernel_rms_norm: dx (a703b9a8d9c341f8)
    From beyond/vjp_rms_norm: dgain (404b4a4e1e968fb8)
    From beyond/kernel_rms_norm: dgain (e9910adf5b915088)
    By beyond/kernel_scale_rms_norm: dx (3eb2ecef4b617a1e)
    By beyond/kernel_scale_rms_norm: dgain (5ce7fba578451fd1)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    eps = as_number("eps", eps, 0.0)
    if gain is None:
        dx, _ = run(RMS_NORM_SIMPLE_VJP, (g, x), (), (eps,), out, threads)
        return RmsNormGradients(dx, None)
    gain = as_channel("gain", gain, x)
    dx, (dgain,) = run(RMS_NORM_VJP, (g, x), (gain,), (eps,), out, threads)
    return RmsNormGradients(dx, dgain)


def dyt(
    x: Any,
    alpha: float,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic Tanh, over the last axis.

        out_i = γ_i·T_i + b_i
            T_i = tanh(α·x_i)

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: that of NumPy's tanh.

    From beyond/vjp_dyt: forward (85c6d4f0600cc631)
    From beyond/kernel_dyt: forward (67b91749d2fa5449)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha)
    if gain is None and bias is None:
        return run(DYT_SIMPLE, (x,), (), (alpha,), out, threads)[0]
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    return run(DYT, (x,), (gain, bias), (alpha,), out, threads)[0]


class DytGradients(NamedTuple):
    """What `dyt_vjp` returns."""

    dx: Any
    dalpha: Any
    dgain: Any
    dbias: Any


def dyt_vjp(
    g: Any,
    x: Any,
    alpha: float,
    gain: Any | None = None,
    bias: Any | None = None,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DytGradients:
    """Vector-Jacobian product of `dyt`: dx, dalpha, dgain, dbias, over the last axis.

        dx_i = g_i·γ_i·α·(1 - T_i²)
        dalpha = ∑ₖ g_k·γ_k·x_k·(1 - T_k²)
        dgain_i = g_i·T_i
        dbias_i = g_i
            T_i = tanh(α·x_i)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    gain: array (C,), or None for ones
    bias: array (C,), or None for zeros
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element of dx is right to (6 + 4 |alpha x|) eps_m, also where 1 - tanh^2 is 0 in floating
        point.

    From beyond/vjp_dyt: dx (840d5b7039cd57d3)
    From beyond/kernel_dyt: dx (7b1c56942ce787cc)
    From beyond/vjp_dyt: dalpha (dd0c4dead231362b)
    From beyond/kernel_dyt: dalpha (c0f6267c26249469)
    From beyond/vjp_dyt: dgain (19459333d42a4290)
    From beyond/kernel_dyt: dgain (5a735dc778f615d3)
    From beyond/vjp_dyt: dbias (3c542d2d39f78a8c)
    From beyond/kernel_dyt: dbias (89ca6d7460fd6104)
    By beyond/kernel_scale_dyt: dx (806cd516a5f7799d)
    By beyond/kernel_scale_dyt: dalpha (a83c9b9e60f6e2d9)
    By beyond/kernel_scale_dyt: dgain (96aeb2f41e40ead1)
    By beyond/kernel_scale_dyt: dbias (aed16915b3991055)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha)
    if gain is None and bias is None:
        dx, (dalpha,) = run(DYT_SIMPLE_VJP, (g, x), (), (alpha,), out, threads)
        return DytGradients(dx, dalpha, None, None)
    is_gained = gain is not None
    if gain is None:
        gain = np.ones(x.shape[-1], x.dtype)
    gain = as_channel("gain", gain, x)
    if bias is not None:
        bias = as_channel("bias", bias, x)
    dx, (dalpha, dgain, dbias) = run(DYT_VJP, (g, x), (gain, bias), (alpha,), out, threads)
    return DytGradients(dx, dalpha, dgain if is_gained else None, dbias)


def dyt_scaled(
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic Tanh, scaled by sqrt(C - 1), over the last axis.

        out_i = √(C-1)·T_i
            T_i = tanh(α·x_i)

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: that of NumPy's tanh.

    From beyond/vjp_dyt_scaled: forward (4f5749b51a557d9d)
    From beyond/kernel_dyt_scaled: forward (2cacd10316bb4e0a)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha)
    return run(DYT_SCALED, (x,), (), (alpha,), out, threads)[0]


class DytScaledGradients(NamedTuple):
    """What `dyt_scaled_vjp` returns."""

    dx: Any
    dalpha: Any


def dyt_scaled_vjp(
    g: Any,
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DytScaledGradients:
    """Vector-Jacobian product of `dyt_scaled`: dx, dalpha, over the last axis.

        dx_i = √(C-1)·g_i·α·(1 - T_i²)
        dalpha = √(C-1)·∑ₖ g_k·x_k·(1 - T_k²)
            T_i = tanh(α·x_i)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element of dx is right to (6 + 4 |alpha x|) eps_m, also where 1 - tanh^2 is 0 in floating
        point.

    From beyond/vjp_dyt_scaled: dx (8cfc9045c1791cc0)
    From beyond/kernel_dyt_scaled: dx (9d87030d5d0fdf6f)
    From beyond/vjp_dyt_scaled: dalpha (cda89616339e89f3)
    From beyond/kernel_dyt_scaled: dalpha (fabf008a2bf94f3c)
    By beyond/kernel_scale_dyt: dx (806cd516a5f7799d)
    By beyond/kernel_scale_dyt: dalpha (a83c9b9e60f6e2d9)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha)
    dx, (dalpha,) = run(DYT_SCALED_VJP, (g, x), (), (alpha,), out, threads)
    return DytScaledGradients(dx, dalpha)


def dyt_scaled_rms(
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic Tanh, scaled by sqrt(C), over the last axis.

        out_i = √(C)·T_i
            T_i = tanh(α·x_i)

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: that of NumPy's tanh.

    From beyond/vjp_dyt_scaled_rms: forward (1277e1591978cfa2)
    From beyond/kernel_dyt_scaled_rms: forward (4da462e2ef73c30d)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha)
    return run(DYT_SCALED_RMS, (x,), (), (alpha,), out, threads)[0]


class DytScaledRmsGradients(NamedTuple):
    """What `dyt_scaled_rms_vjp` returns."""

    dx: Any
    dalpha: Any


def dyt_scaled_rms_vjp(
    g: Any,
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DytScaledRmsGradients:
    """Vector-Jacobian product of `dyt_scaled_rms`: dx, dalpha, over the last axis.

        dx_i = √(C)·g_i·α·(1 - T_i²)
        dalpha = √(C)·∑ₖ g_k·x_k·(1 - T_k²)
            T_i = tanh(α·x_i)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element of dx is right to (6 + 4 |alpha x|) eps_m, also where 1 - tanh^2 is 0 in floating
        point.

    From beyond/vjp_dyt_scaled_rms: dx (9307ce7c3c4d996f)
    From beyond/kernel_dyt_scaled_rms: dx (1c53b18ccc4d5ddc)
    From beyond/vjp_dyt_scaled_rms: dalpha (4b61f453f6f8b86c)
    From beyond/kernel_dyt_scaled_rms: dalpha (2288efd426b54032)
    By beyond/kernel_scale_dyt: dx (806cd516a5f7799d)
    By beyond/kernel_scale_dyt: dalpha (a83c9b9e60f6e2d9)
    By beyond/kernel_dyt: slope is even (16aec5f75f8e0cb6)
    By beyond/kernel_dyt: slope by cosh (846788640cbb782b)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha)
    dx, (dalpha,) = run(DYT_SCALED_RMS_VJP, (g, x), (), (alpha,), out, threads)
    return DytScaledRmsGradients(dx, dalpha)


def eln(
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Elementwise layer normalization, over the last axis.

        out_i = √(C-1)·(x_i/√(Q_i))
            Q_i = β + x_i²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 5 ulp, whatever the size of x, where it and its quotient by sqrt(C) are
        normal numbers, for parameters between 1e-10 and 1e10.

    From beyond/vjp_eln: forward (e99d1d102d42b941)
    From beyond/kernel_eln: forward (238f5afa74579079)
    By beyond/kernel_scale_eln: forward (cefce37a1d3853f9)
    """
    x = as_array("x", x)
    beta = as_number("beta", beta, positive=True)
    return run(ELN, (x,), (), (beta,), out, threads)[0]


class ElnGradients(NamedTuple):
    """What `eln_vjp` returns."""

    dx: Any
    dbeta: Any


def eln_vjp(
    g: Any,
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> ElnGradients:
    """Vector-Jacobian product of `eln`: dx, dbeta, over the last axis.

        dx_i = √(C-1)·β·g_i/(Q_i·√(Q_i))
        dbeta = (-∑ₖ g_k·y_k/Q_k)/2
            Q_i = β + x_i²
            y_i = √(C-1)·(x_i/√(β + x_i²))

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 6 ulp, whatever the size of x, where it and its quotient by sqrt(C) are
        normal numbers, for parameters between 1e-10 and 1e10.

    From beyond/vjp_eln: dx (f3bf3e8ddff8038f)
    From beyond/kernel_eln: dx (748c583b680e1e13)
    From beyond/vjp_eln: dbeta (ab1169c3ca981403)
    From beyond/kernel_eln: dbeta (647a36e854de8bc8)
    By beyond/kernel_scale_eln: dx (a62ca1a68a711113)
    By beyond/kernel_scale_eln: dbeta (623889b3d6d9faa0)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    beta = as_number("beta", beta, positive=True)
    dx, (dbeta,) = run(ELN_VJP, (g, x), (), (beta,), out, threads)
    return ElnGradients(dx, dbeta)


def eln_general(
    x: Any,
    betas: Any,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """The general ELN: one beta for each channel, about the mean of the row, over the last axis.

        out_i = √(C-1)·((x_i - μ)/√(R_i))
            μ = 1/C · ∑ₖ x_k
            R_i = β_i + (x_i - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    betas: array (C,), positive
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 2.5 eps_m in single precision and (8 + 2 log2(C))
        eps_m in double of s (|x_i| + m)/sqrt(beta_i + (x_i - mu)^2), where s = sqrt(C - 1) and m is the mean of
        |x|, eps_m being the machine epsilon of the dtype in which is computed, for every finite row whose
        result is in the range of normal numbers; eps is 0 or one of these as well.

    From beyond/vjp_eln_general: forward (15b9c5f769eaebe6)
    From beyond/kernel_eln_general: forward (4ed75801a247ac4c)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_eln_general: forward (0a31bb321052dc79)
    """
    x = as_array("x", x)
    betas = as_channel("betas", betas, x, positive=True)
    return run(ELN_GENERAL, (x,), (betas,), (), out, threads)[0]


class ElnGeneralGradients(NamedTuple):
    """What `eln_general_vjp` returns."""

    dx: Any
    dbetas: Any


def eln_general_vjp(
    g: Any,
    x: Any,
    betas: Any,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> ElnGeneralGradients:
    """Vector-Jacobian product of `eln_general`: dx, dbetas, over the last axis.

        dx_i = u_i - 1/C · ∑ₖ u_k
        dbetas_i = (-g_i·y_i/R_i)/2
            u_i = √(C-1)·β_i·g_i/(R_i·√(R_i))
            R_i = β_i + (x_i - μ)²
            μ = 1/C · ∑ₖ x_k
            y_i = √(C-1)·((x_i - μ)/√(β_i + (x_i - μ)²))

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    betas: array (C,), positive
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 4 eps_m in single precision and (16 + 6 log2(C))
        eps_m in double of the terms that dx is the sum of, each times 1 + m/sqrt(beta_i + (x_i - mu)^2), where
        m is the mean of |x|, eps_m being the machine epsilon of the dtype in which is computed, for every
        finite row whose result is in the range of normal numbers; eps is 0 or one of these as well.

    From beyond/vjp_eln_general: dx (62100d3943a5f872)
    From beyond/kernel_eln_general: dx (e3c72935aa64b140)
    From beyond/vjp_eln_general: dbeta (11378467ac6bb37b)
    From beyond/kernel_eln_general: dbetas (83269a42e426f117)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_eln_general: at the deviation (88a58fc58ce9f536)
    By beyond/kernel_scale_eln_general: dbetas (21b9514b7785c587)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    betas = as_channel("betas", betas, x, positive=True)
    dx, (dbetas,) = run(ELN_GENERAL_VJP, (g, x), (betas,), (), out, threads)
    return ElnGeneralGradients(dx, dbetas)


def dyisru(
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Dynamic inverse square root unit, over the last axis.

        out_i = √(C)·(x_i/√(Q_i))
            Q_i = β + x_i²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 5 ulp, whatever the size of x, where it and its quotient by sqrt(C) are
        normal numbers, for parameters between 1e-10 and 1e10.

    From beyond/vjp_dyisru: forward (030c1b2959b5bd84)
    From beyond/kernel_dyisru: forward (62f57920fcf6adc0)
    By beyond/kernel_scale_eln: forward (cefce37a1d3853f9)
    """
    x = as_array("x", x)
    beta = as_number("beta", beta, positive=True)
    return run(DYISRU, (x,), (), (beta,), out, threads)[0]


class DyisruGradients(NamedTuple):
    """What `dyisru_vjp` returns."""

    dx: Any
    dbeta: Any


def dyisru_vjp(
    g: Any,
    x: Any,
    beta: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> DyisruGradients:
    """Vector-Jacobian product of `dyisru`: dx, dbeta, over the last axis.

        dx_i = √(C)·β·g_i/(Q_i·√(Q_i))
        dbeta = (-∑ₖ g_k·y_k/Q_k)/2
            Q_i = β + x_i²
            y_i = √(C)·(x_i/√(β + x_i²))

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    beta: number > 0
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 6 ulp, whatever the size of x, where it and its quotient by sqrt(C) are
        normal numbers, for parameters between 1e-10 and 1e10.

    From beyond/vjp_dyisru: dx (841b5c4c20f6e2a1)
    From beyond/kernel_dyisru: dx (6c4b9b2d5a43c2f4)
    From beyond/vjp_dyisru: dbeta (2203cab5cbb85116)
    From beyond/kernel_dyisru: dbeta (3b2fee53cd48d5f6)
    By beyond/kernel_scale_eln: dx (a62ca1a68a711113)
    By beyond/kernel_scale_eln: dbeta (623889b3d6d9faa0)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    beta = as_number("beta", beta, positive=True)
    dx, (dbeta,) = run(DYISRU_VJP, (g, x), (), (beta,), out, threads)
    return DyisruGradients(dx, dbeta)


def isru(
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Inverse square root unit, over the last axis.

        out_i = x_i/√(P_i)
            P_i = 1 + α·x_i²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number >= 0
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 5 ulp, whatever the size of x, where it and its quotient by sqrt(C) are
        normal numbers, for parameters between 1e-10 and 1e10.

    From beyond/vjp_isru: forward (d39221b645f34c73)
    From beyond/kernel_isru: forward (82e5b872fcf0b894)
    By beyond/kernel_scale_isru: forward (afb8e3cc17bf448a)
    """
    x = as_array("x", x)
    alpha = as_number("alpha", alpha, 0.0)
    return run(ISRU, (x,), (), (alpha, 1.0), out, threads)[0]


class IsruGradients(NamedTuple):
    """What `isru_vjp` returns."""

    dx: Any
    dalpha: Any


def isru_vjp(
    g: Any,
    x: Any,
    alpha: float,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> IsruGradients:
    """Vector-Jacobian product of `isru`: dx, dalpha, over the last axis.

        dx_i = g_i/(P_i·√(P_i))
        dalpha = (-∑ₖ g_k·f_k·x_k²/P_k)/2
            P_i = 1 + α·x_i²
            f_i = x_i/√(1 + α·x_i²)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    alpha: number >= 0
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Gradients of parameters are summed over all rows; one that was not passed has None.
    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: each element is right to 6 ulp, whatever the size of x, where it and its quotient by sqrt(C) are
        normal numbers, for parameters between 1e-10 and 1e10.

    From beyond/vjp_isru: dx (f915f06372a8e058)
    From beyond/kernel_isru: dx (ba22edb8bded3d78)
    From beyond/vjp_isru: dalpha (781e2a22686dd612)
    From beyond/kernel_isru: dalpha (95cb9523f69dc396)
    By beyond/kernel_scale_isru: dx (ffc253aeb575c23c)
    By beyond/kernel_scale_isru: dalpha (a1912f15e0a41751)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    alpha = as_number("alpha", alpha, 0.0)
    dx, (dalpha,) = run(ISRU_VJP, (g, x), (), (alpha, 1.0), out, threads)
    return IsruGradients(dx, dalpha)


def ada_norm(
    x: Any,
    c: float = 1.0,
    kappa: float = 0.1,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """AdaNorm, over the last axis.

        out_i = c·(1 - κ·y_i)·y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    c: number
    kappa: number
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 4 eps_m in single precision and (12 + 4 log2(C))
        eps_m in double of |c y| + |c kappa y^2|, eps_m being the machine epsilon of the dtype in which is
        computed, for every finite row whose result is in the range of normal numbers; eps is 0 or one of these
        as well.

    From beyond/vjp_ada_norm: forward (4733eff7f6930514)
    From beyond/kernel_ada_norm: forward (4e2f7dcb6e84d1d2)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: y (ab175718d14219cc)
    """
    x = as_array("x", x)
    c = as_number("c", c)
    kappa = as_number("kappa", kappa)
    eps = as_number("eps", eps, 0.0)
    return run(ADA_NORM, (x,), (), (c, kappa, eps), out, threads)[0]


def ada_norm_vjp(
    g: Any,
    x: Any,
    c: float = 1.0,
    kappa: float = 0.1,
    *,
    detach: bool = True,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Vector-Jacobian product of `ada_norm`: dx, over the last axis.

        detach:
            dx_i = (g_i′ - 1/C · ∑ₖ g_k′ - y_i·(1/C)·∑ₖ y_k·g_k′)/√(V)
                g_i′ = c·(1 - κ·y_i)·g_i
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
        else:
            dx_i = (g_i′ - 1/C · ∑ₖ g_k′ - y_i·(1/C)·∑ₖ y_k·g_k′)/√(V)
                g_i′ = c·(1 - 2·κ·y_i)·g_i
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    c: number
    kappa: number
    detach: whether the factor c (1 - kappa y) is a constant for the derivative
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 4 eps_m in single precision and (20 + 10 log2(C))
        eps_m in double of |g'|/sqrt(V), where g' is c (1 + n kappa |y|) |g|, n = 1 where the factor is
        detached, else 2, for |kappa| up to 1, eps_m being the machine epsilon of the dtype in which is
        computed, for every finite row whose result is in the range of normal numbers; eps is 0 or one of these
        as well.

    From beyond/vjp_ada_norm: dx (797c1966a338d6d0)
    From beyond/kernel_ada_norm: dx (006386d816b985fa)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: dx (10856721b051d987)
    From beyond/vjp_ada_norm_attached: dx (d9e1da5f0348b11a)
    From beyond/kernel_ada_norm_attached: dx (3241a87161423e0f)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    c = as_number("c", c)
    kappa = as_number("kappa", kappa)
    detach = as_choice("detach", detach, (True, False))
    eps = as_number("eps", eps, 0.0)
    if detach:
        return run(ADA_NORM_VJP, (g, x), (), (c, kappa, eps), out, threads)[0]
    return run(ADA_NORM_ATTACHED_VJP, (g, x), (), (c, kappa, eps), out, threads)[0]


def detach_norm(
    x: Any,
    *,
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """DetachNorm, which is layer normalization, over the last axis.

        out_i = y_i
            y_i = (x_i - μ)/√(V)
            μ = 1/C · ∑ₖ x_k
            V = σ² + ε
            σ² = 1/C · ∑ₖ (x_k - μ)²

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 2.5 eps_m in single precision and (8 + 2 log2(C))
        eps_m in double of the result, eps_m being the machine epsilon of the dtype in which is computed, for
        every finite row whose result is in the range of normal numbers; eps is 0 or one of these as well.

    From beyond/vjp_layer_norm_simple: forward (0c46b2d8a3b8cf15)
    From beyond/kernel_layer_norm_simple: forward (7055a30edb8d05eb)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: y (ab175718d14219cc)
    """
    x = as_array("x", x)
    eps = as_number("eps", eps, 0.0)
    return run(LAYER_NORM_SIMPLE, (x,), (), (eps,), out, threads)[0]


def detach_norm_vjp(
    g: Any,
    x: Any,
    *,
    detach: str = "both",
    eps: float = 1e-5,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """Vector-Jacobian product of `detach_norm`: dx, over the last axis.

        detach == "both":
            dx_i = g_i/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k
        detach == "mean":
            dx_i = (g_i - y_i·(1/C)·∑ₖ y_k·g_k)/√(V)
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
        else:
            dx_i = (g_i - 1/C · ∑ₖ g_k)/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    detach: what is a constant for the derivative: both, mean, variance
    eps: number >= 0, added to the variance (to the mean square)
    out: array for the gradient dx, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: per row, in the 2-norm, the error is at most 4 eps_m in single precision and (16 + 6 log2(C))
        eps_m in double of |g'|/sqrt(V), where g' is g with its weights, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row whose result is in the range of normal numbers; eps is
        0 or one of these as well.

    From beyond/vjp_detach_norm: dx (bb6834c29529ce73)
    From beyond/kernel_detach_norm: both (7e45ac2d92bfd068)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale: dx, both detached (ebeca0e10198a530)
    From beyond/vjp_detach_mean: dx (7d7139c4a3bbf6bc)
    From beyond/kernel_detach_norm: mean (576d138ad8b637a6)
    By beyond/kernel_scale: dx, the mean detached (c1167e3765d8a900)
    From beyond/vjp_detach_variance: dx (7ccd3e5a3a3427b8)
    From beyond/kernel_detach_norm: variance (74e382cfc37d555b)
    By beyond/kernel_scale: dx, the variance detached (28fe88060e538f75)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    detach = as_choice("detach", detach, ('both', 'mean', 'variance'))
    eps = as_number("eps", eps, 0.0)
    if detach == "both":
        return run(DETACH_NORM_BOTH_VJP, (g, x), (), (eps,), out, threads)[0]
    if detach == "mean":
        return run(DETACH_NORM_MEAN_VJP, (g, x), (), (eps,), out, threads)[0]
    return run(DETACH_NORM_VARIANCE_VJP, (g, x), (), (eps,), out, threads)[0]


def beta_i(
    x: Any,
    *,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """The parameter beta_i of layer normalization, ELN (14), over the last axis.

        out_i = (C - 1)·σ² - t²
            σ² = 1/C · ∑ₖ (x_k - μ)²
            μ = 1/C · ∑ₖ x_k
            t = x_i - μ

    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    out: array for the result, of the shape of x and the dtype of x; it must not overlap an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: the error of each element is at most 10 eps_m in single precision and (12 + 8 log2(C)) eps_m in
        double of it, also that of a channel which outweighs all others.

    From beyond/beta: by the variance (a9456c48f8f6f192)
    From beyond/kernel_beta: beta_i (e096946e7f36bc34)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_variances: beta_i (e748ea1a7e29a215)
    """
    x = as_array("x", x)
    return run(BETA_I, (x,), (), (), out, threads)[0]


def gradient_variance(
    g: Any,
    x: Any,
    *,
    detach: str = "none",
    eps: float = 0.0,
    out: Array | None = None,
    threads: int | Team = 1,
) -> Array:
    """The variance of the gradient that layer normalization passes on, over the channels of each row.

        detach == "none":
            out = 1/C · ∑ₖ (dx_k^(none) - dx̄^(none))²
                dx_i^(none) = (g_i - 1/C · ∑ₖ g_k - y_i·yḡ)/√(V)
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                yḡ = 1/C · ∑ₖ y_k·g_k
                dx̄^(none) = 1/C · ∑ₖ dx_k^(none)
        detach == "mean":
            out = 1/C · ∑ₖ (dx_k^(mean) - dx̄^(mean))²
                dx_i^(mean) = (g_i - y_i·yḡ)/√(V)
                y_i = (x_i - μ)/√(V)
                μ = 1/C · ∑ₖ x_k
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                yḡ = 1/C · ∑ₖ y_k·g_k
                dx̄^(mean) = 1/C · ∑ₖ dx_k^(mean)
        detach == "variance":
            out = 1/C · ∑ₖ (dx_k^(variance) - dx̄^(variance))²
                dx_i^(variance) = (g_i - 1/C · ∑ₖ g_k)/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k
                dx̄^(variance) = 1/C · ∑ₖ dx_k^(variance)
        else:
            out = 1/C · ∑ₖ (dx_k^(both) - dx̄^(both))²
                dx_i^(both) = g_i/√(V)
                V = σ² + ε
                σ² = 1/C · ∑ₖ (x_k - μ)²
                μ = 1/C · ∑ₖ x_k
                dx̄^(both) = 1/C · ∑ₖ dx_k^(both)

    g: array, the gradient at the output, of the shape and dtype of x
    x: array (..., C) of float32 or float64, or of float16 or bfloat16, which are computed in float32
    detach: what is a constant for the derivative: none, mean, variance, both
    eps: number >= 0, added to the variance
    out: array for the result, of the shape of x without its last axis and the dtype of x; it must not overlap
        an input
    threads: how many threads may be used

    Raises TypeError or ValueError for a wrong dtype, shape or value, before anything is written.
    Accuracy: the error of each is at most 16 eps_m in single precision and (16 + 6 log2(C)) eps_m in double of
        it, unless little of g is left beside 1 and y.

    From beyond/kernel_gradient_variance: none (d88f460789c8672a)
    By beyond/kernel_centre: deviation (8d98806a009440eb)
    By beyond/kernel_centre: variance (9a465f5c94c2f8f9)
    By beyond/kernel_scale_variances: variance (df8cd1ce8d15e9f2)
    From beyond/kernel_gradient_variance: mean (2fd4fc0047204996)
    From beyond/kernel_gradient_variance: variance (bcf2ca8620f1aa26)
    From beyond/kernel_gradient_variance: both (1c8412446a3cc3f3)
    """
    x = as_array("x", x)
    g = as_like("g", g, x)
    detach = as_choice("detach", detach, ('none', 'mean', 'variance', 'both'))
    eps = as_number("eps", eps, 0.0)
    if detach == "none":
        return run(GRADIENT_VARIANCE_NONE, (g, x), (), (eps,), out, threads)[0]
    if detach == "mean":
        return run(GRADIENT_VARIANCE_MEAN, (g, x), (), (eps,), out, threads)[0]
    if detach == "variance":
        return run(GRADIENT_VARIANCE_VARIANCE, (g, x), (), (eps,), out, threads)[0]
    return run(GRADIENT_VARIANCE_BOTH, (g, x), (), (eps,), out, threads)[0]
# sha256: 76219cd12897d079c3da2022b0360eacd22b8026b70abb6e08d7dcc8165ccafc
