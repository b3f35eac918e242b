"""Learning to play: environments for reinforcement learning, and what is trained in them."""
