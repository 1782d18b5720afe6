"""The NumPy target: one operation on a block after the other, into memory that is there."""
