"""The record: results, statistics, ratings, leaderboards."""
