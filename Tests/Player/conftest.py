"""What the tests of pages share: the browser, and a page with what it complains about."""

import os
import pathlib
import shutil
import subprocess
from urllib.parse import quote

import pytest
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGES = pathlib.Path(os.environ.get("PLAYER_PAGES", ROOT / ".build/player-pages"))
SPECS = sorted(path.stem for path in (ROOT / "specs").glob("*.sm"))
SM_GEN = os.environ.get("SM_GEN", ROOT / ".build/debug/sm-gen")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
WIDE = {"width": 1200, "height": 800}


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def page(browser):
    page = browser.new_page(viewport=WIDE, reduced_motion="reduce")
    page.set_default_timeout(10_000)
    return page


class Player:
    """A page, with what it complains about and what it asks the network for."""

    def __init__(self, page):
        self.page = page
        self.problems = []
        self.count = 0
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("console", lambda message: self.problems.append(f"{message.type}: {message.text}"))
        page.on("request", lambda request: request.url.startswith("file:") or self.problems.append(request.url))

    def open(self, spec, steps="", folder=PAGES):
        # Another address than before: the same with other steps would not be loaded anew.
        self.count += 1
        self.page.goto((folder / f"{spec}.html").as_uri() + f"?{self.count}" + (f"#{quote(steps)}" if steps else ""))
        self.page.wait_for_selector("#log button")
        return self

    def text(self, selector):
        return self.page.text_content(selector)

    def buttons(self):
        """The events that would do something, or ask something."""
        return self.page.eval_on_selector_all(".event:not(.off) > button", "list => list.map(x => x.id)")

    def shown(self):
        """All that tells one moment from another."""
        fields = self.page.eval_on_selector_all("#values input", "list => list.map(x => [x.id, x.value])")
        return [self.text("#now"), fields, self.page.eval_on_selector_all(".active", "list => list.map(x => x.id)")]

    def link(self):
        # The address is written once what is packed is packed.
        self.page.wait_for_timeout(30)
        return self.page.url


@pytest.fixture(scope="session")
def first_player(page):
    return Player(page)


@pytest.fixture
def player(first_player):
    yield first_player
    problems, first_player.problems = first_player.problems, []
    assert problems == []


@pytest.fixture
def drawn(tmp_path):
    """Draws the page of a machine that is given as text; its folder, for `Player.open`."""
    def draw(name, text):
        (tmp_path / f"{name}.sm").write_text(text)
        subprocess.run([SM_GEN, "diagram", "-o", tmp_path / f"{name}.html", tmp_path / f"{name}.sm"], check=True)
        return tmp_path
    return draw
