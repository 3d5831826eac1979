// The target has machines only.
