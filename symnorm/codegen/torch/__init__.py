"""The PyTorch target: expressions of tensors, with a runtime that scales rows and tells autograd."""
