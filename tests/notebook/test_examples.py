"""The notebooks in `examples/` run from top to bottom, and what is committed of them is what people wrote.

To import what reads them takes seconds, and every worker reads this file: it is imported where it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from jupyter_client.manager import AsyncKernelManager

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.ipynb"))
PATIENCE = 300  # seconds for a cell: where nothing was compiled ahead it waits for that


def read(name: str) -> Any:
    import nbformat

    return nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_is_one_for_each_kind_of_reader() -> None:
    assert NAMES == ["designer", "player", "researcher"]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_kept_without_what_it_printed(name: str) -> None:
    from nbformat import validate

    notebook = read(name)
    validate(notebook)
    assert all(not cell.outputs and cell.execution_count is None for cell in code(notebook))
    assert notebook.cells[0].cell_type == "markdown" and notebook.cells[0].source.startswith("# ")


@pytest.fixture(scope="module")
def kernel() -> Iterator[AsyncKernelManager]:
    """One for all notebooks, each of which begins with an empty one: to start it takes longer than to run them."""
    from jupyter_client.manager import AsyncKernelManager
    from jupyter_core.utils import run_sync

    manager = AsyncKernelManager(kernel_name="python3")
    run_sync(manager.start_kernel)()
    yield manager
    run_sync(manager.shutdown_kernel)(now=True)


@pytest.mark.xdist_group("notebooks")
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name: str, kernel: AsyncKernelManager) -> None:
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell

    notebook = read(name)
    notebook.cells.insert(0, new_code_cell("%reset -f"))
    NotebookClient(notebook, km=kernel, timeout=PATIENCE).execute()
    shown = [output.data for cell in code(notebook) for output in cell.outputs if "data" in output]
    assert any("<iframe" in data.get("text/html", "") for data in shown)
