"""What things are called in each language, and events as sentences."""
