"""NumPy kernels of normalization layers, printed from verified statements. Not to be edited.

Each function on a block of rows is the right side of a theorem, line by line. `STATEMENTS` has the hash of each
statement that went into this file; `symnorm kernels emit` writes it, `symnorm kernels check` compares it with what is
verified.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .arguments import Array, as_array, as_channel, as_choice, as_like, as_number
from .runtime import Plan, Team, run
from .workspace import Kernel, Law, Workspace

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


def _layer_norm(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: forward."""
    t, var_t = work.centred(x, out)
    v = var_t + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r), out=out)
    np.multiply(out, gain, out=out)
    if bias is not None:
        np.add(out, bias, out=out)
    return ()


def _layer_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm: dx, with gradients."""
    (s0,) = work.scratch(x)
    p = work.dot(g, gain) / work.double(C)
    dbias = None if bias is None else work.columns(None, g)
    t, var_t = work.centred(x, s0)
    v = var_t + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(g, t, out=out)
    q = work.dot(out, gain) / work.double(C) / v
    dgain = work.columns(r, out)
    np.multiply(t, work.column(q), out=s0)
    np.multiply(g, gain, out=out)
    np.subtract(out, s0, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return (dgain, dbias)


def _layer_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: forward."""
    t, var_t = work.centred(x, out)
    v = var_t + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r), out=out)
    return ()


def _layer_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_layer_norm_simple: dx."""
    p = work.total(g) / work.double(C)
    t, var_t = work.centred(x, out)
    v = var_t + work.double(eps)
    q = work.dot(g, t) / work.double(C) / v
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(q), out=out)
    np.subtract(g, out, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _ada_norm(
    work: Workspace, x: Array, C: int, c: float, kappa: float, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: forward."""
    (s0,) = work.scratch(x)
    t, var_t = work.centred(x, s0)
    v = var_t + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    a = r * work.double(c)
    b = a * work.double(kappa) * r
    np.multiply(t, work.column(b), out=out)
    np.subtract(work.column(a), out, out=out)
    np.multiply(out, t, out=out)
    return ()


def _ada_norm_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm: dx."""
    (s0,) = work.scratch(x)
    t, var_t = work.centred(x, s0)
    v = var_t + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r * work.double(kappa * c)), out=out)
    np.subtract(work.number(c), out, out=out)
    np.multiply(out, g, out=out)
    q = work.dot(out, t) / work.double(C) / v
    p = work.total(out) / work.double(C)
    np.multiply(t, work.column(q), out=s0)
    np.subtract(out, s0, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _ada_norm_attached_vjp(
    work: Workspace, g: Array, x: Array, C: int, c: float, kappa: float, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_ada_norm_attached: dx."""
    (s0,) = work.scratch(x)
    t, var_t = work.centred(x, s0)
    v = var_t + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(r * work.double(2 * kappa * c)), out=out)
    np.subtract(work.number(c), out, out=out)
    np.multiply(out, g, out=out)
    q = work.dot(out, t) / work.double(C) / v
    p = work.total(out) / work.double(C)
    np.multiply(t, work.column(q), out=s0)
    np.subtract(out, s0, out=out)
    np.subtract(out, work.column(p), out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _detach_norm_both_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: both."""
    var = work.variance(x, out)
    v = var + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(g, work.column(r), out=out)
    return ()


def _detach_norm_mean_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: mean."""
    t, var_t = work.centred(x, out)
    v = var_t + work.double(eps)
    q = work.dot(g, t) / work.double(C) / v
    r = np.reciprocal(np.sqrt(v))
    np.multiply(t, work.column(q), out=out)
    np.subtract(g, out, out=out)
    np.multiply(out, work.column(r), out=out)
    return ()


def _detach_norm_variance_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_detach_norm: variance."""
    p = work.total(g) / work.double(C)
    var = work.variance(x, out)
    v = var + work.double(eps)
    r = np.reciprocal(np.sqrt(v))
    np.multiply(g, work.column(r), out=out)
    np.subtract(out, work.column(p * r), out=out)
    return ()


def _rms_norm(
    work: Workspace, x: Array, gain: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: forward."""
    u = work.dot(x, x) / work.double(C) + work.double(eps)
    w = np.reciprocal(np.sqrt(u))
    np.multiply(x, work.column(w), out=out)
    np.multiply(out, gain, out=out)
    return ()


def _rms_norm_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm: dx, with gradients."""
    (s0,) = work.scratch(x)
    u = work.dot(x, x) / work.double(C) + work.double(eps)
    w = np.reciprocal(np.sqrt(u))
    np.multiply(g, x, out=out)
    q = work.dot(out, gain) / work.double(C) / u
    dgain = work.columns(w, out)
    np.multiply(x, work.column(q), out=s0)
    np.multiply(g, gain, out=out)
    np.subtract(out, s0, out=out)
    np.multiply(out, work.column(w), out=out)
    return (dgain,)


def _rms_norm_simple(
    work: Workspace, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: forward."""
    u = work.dot(x, x) / work.double(C) + work.double(eps)
    w = np.reciprocal(np.sqrt(u))
    np.multiply(x, work.column(w), out=out)
    return ()


def _rms_norm_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_rms_norm_simple: dx."""
    u = work.dot(x, x) / work.double(C) + work.double(eps)
    q = work.dot(g, x) / work.double(C) / u
    w = np.reciprocal(np.sqrt(u))
    np.multiply(x, work.column(q), out=out)
    np.subtract(g, out, out=out)
    np.multiply(out, work.column(w), out=out)
    return ()


def _dyt(
    work: Workspace, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: forward."""
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    np.multiply(out, gain, out=out)
    if bias is not None:
        np.add(out, bias, out=out)
    return ()


def _dyt_vjp(
    work: Workspace, g: Array, x: Array, gain: Array, bias: Array | None, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt: dx, with gradients."""
    (s0,) = work.scratch(x)
    ratio = alpha / (alpha or 1.0)
    dbias = None if bias is None else work.columns(None, g)
    np.multiply(g, gain, out=out)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(out, w, out=out)
    np.multiply(out, work.number(4 * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    u = np.multiply(x, work.number(alpha), out=s0)
    np.tanh(u, out=s0)
    np.multiply(s0, g, out=s0)
    dgain = work.columns(None, s0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha, dgain, dbias)


def _dyt_simple(
    work: Workspace, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: forward."""
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    return ()


def _dyt_simple_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_simple: dx, with gradients."""
    (s0,) = work.scratch(x)
    ratio = alpha / (alpha or 1.0)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(g, w, out=out)
    np.multiply(out, work.number(4 * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha,)


def _dyt_scaled(
    work: Workspace, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: forward."""
    s = math.sqrt(C - 1)
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    np.multiply(out, work.number(s), out=out)
    return ()


def _dyt_scaled_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled: dx, with gradients."""
    (s0,) = work.scratch(x)
    s = math.sqrt(C - 1)
    ratio = alpha / (alpha or 1.0)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(g, w, out=out)
    np.multiply(out, work.number(4 * s * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha,)


def _dyt_scaled_rms(
    work: Workspace, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: forward."""
    n = math.sqrt(C)
    np.multiply(x, work.number(alpha), out=out)
    np.tanh(out, out=out)
    np.multiply(out, work.number(n), out=out)
    return ()


def _dyt_scaled_rms_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyt_scaled_rms: dx, with gradients."""
    (s0,) = work.scratch(x)
    n = math.sqrt(C)
    ratio = alpha / (alpha or 1.0)
    w = work.half_sech(x, alpha, out=s0)
    np.multiply(g, w, out=out)
    np.multiply(out, work.number(4 * n * (alpha or 1.0)), out=out)
    np.multiply(out, w, out=out)
    dalpha = work.inner(out, x) / (alpha or 1.0)
    if ratio != 1:
        np.multiply(out, work.number(ratio), out=out)
    return (dalpha,)


def _eln(
    work: Workspace, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln: forward."""
    s = math.sqrt(C - 1)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=out)
    np.divide(x, out, out=out)
    np.multiply(out, work.number(s), out=out)
    return ()


def _eln_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln: dx, with gradients."""
    (s0,) = work.scratch(x)
    s = math.sqrt(C - 1)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=s0)
    np.multiply(out, s0, out=out)
    np.divide(g, out, out=out)
    dbeta = work.inner(out, x) * -(s / 2)
    np.multiply(out, work.number(s * beta), out=out)
    return (dbeta,)


def _dyisru(
    work: Workspace, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: forward."""
    n = math.sqrt(C)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=out)
    np.divide(x, out, out=out)
    np.multiply(out, work.number(n), out=out)
    return ()


def _dyisru_vjp(
    work: Workspace, g: Array, x: Array, C: int, beta: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_dyisru: dx, with gradients."""
    (s0,) = work.scratch(x)
    n = math.sqrt(C)
    np.multiply(x, x, out=out)
    np.add(out, work.number(beta), out=out)
    np.sqrt(out, out=s0)
    np.multiply(out, s0, out=out)
    np.divide(g, out, out=out)
    dbeta = work.inner(out, x) * -(n / 2)
    np.multiply(out, work.number(n * beta), out=out)
    return (dbeta,)


def _eln_general(
    work: Workspace, x: Array, betas: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: forward."""
    (s0,) = work.scratch(x)
    s = math.sqrt(C - 1)
    t = work.deviation(x, out)
    np.multiply(t, t, out=s0)
    S = np.add(s0, betas, out=s0)
    np.sqrt(S, out=s0)
    np.divide(t, s0, out=out)
    np.multiply(out, work.number(s), out=out)
    return ()


def _eln_general_vjp(
    work: Workspace, g: Array, x: Array, betas: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_eln_general: dx, with gradients."""
    s0, s1 = work.scratch(x)
    s = math.sqrt(C - 1)
    t = work.deviation(x, s1)
    np.multiply(t, t, out=s0)
    S = np.add(s0, betas, out=s0)
    np.sqrt(S, out=out)
    np.multiply(S, out, out=s0)
    k = np.divide(g, s0, out=s0)
    p = work.dot(k, betas) / work.double(C)
    np.multiply(k, betas * work.number(s), out=out)
    np.subtract(out, work.column(p * work.double(s)), out=out)
    np.multiply(k, t, out=s0)
    dbetas = -(s / 2) * work.columns(None, s0)
    return (dbetas,)


def _isru(
    work: Workspace, x: Array, C: int, alpha: float, b: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_isru: forward."""
    np.multiply(x, x, out=out)
    np.multiply(out, work.number(alpha), out=out)
    np.add(out, work.number(b), out=out)
    np.sqrt(out, out=out)
    np.divide(x, out, out=out)
    return ()


def _isru_vjp(
    work: Workspace, g: Array, x: Array, C: int, alpha: float, b: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_isru: dx, with gradients."""
    s0, s1 = work.scratch(x)
    np.multiply(x, x, out=s1)
    np.multiply(s1, work.number(alpha), out=out)
    np.add(out, work.number(b), out=out)
    np.sqrt(out, out=s0)
    np.multiply(out, s0, out=out)
    np.divide(g, out, out=out)
    np.multiply(out, x, out=s0)
    dalpha = -(work.inner(s0, s1) / 2)
    if b != 1:
        np.multiply(out, work.number(b), out=out)
    return (dalpha,)


def _beta_i_top(
    work: Workspace, x: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_beta: by the other channels."""
    (s0,) = work.scratch(x)
    d = np.subtract(x, work.column(work.total(x) / work.double(C - 1)), out=s0)
    out[:] = work.dot(d, d) * work.double((C - 1) / C)
    return ()


def _beta_i(
    work: Workspace, x: Array, C: int, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_beta: beta_i."""
    t, var_t = work.centred(x, out)
    np.multiply(t, t, out=out)
    np.subtract(work.column(var_t * work.double(C - 1)), out, out=out)
    return ()


def _gradient_variance_none(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: none."""
    s0, s1 = work.scratch(x)
    h = work.deviation(g, s0)
    t, var_t = work.centred(x, s1)
    r = np.reciprocal(np.sqrt(var_t + work.double(eps)))
    np.multiply(t, work.column(r * r * (work.dot(h, t) / work.double(C))), out=s1)
    left = np.subtract(h, s1, out=s0)
    out[:] = work.dot(left, left) / work.double(C) * (r * r)
    return ()


def _gradient_variance_mean(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: mean."""
    s0, s1 = work.scratch(x)
    h = work.deviation(g, s0)
    t, var_t = work.centred(x, s1)
    r = np.reciprocal(np.sqrt(var_t + work.double(eps)))
    np.multiply(t, work.column(r * r * (work.dot(h, t) / work.double(C))), out=s1)
    left = np.subtract(h, s1, out=s0)
    out[:] = work.dot(left, left) / work.double(C) * (r * r)
    return ()


def _gradient_variance_variance(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: variance."""
    (s0,) = work.scratch(x)
    var = work.variance(g, s0)
    var2 = work.variance(x, s0)
    r = np.reciprocal(np.sqrt(var2 + work.double(eps)))
    out[:] = var * (r * r)
    return ()


def _gradient_variance_both(
    work: Workspace, g: Array, x: Array, C: int, eps: float, out: Array
) -> tuple[Any, ...]:
    """beyond/kernel_gradient_variance: both."""
    (s0,) = work.scratch(x)
    var = work.variance(g, s0)
    var2 = work.variance(x, s0)
    r = np.reciprocal(np.sqrt(var2 + work.double(eps)))
    out[:] = var * (r * r)
    return ()


LAYER_NORM = Kernel(
    name="layer_norm",
    function=_layer_norm,
    arrays=("x",),
    channels=("gain", "bias"),
    scalars=("eps",),
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
    scratch=1,
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
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


LAYER_NORM_SIMPLE_VJP = Kernel(
    name="layer_norm_simple_vjp",
    function=_layer_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
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
    scratch=1,
    rowwise=True,
    shifts=True,
    scaling={"eps": 2},
)


ADA_NORM_VJP = Kernel(
    name="ada_norm_vjp",
    function=_ada_norm_vjp,
    arrays=("g", "x"),
    scalars=("c", "kappa", "eps"),
    scratch=1,
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
    scratch=1,
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
    rowwise=True,
    scaling={"eps": 2},
)


RMS_NORM_VJP = Kernel(
    name="rms_norm_vjp",
    function=_rms_norm_vjp,
    arrays=("g", "x"),
    channels=("gain",),
    scalars=("eps",),
    scratch=1,
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
    rowwise=True,
    scaling={"eps": 2},
)


RMS_NORM_SIMPLE_VJP = Kernel(
    name="rms_norm_simple_vjp",
    function=_rms_norm_simple_vjp,
    arrays=("g", "x"),
    scalars=("eps",),
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
)


DYT_VJP = Kernel(
    name="dyt_vjp",
    function=_dyt_vjp,
    arrays=("g", "x"),
    channels=("gain", "bias"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1), Law(0, -1), Law(0, -1)),
)


DYT_SIMPLE = Kernel(
    name="dyt_simple",
    function=_dyt_simple,
    arrays=("x",),
    scalars=("alpha",),
)


DYT_SIMPLE_VJP = Kernel(
    name="dyt_simple_vjp",
    function=_dyt_simple_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


DYT_SCALED = Kernel(
    name="dyt_scaled",
    function=_dyt_scaled,
    arrays=("x",),
    scalars=("alpha",),
)


DYT_SCALED_VJP = Kernel(
    name="dyt_scaled_vjp",
    function=_dyt_scaled_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


DYT_SCALED_RMS = Kernel(
    name="dyt_scaled_rms",
    function=_dyt_scaled_rms,
    arrays=("x",),
    scalars=("alpha",),
)


DYT_SCALED_RMS_VJP = Kernel(
    name="dyt_scaled_rms_vjp",
    function=_dyt_scaled_rms_vjp,
    arrays=("g", "x"),
    scalars=("alpha",),
    scratch=1,
    law=Law(0, -1),
    gradients=(Law(0, -1),),
)


ELN = Kernel(
    name="eln",
    function=_eln,
    arrays=("x",),
    scalars=("beta",),
    scaling={"beta": 2},
)


ELN_VJP = Kernel(
    name="eln_vjp",
    function=_eln_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    scratch=1,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


DYISRU = Kernel(
    name="dyisru",
    function=_dyisru,
    arrays=("x",),
    scalars=("beta",),
    scaling={"beta": 2},
)


DYISRU_VJP = Kernel(
    name="dyisru_vjp",
    function=_dyisru_vjp,
    arrays=("g", "x"),
    scalars=("beta",),
    scratch=1,
    law=Law(1, -1),
    gradients=(Law(2, -1),),
    scaling={"beta": 2},
)


ELN_GENERAL = Kernel(
    name="eln_general",
    function=_eln_general,
    arrays=("x",),
    channels=("betas",),
    scratch=1,
    rowwise=True,
    shifts=True,
    scaling={"betas": 2},
)


ELN_GENERAL_VJP = Kernel(
    name="eln_general_vjp",
    function=_eln_general_vjp,
    arrays=("g", "x"),
    channels=("betas",),
    scratch=2,
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
    scaling={"b": 2},
)


ISRU_VJP = Kernel(
    name="isru_vjp",
    function=_isru_vjp,
    arrays=("g", "x"),
    scalars=("alpha", "b"),
    scratch=2,
    law=Law(1, -1),
    gradients=(Law(0, -1),),
    scaling={"b": 2},
)


BETA_I_TOP = Kernel(
    name="beta_i_top",
    function=_beta_i_top,
    arrays=("x",),
    scratch=1,
    rowwise=True,
    per_row=True,
    law=Law(-2, 0),
)


BETA_I = Kernel(
    name="beta_i",
    function=_beta_i,
    arrays=("x",),
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
    scratch=2,
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
    scratch=2,
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
    scratch=1,
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
    scratch=1,
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
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of |gain (|y| + 1)| + |bias|, y
        being normalized, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row whose result is in the range of normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row whose result is in the range of normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row whose result is in the range of
        normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row whose result is in the range of normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row whose result is in the range of
        normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row whose result is in the range of normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of s (|x_i| + m)/sqrt(beta_i +
        (x_i - mu)^2), where s = sqrt(C - 1) and m is the mean of |x|, eps_m being the machine epsilon of the
        dtype in which is computed, for every finite row whose result is in the range of normal numbers; eps is
        0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of the terms that dx is the
        sum of, each times 1 + m/sqrt(beta_i + (x_i - mu)^2), where m is the mean of |x|, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row whose result is in the range of
        normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (12 + 4 log2(C)) eps_m of |c y| + |c kappa y^2|,
        eps_m being the machine epsilon of the dtype in which is computed, for every finite row whose result is
        in the range of normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (20 + 10 log2(C)) eps_m of |g'|/sqrt(V), where g' is
        c (1 + n kappa |y|) |g|, n = 1 where the factor is detached, else 2, for |kappa| up to 1, eps_m being
        the machine epsilon of the dtype in which is computed, for every finite row whose result is in the range
        of normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (8 + 2 log2(C)) eps_m of the result, eps_m being the
        machine epsilon of the dtype in which is computed, for every finite row whose result is in the range of
        normal numbers; eps is 0 or one of these as well.

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
    Accuracy: per row, in the 2-norm, the error is at most (16 + 6 log2(C)) eps_m of |g'|/sqrt(V), where g' is g
        with its weights, eps_m being the machine epsilon of the dtype in which is computed, for every finite
        row whose result is in the range of normal numbers; eps is 0 or one of these as well.

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
    Accuracy: the error of each element is at most (12 + 8 log2(C)) eps_m of it, also that of a channel which
        outweighs all others.

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
    Accuracy: the error of each is at most (16 + 6 log2(C)) eps_m of it, unless little of g is left beside 1 and
        y.

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
# sha256: 306d94d984ad7361f863aeaa70d9e7e9e18ccbaff570ed0503eb5b79a6780a3c
