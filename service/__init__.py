"""The service around the log: HTTP, accounts, jobs, command line and the processes."""
