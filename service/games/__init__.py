"""What the service does to games, for any caller: open, write, fork, replay, wait. Knows neither flask nor click."""
