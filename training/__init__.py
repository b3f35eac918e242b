"""What strategies learn from: games that they play against themselves. Needs the extra `train`."""
