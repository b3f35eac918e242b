"""The `wonderful` command: a file for each subcommand."""
