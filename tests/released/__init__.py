"""The description of the last released version of the API, and how it may change."""
