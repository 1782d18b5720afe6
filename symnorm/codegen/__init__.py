"""Prints NumPy source from verified statements."""
