"""What a page says: fields that refuse what is no value, what an event would do, the search, links and copies."""

import pytest

TYPES = """
swift {
  enum Color { case red, mixed(Int, label: String) }
}
machine Types {
  typealias Port = UInt16
  interface methods
  var volume: Double = 1.5
  initial state idle
  event count() -> Int, told() -> Bool = false
  event byte(UInt8), whole(a: Int), real(a: Double), text(a: String), color(a: Color), maybe(a: Int?), name(a: String?)
  event list(a: [Int8]), map(a: [String: Int]), pair(a: (Int, Bool)), port(a: Port), other(a: Unknown), level(a: Float)
  event set(a: Set<Int>), letter(a: Character), paint(a: [Color])
  idle : count / return 0
  idle : byte, whole, real, text, color, maybe, name, list, map, pair, port, other, level, set, letter, paint / volume += 1
}
"""
# By the event, what is a value of its type, and what is none.
VALUES = {
    "byte": ("0 255 0xff `b`", "256 300 -1 abc 1.0"), "whole": ("-5 1_000", "abc 1.5 9223372036854775808 nil true"),
    "real": ("1 -1.5 1e3", "abc nil"), "text": ('abc 5 "a" nil', '"open'),
    "color": ('.red Color.red .mixed(1,label:"a")', "red .blue .mixed .mixed(…) .red(1) 5 Types.red"),
    "maybe": ("nil 5", "abc 1.5"), "name": ("nil abc", '"open'), "list": ("[] [1,-128]", "1 [128] [a] abc"),
    "map": ('[:] ["a":1]', '[] ["a":true] [1:1]'), "pair": ("(1,true)", "(1) (1,2) 1"), "port": ("65535", "65536 a"),
    "other": ("abc 5 .x", ""), "level": ("1 1.5", "abc"), "set": ("[1,2]", "[a]"), "letter": ('"a" "é"', '"ab" 5'),
    "paint": ("[.red]", "[.blue] .red"),
}


@pytest.fixture
def types(player, drawn):
    return player.open("Types", folder=drawn("Types", TYPES))


@pytest.mark.parametrize("event", VALUES)
def test_a_field_refuses_what_is_no_value_of_its_type(types, event):
    page = types.page
    form = page.locator(f"form[name={event}]")
    field, count = form.locator("input"), lambda: page.locator("#log button").count()
    # What stands there at first is a value.
    assert field.get_attribute("aria-invalid") == "false"
    good, bad = (text.split() for text in VALUES[event])
    for text in bad:
        before = count()
        field.fill(text)
        assert field.get_attribute("aria-invalid") == "true", text
        why = page.locator(f"[id='{field.get_attribute('aria-describedby')}']").text_content()
        assert why.startswith("no ") and ": write " in why
        field.press("Enter")
        assert count() == before and form.locator(".then").text_content() == ""
        # The button refuses it, too, and leads to the field.
        form.locator("button").click()
        assert count() == before and field.evaluate("e => e === document.activeElement")
    for text in good:
        before = count()
        field.fill(text)
        assert field.get_attribute("aria-invalid") == "false", text
        field.press("Enter")
        assert count() == before + 1 and form.locator(".then").text_content() == "stays"


def test_values_that_are_set_are_refused_alike(types):
    field = types.page.locator("#values input")
    field.fill("loud")
    field.press("Enter")
    assert types.page.locator("#values .why").text_content() == "no Double: write a number such as 1.5"
    assert types.page.locator("#log button").count() == 1
    field.fill("2")
    field.press("Enter")
    assert types.page.locator("#log button").count() == 2 and types.page.locator("#values .why").text_content() == ""


def test_a_value_to_begin_with_is_refused_alike(player, drawn):
    text = "machine Pool {\n let most: Int8\n initial state on\n event go\n on : go [most > 3] / trap\n}\n"
    page = player.open("Pool", folder=drawn("Pool", text)).page
    assert page.text_content("#hint") == "Write the values, and press Start."
    page.fill("#p-most", "200")
    page.click("#question button")
    assert "no Int8: write a whole number from -128 to 127" in page.text_content("#question")
    page.fill("#p-most", "100")
    page.keyboard.press("Enter")
    assert page.text_content("#hint").startswith("Press an event") and not page.query_selector("#question form")


def test_an_answer_is_told(types):
    then = lambda name: types.page.text_content(f"form[name={name}] .then")
    assert then("count") == "returns 0" and then("told") == "ignored, returns false"
    assert not types.page.query_selector("form.off[name=count]") and types.page.query_selector("form.off[name=told]")
    types.page.click("form[name=count] button")
    assert types.text("#live") == "count. returns 0. Now .idle"
    # What answers is marked in the picture, as what else would be taken; nothing else is underlined.
    underlined = "list => list.filter(x => getComputedStyle(x).textDecorationLine === 'underline')"
    texts = types.page.eval_on_selector_all("main *", underlined + ".map(x => x.closest('.label.lit') !== null)")
    assert texts and all(texts)


def test_one_line_says_what_to_do_until_the_first_step(types):
    assert types.page.is_visible("#hint")
    types.page.click("form[name=count] button")
    assert types.page.is_hidden("#hint")


def test_names_without_letters_and_fields_without_labels(types):
    button = types.page.get_by_role("button", name="byte", exact=True)
    assert button.get_attribute("aria-keyshortcuts") == "b"
    assert types.page.get_by_role("textbox", name="byte, value 1", exact=True).count() == 1
    assert types.page.locator("#search").get_attribute("aria-keyshortcuts") == "/"


def test_enter_sends_what_was_searched_for(player):
    player.open("MediaPlayer", "MediaPlayer;play('a')").page.keyboard.press("/")
    # 'play' is ignored here, and 'playButton', too: what does something comes first, and a whole name before that.
    for text, step in [("button", "pauseButton"), ("play", "play"), ("MUTE", "muteButton")]:
        player.page.fill("#search", text)
        player.page.keyboard.press("Enter")
        assert f" {step}" in player.text("#log .here button")
        assert player.page.evaluate("document.activeElement.id") == "search"
    player.page.fill("#search", "zzz")
    player.page.keyboard.press("Enter")
    assert player.text("#events") == "No event is called so." and player.page.locator("#log button").count() == 5


IN_TYPES = """
swift { enum Outer {}; enum Other {} }
machine Door in Other { initial state ajar; event shut; ajar -> ajar : shut }
machine Door in Outer { initial state open; event close; final state closed; open -> closed : close }
machine Gate { initial state up; event fall; up -> up : fall }
"""


@pytest.mark.parametrize("link, state, notice", [
    ("Outer.Door;close", ".closed", ""), ("Other.Door;shut", ".ajar", ""), ("App.Outer.Door;close", ".closed", ""),
    ("Door;shut", ".ajar", ""), ("App.Gate;fall", ".up", ""),
    ("Shutter", ".ajar", "There is no machine Shutter here: this is Other.Door."),
])
def test_a_link_opens_its_machine(player, drawn, link, state, notice):
    player.open("Doors", link, folder=drawn("Doors", IN_TYPES))
    assert player.text("#now") == state and player.text("#notice") == notice
    # The test in Swift has a name.
    player.page.click("#swift")
    name = player.text("dialog pre").split("@Test func ")[1].split("(")[0]
    assert name.isidentifier() and name.endswith("Plays")


def test_copies(player):
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.open("ElevatorDoor", "ElevatorDoor;personsEntered(8)")
    for button, text in [("#link", "ElevatorDoor;personsEntered(8)"), ("#swift", "@Test func elevatorDoorPlays")]:
        player.page.click(button)
        player.page.click("#copy")
        player.page.wait_for_function("() => document.querySelector('dialog output').textContent === 'Copied'")
        assert text in player.page.evaluate("navigator.clipboard.readText()")
        player.page.keyboard.press("Escape")
