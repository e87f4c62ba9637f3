"""From what is seen to what happened: observations, the acts that explain them, and the memory between them."""
