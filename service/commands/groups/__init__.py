"""Commands with their arguments and help. Each imports its own modules when it runs, so that all start fast."""
