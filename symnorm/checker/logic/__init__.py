"""What the checker accepts: signs and relations, steps, suppositions, theorems."""
