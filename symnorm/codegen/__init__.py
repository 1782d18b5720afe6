"""From verified statements to functions over arrays."""
