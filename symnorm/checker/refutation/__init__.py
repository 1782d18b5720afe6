"""Points at which something is said to fail, judged again: values there, what names stand for, what has to hold."""
