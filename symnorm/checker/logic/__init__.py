"""The logic of the checker: signs and relations, steps, suppositions, theorems."""
