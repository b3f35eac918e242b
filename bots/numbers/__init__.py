"""Views, cards and empires as numbers that every planning strategy reads: plans compare thousands of them."""
