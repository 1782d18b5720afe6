"""The numba target: loops over the rows, in which everything is fused that no sum keeps apart."""
