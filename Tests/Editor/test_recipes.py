"""The configuration that the page shows is what the editors read, and has ten lines at most."""

import json
import plistlib
import re
import subprocess
import tomllib

import support
from recipes import PAGE, recipes


def test_they_are_short():
    for heading in re.findall(r"^## (.*)$", PAGE.read_text(), re.M):
        for language, text in recipes(heading):
            assert len(text.splitlines()) <= 10, f"{heading}:\n{text}"


def test_helix():
    [(_, text)] = recipes("Helix")
    settings = tomllib.loads(text)
    [language] = settings["language"]
    assert language["file-types"] == ["sm"] and language["scope"] == "source.sm"
    assert language["language-servers"] == list(settings["language-server"])
    assert settings["grammar"][0]["name"] == language["name"]


def test_zed():
    [(_, text)] = recipes("Zed")
    settings = tomllib.loads(text)
    assert list(settings["grammars"]) == ["sm"]
    assert settings["language_servers"]["sm-gen-lsp"]["languages"] == ["State Machine"]


def test_sublime():
    (_, command), (_, text) = recipes("Sublime Text")
    [client] = json.loads(text)["clients"].values()
    grammar = json.loads((support.EDITORS / "VSCode/sm.tmLanguage.json").read_text())
    assert client["selector"] == grammar["scopeName"]
    run = subprocess.run(["sh", "-ec", command.replace(">sm.tmLanguage", "")], cwd=support.ROOT, capture_output=True)
    assert plistlib.loads(run.stdout) == grammar


def test_links():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE.read_text()):
        assert (PAGE.parent / target).exists(), target
