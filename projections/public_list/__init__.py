"""The public list of finished games: leaves in an order that never changes, the tiles of their tree, and checkpoints.

It is a projection that nobody may drop: the logs say what is in it, and it alone says in which order.
"""
