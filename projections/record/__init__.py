"""The record: what finished games add to their players' statistics and ratings, and to the leaderboards."""
