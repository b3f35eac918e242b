"""Learning to play: environments for reinforcement learning, and nets that learn from games. The extra is `train`."""
