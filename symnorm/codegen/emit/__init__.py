"""The file that is printed: `face` lists the public functions, `public` prints them (for PyTorch `layers` does, and
`modules` has what stands below these), `target` says for what, `module` assembles the whole, `standalone` makes it
self-contained, and `check` holds a file against what is verified now."""
