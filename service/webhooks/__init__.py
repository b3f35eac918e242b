"""Webhooks: the items of the inbox, sent to addresses that players name."""
