"""The pages that play machines: each spec in Chromium, by clicks and by keys."""

import io
import json
import os
import random
import shutil
import subprocess
from urllib.parse import unquote

import pytest
from PIL import Image, ImageChops, ImageStat

from conftest import HERE, ROOT, SPECS, Player

IS_UPDATING = os.environ.get("PLAYER_UPDATE") == "update"


# Ten clicks within the page: what was not clicked before comes first.
WALK = """seed => {
  const random = list => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return list[(seed >> 8) % list.length] }
  const all = selector => [...document.querySelectorAll(selector)], clicked = new Set()
  document.querySelector("#question form button")?.click()
  for (let count = 0; count < 10; count++) {
    const enabled = all(".event:not(.off) > button, [id^=fire]"), ids = enabled.map(x => x.id)
    if (!ids.length) break
    const isNew = ids.some(x => !clicked.has(x)), id = random(ids.filter(x => !isNew || !clicked.has(x)))
    clicked.add(id)
    document.getElementById(id).click()
    for (let asked = 0; document.getElementById("yes"); asked++) {
      if (asked > 20) throw Error("too many questions")
      document.getElementById(random(["yes", "no"])).click()
    }
    if (count % 4 === 3) for (const id of ["back", "forward"]) document.getElementById(id).click()
  }
  return clicked.size
}"""


@pytest.mark.parametrize("spec", SPECS)
def test_each_spec_is_played(player, spec):
    player.open(spec)
    assert player.page.evaluate(WALK, random.Random(spec).randrange(1 << 30)) > 0
    before, link = player.shown(), player.link()
    player.open(spec, unquote(link.split("#")[1]))
    player.page.wait_for_function("text => document.querySelector('#now').textContent === text", arg=before[0])
    assert player.page.is_hidden("#notice")
    assert player.shown() == before
    # Every moment can be gone to.
    steps = player.page.eval_on_selector_all("#log button", "list => list.map(x => x.id).reverse()")
    for step in steps:
        player.page.evaluate("id => document.getElementById(id).click()", step)
    assert player.shown() == before


def test_a_machine_is_played_by_keys(player):
    player.open("MediaPlayer")
    press = player.page.keyboard.press
    press("p")
    assert player.text("#now") == '.active(track: "a", .init(playback: .playing(position: 0), sound: .audible(volume: 5)))'
    assert player.text("#live").startswith('play("a"). Outputs: openSession, play("a", from: 0), setVolume(5). Now .active')
    assert player.page.evaluate("document.activeElement.textContent") == "playp"
    press("m")
    assert ".muted(volume: 5)" in player.text("#now")
    press("ArrowLeft")
    assert ".audible(volume: 5)" in player.text("#now")
    press("ArrowRight")
    assert ".muted(volume: 5)" in player.text("#now")
    press("/")
    player.page.keyboard.type("interr")
    assert player.page.eval_on_selector_all(".event", "list => list.length") == 2


def test_a_question_is_answered_by_keys(player):
    player.open("RequestScheduler", "RequestScheduler;start(w1)").page.fill("[id='e1.0']", "someResult")
    player.page.press("[id='e1.0']", "Enter")
    assert "someResult matches .failure" in player.text("#question")
    player.page.keyboard.press("y")
    assert "scheduledForRetry" in player.text("#now")
    assert unquote(player.link()).endswith("receivedResult(someResult)?y")


def test_labels_of_the_picture_send_their_events(player):
    player.open("ElevatorDoor")
    assert player.page.eval_on_selector_all(".label.lit", "list => list.map(x => x.id)") == ["a_m0t0", "a_m0t2"]
    player.page.click("#a_m0t2 text >> nth=0")
    assert player.text("#now") == ".closing(persons: 0)"
    assert player.page.query_selector(".edge.taken.t2")


def test_values_and_states_are_set_by_hand(player):
    player.open("MediaPlayer", "MediaPlayer;play('a');@set(repeats,true);@set(active.playback.playing.position,41);progressed(1)")
    assert ".playing(position: 42)" in player.text("#now")
    player.page.fill("[aria-label='Values'] input[id*='property']", "false")
    player.page.keyboard.press("Tab")
    player.page.click("#force summary")
    player.page.select_option("#forced select", label="interrupted")
    player.page.click("#forced button")
    assert player.text("#now").startswith(".interrupted(")
    assert unquote(player.link()).endswith(";@set(repeats,false);@force(interrupted)")


def test_time_passes(player):
    player.open("Downloader", "Downloader;begin('u')")
    player.page.fill("#seconds", "31")
    player.page.click("#advance")
    assert "after(patience)" in player.text("#log")
    assert "clock 31 s" in player.text("#waits")


def test_a_link_ends_where_a_step_does_not_fit(player):
    player.open("ElevatorDoor", "ElevatorDoor;personsEntered(8);jump;closeButton")
    assert player.text("#notice") == "The link ends before its step 2, jump: there is no such event."
    assert player.text("#now") == ".open(persons: 8)"


# The links that findings of tests print, as PlayLinkTests has them.
@pytest.mark.parametrize("link, state", [
    ("RequestScheduler;start(`continuation(1)`);@fire(requesting)", ".finished(.failure(RequestTimeout()))"),
    ("TCPConnection;@with(retransmissionTimeout,1)", ".closed"),
    ("ConnectionPool;@with(limit,2);requested(1)", "[1]"),
    ("ElevatorDoor;personsEntered(count:8);closeButton", ".closing(persons: 8)"),
])
def test_links_of_findings(player, link, state):
    player.open(link.split(";")[0], link)
    assert player.page.is_hidden("#notice"), player.text("#notice")
    assert state in player.text("#now")


@pytest.mark.parametrize("text", ['a;b("c")?y', "it's", "@fire;x", "#%ü 👍 `x` \\ \\(y)", "", "w1"])
def test_any_text_goes_through_a_link(player, text):
    player.open("OnboardingCoordinator").page.fill("[id='e0-0.0']", text)
    player.page.press("[id='e0-0.0']", "Enter")
    before, link = player.shown(), player.link()
    assert before[0].startswith(".login(FormField(state: .entering(text: ")
    player.open("OnboardingCoordinator", unquote(link.split("#", 1)[1]))
    player.page.wait_for_selector("#step1")
    assert player.shown() == before


def test_long_links_are_packed(player):
    player.open("ElevatorDoor", "ElevatorDoor" + ";personsEntered(0)" * 100 + ";personsEntered(3)")
    link = player.link()
    assert "#z" in link and len(link.split("#")[1]) < 300
    player.open("TrafficLight").page.goto(link)
    player.page.wait_for_selector("#step101")
    assert player.text("#now") == ".open(persons: 3)"


def test_a_program_stops(player):
    player.open("ElevatorDoor", "ElevatorDoor;@set(open.persons,9223372036854775807)")
    player.page.click("#e0")
    assert "The program stops: arithmetic overflow" in player.text("#log")
    assert player.buttons() == []
    player.page.click("#back")
    assert player.text("#now") == ".open(persons: 9223372036854775807)"


def test_steps_are_written_as_a_test_in_swift(player):
    player.open("ElevatorDoor", "ElevatorDoor;personsEntered(8);closeButton").page.click("#swift")
    assert "#expect(machine.handle(event: .closeButton) == [.close(speed: 1)])" in player.text("dialog pre")


def test_a_narrow_page_scrolls_in_one_direction(browser):
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="dark", reduced_motion="reduce")
    player = Player(context.new_page()).open("Oven", "Oven;start(200,30)")
    for width in [320, 390]:
        player.page.set_viewport_size({"width": width, "height": 800})
        assert player.page.evaluate("document.documentElement.scrollWidth") == width
        for button in player.page.query_selector_all(".tools button"):
            box = button.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
    box = player.page.query_selector(".tools").bounding_box()
    assert round(box["y"] + box["height"]) == 800
    assert player.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(13, 17, 23)"
    assert player.problems == []
    context.close()


@pytest.mark.parametrize("spec, steps", [("ElevatorDoor", ";personsEntered(8)"), ("MediaPlayer", ";play('a');muteButton")])
def test_a_page_looks_as_it_did(player, spec, steps):
    """The large parts stand where they stood, and a screenshot of a few hundred pixels has its colours: fonts may differ."""
    player.open(spec, spec + steps)
    parts = {name: player.page.query_selector(name).bounding_box() for name in ["#pictures", "#acts", "#values", "#log"]}
    assert parts["#pictures"]["width"] == 820 and parts["#acts"]["width"] > 370
    assert parts["#log"]["y"] >= parts["#acts"]["y"] + parts["#acts"]["height"] - 1
    assert parts["#values"]["y"] + parts["#values"]["height"] == 800
    image = Image.open(io.BytesIO(player.page.screenshot())).convert("RGB").resize((60, 40), Image.Resampling.BOX)
    stored = HERE / f"{spec}.png"
    if IS_UPDATING:
        image.save(stored)
    difference = ImageStat.Stat(ImageChops.difference(image, Image.open(stored).convert("RGB"))).mean
    assert max(difference) < 6, difference


@pytest.mark.skipif(not IS_UPDATING, reason="writes the picture of the documentation, for 'update'")
def test_the_documentation_shows_the_page(player):
    player.open("MediaPlayer", "MediaPlayer;play('song');progressed(5);pauseButton")
    image = Image.open(io.BytesIO(player.page.screenshot())).convert("RGB").quantize(256, kmeans=1)
    image.save(ROOT / "Sources/StateMachineCompiler/StateMachineCompiler.docc/Playing.png", optimize=True)


@pytest.mark.skipif(not shutil.which("node"), reason="no node")
def test_steps_run_without_a_page():
    document = json.loads((HERE / "door.json").read_text())
    lines = [
        {"document": document, "steps": [{"start": True}, {"event": "personsEntered", "arguments": [8]}, {"event": 1}]},
        {"machine": "ElevatorDoor", "state": ["case", "open", ["persons"], 10], "steps": [{"event": 1}]},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    result = subprocess.run(["node", HERE / "steps.js"], input=text, capture_output=True, text=True, check=True)
    first, second = [json.loads(line)["steps"] for line in result.stdout.splitlines()]
    assert [step["outcome"] for step in first] == ["started", "stayed", "transitioned"]
    assert first[2]["outputs"] == ["close(speed: 1)"] and first[2]["state"] == ".closing(persons: 8)"
    assert second[0]["outcome"] == "ignored" and second[0]["payload"] == {"open": {"persons": "10"}}
