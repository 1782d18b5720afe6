"""The kernels that there are: `table` has the claims that each comes from, `kernel` makes its graph, and its record."""
