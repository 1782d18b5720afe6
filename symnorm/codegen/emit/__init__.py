"""The file that is printed: `face` lists the public functions, `public` prints them (`layers` and `modules` for
PyTorch), `target` says for what, `module` assembles the whole, `standalone` makes it self-contained, and `check` holds a file against what is verified now."""
