"""Draw the icons of a home screen anew, from `icon.svg`: python tools/icons.py

Phones want them as pictures of pixels. What is important in the drawing lies in its middle, since each phone cuts it to
a shape of its own.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parents[1] / "src/camarilla/site/static/camarilla"
SIZES = 180, 192, 512


def main() -> None:
    drawing = (FOLDER / "icon.svg").read_text()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>* {{ margin: 0; display: block }}</style>{drawing}")
            page.screenshot(path=FOLDER / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
