"""The graph of array operations of a kernel: `lower` makes it of a statement, `schedule` puts it in order and finds the
memory, and `writing` writes operations as expressions, for every target in one place."""
