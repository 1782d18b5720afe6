"""test"""
from symnorm import Theorem, by, eq, mean, le, D, total, delta
from .notation import *

theorem = Theorem("adanorm/1_detached", "t", where=layer)
theorem.claim("(15)", eq(a, g[i]/sigma), by.algebra())
theorem.claim("+1", eq(abar, gbar/sigma), by.algebra())
theorem.claim("+2", eq(D_a, D_g/sigma**2), by.algebra())
theorem.claim("+3", eq(b, 1/sigma*(g[i]-gbar-y[i]*mean(y*g))), by.algebra())
theorem.claim("+4", eq(bbar, 0), by.algebra())
theorem.claim("+5", eq(D_b, (D_g-mean(y*g)**2)/sigma**2), by.algebra())
theorem.claim("+6", eq(cbar, gbar/sigma), by.algebra())
theorem.claim("+7", eq(D_c, D_b), by.algebra())
theorem.claim("+8", eq(D_d, D_g/sigma**2), by.algebra())
theorem.claim("+9", le(D_b, D_g/sigma**2), by.sign(mean(y*g)**2/sigma**2))
theorem.claim("+10", eq(copied(D(y_hat[j], x[i])), delta(i,j)/sigma), by.algebra())
