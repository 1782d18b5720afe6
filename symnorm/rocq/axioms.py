"""The axioms on which theorems may rest, by the names that `Print Assumptions` has for them."""

from __future__ import annotations

AXIOMS = (
    "ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec", "functional_extensionality_dep",
    "Classical_Prop.classic",
)  # fmt: skip
"""What Rocq's real numbers rest on. No theorem may rest on anything else, but for the calculations of `COMPUTED`."""

_PRIMITIVE = {
    "PrimInt63": """
        add addc addcarryc addmuldiv compare div diveucl diveucl_21 eqb head0 int land leb lor lsl lsr ltb lxor mod
        mul mulc sub subc subcarryc tail0
    """,
    "Uint63": """
        add_spec addc_def_spec addcarryc_def_spec addmuldiv_def_spec compare_def_spec div_spec diveucl_21_spec
        diveucl_def_spec eqb_correct eqb_refl head0_spec land_spec leb_spec lor_spec lsl_spec lsr_spec ltb_spec
        lxor_spec mod_spec mul_spec mulc_spec of_to_Z sub_spec subc_def_spec subcarryc_def_spec tail0_spec
    """,
    "PrimFloat": """
        abs add classify compare div eqb float frshiftexp ldshiftexp ltb mul next_down next_up normfr_mantissa
        of_uint63 opp sqrt sub
    """,
    "FloatAxioms": """
        Prim2SF_SF2Prim Prim2SF_valid SF2Prim_Prim2SF abs_spec add_spec classify_spec compare_spec div_spec eqb_spec
        frshiftexp_spec ldshiftexp_spec ltb_spec mul_spec next_down_spec next_up_spec normfr_mantissa_spec
        of_uint63_spec opp_spec sqrt_spec sub_spec
    """,
}

COMPUTED = frozenset(f"{module}.{name}" for module, names in _PRIMITIVE.items() for name in names.split())
"""That the integers and floating-point numbers of the processor are what they are said to be.

Lines about numbers are decided by interval arithmetic, which calculates with them. They are told apart.
"""
