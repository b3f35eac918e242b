"""Charts as SVG files."""

import re
import sys
from pathlib import Path

from pygal.graph.graph import Graph
from pygal.style import Style

# pygal installs an outdated import finder that makes every later import emit a warning: remove it.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]
STYLE = Style(background="white", plot_background="white", font_family="sans-serif")


def write_svg(chart: Graph, file: Path) -> Path:
    """Write the chart without scripts and comments and with a fixed id, so that the file is always the same."""
    chart.uuid = file.stem
    text = re.sub(r"<!--.*?-->|<script.*?</script>|<script[^>]*/>", "", chart.render(is_unicode=True), flags=re.DOTALL)
    file.write_text(text, encoding="utf-8")
    return file
