"""How the checker calculates: polynomials, quotients, the ring of generators, derivatives, normal forms, bounds."""
