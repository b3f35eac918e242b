"""Webhooks: the items of the inbox, and the news of tables, sent to addresses that players name."""
