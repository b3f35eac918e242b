"""The explorer: what finished games say about cards and empires."""
