"""Folds of the log: snapshots, what a viewer sees of events, the lobby; and the projector that keeps them."""
