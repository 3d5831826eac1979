"""Pages by keyboard, on a phone, with large charts, and with axe-core."""

import pathlib

import axe_playwright_python
import pytest

from conftest import Player

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# All of WCAG 2.2 up to AA, and what axe-core advises besides.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LARGE = "machine Large {\n  event next\n  initial state s0\n" + "".join(
    f"  state s{i + 1}\n  s{i} -> s{i + 1} : next\n" for i in range(299)) + "}\n"


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("spec, steps", [
    ("MediaPlayer", ";play('a');muteButton"), ("ConnectionPool", ""), ("OnboardingCoordinator", ""),
    ("Downloader", ";begin('u');@wait(1000)"), ("RequestScheduler", ";start(w1);receivedResult(x)"), ("ElevatorDoor", ";jump"),
])
def test_axe_finds_nothing_serious(browser, spec, steps, scheme, width):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce")
    page = Player(context.new_page()).open(spec, spec + steps).page
    page.set_default_timeout(10_000)
    page.evaluate(AXE)
    found = []

    def look():
        for x in page.evaluate("tags => axe.run({ runOnly: tags })", TAGS)["violations"]:
            if x["impact"] in ("serious", "critical"):
                found.append((x["id"], [node["html"][:100] for node in x["nodes"]]))

    page.evaluate("for (const x of document.querySelectorAll('details')) x.open = true")
    for field in page.query_selector_all("#events input:not([type=checkbox]), #question input, #seconds"):
        field.fill('"')
    look()
    page.click("#back", force=True)
    look()
    page.click("#swift")
    look()
    assert found == []
    context.close()


# Each place that Tab leads to, with whether one sees that it has the focus.
FOCUSED = """() => {
  const e = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(e)
  return [e === document.body ? "" : e.id || e.textContent, outlineStyle !== "none" && parseFloat(outlineWidth) >= 2]
}"""


@pytest.mark.parametrize("spec, steps", [
    ("MediaPlayer", ";play('a')"), ("Downloader", ";begin('u')"), ("OnboardingCoordinator", ""), ("ConnectionPool", ""),
])
def test_tab_leads_everywhere(player, spec, steps):
    player.open(spec, spec + steps)
    player.page.click("#force summary")
    player.page.evaluate("document.activeElement.blur()")
    wanted = player.page.eval_on_selector_all(
        "button, input, select, summary, #pictures",
        "list => list.filter(x => x.checkVisibility()).map(x => x.id || x.textContent)")
    reached = []
    for _ in range(len(wanted) + 5):
        player.page.keyboard.press("Tab")
        name, is_visible = player.page.evaluate(FOCUSED)
        if name in reached:
            break
        if name:
            reached.append(name)
            assert is_visible, name
    assert set(wanted) <= set(reached)


def test_the_focus_is_not_lost(player):
    focus = lambda: player.page.evaluate("document.activeElement.id")
    press = player.page.keyboard.press

    def on(selector, key="Enter"):
        player.page.focus(selector)
        press(key)
        assert focus() != "", selector

    player.open("MediaPlayer")
    on("#e0")
    assert focus() == "e0"
    on("#back")
    # At the start, there is no way back: the button keeps the focus, and does nothing.
    assert focus() == "back"
    press("Enter")
    assert focus() == "back" and player.text("#now") == ".idle"
    on("#forward")
    on("#step0")
    on("#step1")
    player.page.focus("#values input")
    player.page.keyboard.type("b")
    press("Enter")
    assert focus().startswith("v")
    player.page.click("#force summary")
    on("#forceIt")
    player.open("Downloader", "Downloader;begin('u')")
    on("#fire0")
    on("#advance")
    player.open("Downloader", "Downloader;begin('u')")
    for button in player.page.eval_on_selector_all("[id^=task]", "list => list.map(x => x.id)")[:1]:
        on(f"#{button}")
    player.open("ConnectionPool")
    player.page.fill("#question input", "2")
    press("Enter")
    assert focus() != ""
    player.open("RequestScheduler", "RequestScheduler;start(w1)").page.fill("[id='e1.0']", "someResult")
    press("Enter")
    assert focus() == "yes"
    press("n")
    assert focus() == "e1.0"


def test_on_a_phone_the_picture_stays(browser):
    context = browser.new_context(viewport={"width": 390, "height": 800}, reduced_motion="reduce")
    page = Player(context.new_page()).open("MediaPlayer").page
    for event in ["interruptionEnded", "progressed"]:
        page.locator(f"form[name={event}] button").click()
        box, button = (page.locator(x).bounding_box() for x in ["#pictures", f"form[name={event}] button"])
        assert 0 <= box["y"] and box["y"] + box["height"] <= button["y"] < 750, event
        assert box["height"] > 250
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()


def test_a_large_chart_has_an_overview(player, drawn):
    page = player.open("Large", "Large" + ";next" * 20, folder=drawn("Large", LARGE)).page
    size = lambda: page.locator("#pictures svg").bounding_box()["height"]
    top = lambda: page.evaluate("document.querySelector('#pictures').scrollTop")
    assert page.is_visible("#overview") and page.locator("#overview .active").count() == 1
    # The active leaf is in sight, and the frame shows where that is.
    leaf, box = (page.locator(x).bounding_box() for x in ["#pictures .active", "#pictures"])
    assert box["y"] <= leaf["y"] <= box["y"] + box["height"]
    before, frame = top(), page.locator("#overview .frame").bounding_box()
    page.mouse.click(frame["x"] + 3, page.locator("#overview").bounding_box()["y"] + 3)
    assert top() < before and page.locator("#overview .frame").bounding_box()["y"] < frame["y"]
    large = size()
    page.keyboard.press("0")
    assert size() <= box["height"] and page.is_hidden("#overview")
    small = size()
    page.keyboard.press("+")
    assert size() == pytest.approx(small * 1.25, rel=0.01)
    page.keyboard.press("-")
    page.keyboard.press("0")
    page.keyboard.press("0")
    assert size() == pytest.approx(large, rel=0.01)
    # Where there is something to scroll, arrows scroll it.
    page.focus("#pictures")
    page.keyboard.press("ArrowLeft")
    assert page.text_content("#now") == ".s20"
    page.locator("#larger").click()
    zoomed = size()
    page.keyboard.press("e")
    assert size() == zoomed and page.text_content("#now") == ".s21"
