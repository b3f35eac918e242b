"""Games that both folds of events read: the example's in Python and the page's in JavaScript."""
