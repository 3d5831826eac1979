"""What `--watch` lets a browser show: it is loaded anew when a machine changes, and keeps its steps."""

import os
import signal
import subprocess
import sys
import time

import pytest

from conftest import SM_GEN, ROOT

DOOR = """
machine Door {
  initial state open
  state closed, locked
  event close, lock, open
  open -> closed : close
  closed -> locked : lock
  closed, locked -> open : open
}
"""


class Watched:
    """A command with `--watch`, and a program in the place of the system's that opens files: it writes down which."""

    def __init__(self, folder, *arguments):
        self.folder = folder
        (folder / "bin").mkdir(exist_ok=True)
        opener = folder / "bin" / ("open" if sys.platform == "darwin" else "xdg-open")
        opener.write_text(f'#!/bin/sh\necho "$1" >>{folder}/opened\n')
        opener.chmod(0o755)
        self.write(DOOR)
        environment = os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}", "TMPDIR": str(folder)}
        self.process = subprocess.Popen(
            [(ROOT / SM_GEN).resolve(), *arguments, "--watch", "Door.sm"], cwd=folder, env=environment,
            stderr=subprocess.DEVNULL)

    def write(self, text):
        (self.folder / "Door.sm").write_text(text)

    def opened(self):
        for _ in range(200):
            if (self.folder / "opened").exists() and (lines := (self.folder / "opened").read_text().split()):
                return [self.folder / line for line in lines]
            time.sleep(0.05)
        raise AssertionError("nothing was opened")

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


@pytest.fixture
def watch(tmp_path):
    started = []

    def start(*arguments):
        started.append(Watched(tmp_path, *arguments))
        return started[0]
    yield start
    for command in started:
        command.process.kill()


def test_a_page_that_is_watched_keeps_its_steps(player, watch):
    command, page = watch("play"), player.page
    address = command.opened()[0].as_uri()
    page.goto(address)
    before = page.evaluate("history.length")
    wait = lambda text: page.wait_for_function("text => document.querySelector('#now')?.textContent === text", arg=text)
    page.keyboard.press("c")
    page.keyboard.press("l")
    wait(".locked")
    page.keyboard.press("+")
    picture = page.locator("#pictures svg")
    scale = lambda: picture.evaluate("x => x.width.baseVal.value / x.viewBox.baseVal.width")
    zoomed = scale()
    # A change that the steps outlive; what was zoomed stays so.
    page.evaluate("() => { window.isOld = true }")
    command.write(DOOR.replace("locked -> open", "locked -> closed"))
    page.wait_for_function("() => !window.isOld && document.querySelector('#step2')")
    wait(".locked")
    assert page.is_hidden("#notice") and scale() == pytest.approx(zoomed)
    # Also of steps ahead of the moment that is shown.
    page.keyboard.press("ArrowLeft")
    wait(".closed")
    page.evaluate("() => { window.isOld = true }")
    command.write(DOOR.replace("locked -> open", "locked -> locked"))
    page.wait_for_function("() => !window.isOld && document.querySelector('#step2')")
    wait(".closed")
    page.keyboard.press("ArrowRight")
    wait(".locked")
    # An event that goes: the steps before it stay, and the page says so.
    command.write(DOOR.replace("lock,", "").replace("  closed -> locked : lock\n", "").replace(", locked", ""))
    page.wait_for_function("() => document.querySelector('#notice')?.textContent")
    assert player.text("#notice") == "The link ends before its step 2, lock: there is no such event."
    wait(".closed")
    # A mistake leaves the page as it is; and once it is mended, all steps are back.
    command.write(DOOR.replace("-> locked", "-> lokced"))
    page.wait_for_timeout(1500)
    wait(".closed")
    command.write(DOOR)
    wait(".locked")
    assert page.is_hidden("#notice")
    # The browser's own way back has no entries of this.
    assert page.evaluate("history.length") == before
    # It has been opened once. At the end, the page is as any other, and looks at its file no more.
    assert len(command.opened()) == 1
    page.evaluate("() => { window.isOld = true }")
    assert command.end() == 0
    page.wait_for_function("() => !window.isOld && document.querySelector('#step2')")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.wait_for_timeout(2500)
    assert requests == [] and page.locator("iframe").count() == 0 and player.text("#now") == ".locked"


@pytest.mark.parametrize("name", ["Door.svg", "Door.png"])
def test_a_picture_that_is_watched_is_shown_anew(player, watch, name):
    command, page = watch("diagram", "-o", name, "--open"), player.page
    page.goto(command.opened()[0].as_uri())
    size = lambda: page.evaluate("() => document.querySelector('img').naturalHeight")
    page.wait_for_function("() => document.querySelector('img').naturalHeight")
    before = size()
    command.write(DOOR.replace("lock,", "").replace("  closed -> locked : lock\n", "").replace(", locked", ""))
    is_new = "old => ![0, old, undefined].includes(document.querySelector('img')?.naturalHeight)"
    page.wait_for_function(is_new, arg=before)
    # The picture itself is as any other, and nothing is left beside it.
    assert b"<script" not in (command.folder / name).read_bytes()
    assert command.end() == 0
    assert sorted(x.name for x in command.folder.iterdir() if x.is_file()) == sorted(["Door.sm", name, "opened"])
    assert "<script" not in command.opened()[0].read_text()


def test_a_page_that_is_not_watched_does_not_look_at_its_file(player):
    player.open("ElevatorDoor")
    requests = []
    player.page.on("request", lambda request: requests.append(request.url))
    player.page.wait_for_timeout(2500)
    assert requests == [] and player.page.locator("iframe").count() == 0
