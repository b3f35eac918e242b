"""Pictures of finished games and other things, as PNG for those who preview a link: they run no script.

They are drawn with the same art as the page: `art` takes it from the page's own files.
"""

WIDTH, HEIGHT = 1200, 630
"""Pixels of a picture: what previews of links show whole."""
