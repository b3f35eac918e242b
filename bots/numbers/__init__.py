"""Cards and empires as numbers: planning looks at thousands of them."""
