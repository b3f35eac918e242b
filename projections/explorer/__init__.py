"""The explorer: what finished games say about cards, empires and pairs. docs/explorer.md has the definitions."""
