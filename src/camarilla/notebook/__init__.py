"""Matches and results in a notebook (Jupyter and its kin; `pip install 'camarilla[notebook]'` brings JupyterLab).

What stands alone in a cell is shown by itself: a match as its board with all hands open, `match.view(seat)` as that
seat's board, `match.record()` as a replay with a slider, a series of matches and a tournament as tables and plots.
`camarilla.show` does the same in another language, with names, or for a seat. A board is a whole page within a frame,
so that neither the notebook's styles nor ours disturb the other; nothing is loaded from anywhere, so an exported
notebook shows the same.
"""

from __future__ import annotations

from camarilla.engine.words import of_package

WORDS = of_package(__file__)
