"""The daily deal: the seeds of the days, one counted try an account and day, tables, streaks (docs/daily.md)."""
