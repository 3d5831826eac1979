"""What `vsce package` and the marketplace ask of the extension, by their rules: neither runs here.

The rules are those of `validateManifestForPackaging`, `MarkdownProcessor`, `LicenseProcessor`, `IconProcessor` and
`collectFiles` in vsce 3, and those of the page 'Publishing Extensions' of VS Code's documentation.
"""

import fnmatch
import html.parser
import json
import re
import struct
import urllib.parse

import pytest

import support
from recipes import recipes

FOLDER = support.EDITORS / "VSCode"
MANIFEST = json.loads((FOLDER / "package.json").read_text())
PAGES = [FOLDER / "README.md", FOLDER / "CHANGELOG.md"]
# The categories of the marketplace.
CATEGORIES = {
    "AI",
    "Azure",
    "Chat",
    "Data Science",
    "Debuggers",
    "Education",
    "Extension Packs",
    "Formatters",
    "Keymaps",
    "Language Packs",
    "Linters",
    "Machine Learning",
    "Notebooks",
    "Other",
    "Programming Languages",
    "SCM Providers",
    "Snippets",
    "Testing",
    "Themes",
    "Visualization",
}
# Some files are left out of every package.
LEFT_OUT = [".vscodeignore", ".gitattributes", ".editorconfig", "*.vsix", ".DS_Store", "package-lock.json"]


def packed():
    """The paths of the files that a package has."""
    ignored = [line.strip() for line in (FOLDER / ".vscodeignore").read_text().splitlines()]
    patterns = LEFT_OUT + [line for line in ignored if line and not line.startswith("#")]
    files = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()]
    kept = [file for file in files if not any(fnmatch.fnmatch(file, pattern) for pattern in patterns)]
    return sorted({*kept, "package.json", "README.md"})


def test_no_field_is_missing():
    texts = ["name", "displayName", "description", "version", "publisher", "license", "icon", "main", "homepage"]
    for field in texts:
        assert isinstance(MANIFEST.get(field), str) and MANIFEST[field], field
    for field in ("engines", "categories", "keywords", "repository", "bugs", "activationEvents", "contributes"):
        assert MANIFEST.get(field), field
    for field in ("name", "publisher"):
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", MANIFEST[field], re.I), field
    assert MANIFEST["pricing"] in ("Free", "Trial")


def test_the_version_is_that_of_the_tool():
    assert re.fullmatch(r"\d+\.\d+\.\d+", MANIFEST["version"])
    assert MANIFEST["version"] == support.version()
    # The newest entry comes first.
    [newest, *_] = re.findall(r"^## (.*)$", (FOLDER / "CHANGELOG.md").read_text(), re.M)
    assert newest == MANIFEST["version"]
    # The page installs the package that vsce makes.
    [(_, install)] = recipes("VS Code")
    assert install.rstrip().endswith(f"/{MANIFEST['name']}-{MANIFEST['version']}.vsix")


def test_the_engine_and_what_wakes_the_extension():
    engine = re.fullmatch(r"\^(\d+)\.(\d+)\.\d+", MANIFEST["engines"]["vscode"])
    assert engine
    types = MANIFEST.get("devDependencies", {}).get("@types/vscode")
    if types:
        # Types that are newer than the engine promise what it does not have.
        number = re.search(r"(\d+)\.(\d+)", types)
        assert tuple(map(int, number.groups())) <= tuple(map(int, engine.groups()))
    languages = {language["id"] for language in MANIFEST["contributes"]["languages"]}
    for event in MANIFEST["activationEvents"]:
        kind, _, value = event.partition(":")
        assert kind == "onLanguage" and value in languages, event
    assert (FOLDER / MANIFEST["main"]).is_file()
    assert "dependencies" not in MANIFEST and "enabledApiProposals" not in MANIFEST and "files" not in MANIFEST


def test_the_engine_has_what_the_extension_calls():
    """The newest calls, with the version of VS Code that has them first."""
    _, minor = re.search(r"(\d+)\.(\d+)", MANIFEST["engines"]["vscode"]).groups()
    source = (FOLDER / "extension.js").read_text()
    for call, first in {"registerInlayHintsProvider": 67, "DocumentSemanticTokensProvider": 44}.items():
        assert call in source and int(minor) >= first
    # Commands and languages wake an extension by themselves from 1.74 on.
    assert int(minor) >= 74


def test_categories_and_keywords():
    assert set(MANIFEST["categories"]) <= CATEGORIES
    # The marketplace takes 30, with those that it adds itself for languages and their file endings.
    assert len(MANIFEST["keywords"]) == len(set(MANIFEST["keywords"])) <= 20


def test_the_licence():
    """In the package, as the repository's is outside of the folder; and the same."""
    assert MANIFEST["license"] == "Apache-2.0"
    assert "LICENSE" in packed()
    assert not (FOLDER / "LICENSE").is_symlink()
    assert (FOLDER / "LICENSE").read_bytes() == (support.ROOT / "LICENSE").read_bytes()


def size(path):
    """Width and height of a PNG."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR", path.name
    return struct.unpack(">II", data[16:24])


def test_the_icon():
    icon = MANIFEST["icon"]
    assert icon in packed() and icon.endswith(".png")
    width, height = size(FOLDER / icon)
    assert width == height >= 128
    assert MANIFEST["galleryBanner"]["theme"] in ("dark", "light")


def test_what_is_packed():
    """What the extension needs, and what the marketplace shows; nothing else."""
    assert packed() == [
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "extension.js",
        "icon.png",
        "language-configuration.json",
        "package.json",
        "sm.tmLanguage.json",
    ]
    assert len({file.lower() for file in packed()}) == len(packed())
    assert sum((FOLDER / file).stat().st_size for file in packed()) < 200_000


class Images(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.sources = []

    def handle_starttag(self, tag, attributes):
        assert tag not in ("svg", "picture", "source", "video", "script"), tag
        if tag == "img":
            self.sources.append(dict(attributes)["src"])
            assert dict(attributes)["alt"]


def images_and_links(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    parser = Images()
    parser.feed(text)
    images = parser.sources + re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", text)
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)", text)
    return images, links


def repository():
    return re.fullmatch(r"(https://github\.com/[^/]+/[^/]+?)(\.git)?", MANIFEST["repository"]["url"]).group(1)


def test_the_addresses_belong_together():
    """vsce completes relative links by `vsce` in the manifest: by the repository alone, it passes over `directory`."""
    folder = MANIFEST["repository"]["directory"]
    assert (support.ROOT / folder).resolve() == FOLDER.resolve()
    assert MANIFEST["vsce"]["baseContentUrl"] == f"{repository()}/blob/HEAD/{folder}"
    assert MANIFEST["vsce"]["baseImagesUrl"] == f"{repository()}/raw/HEAD/{folder}"
    assert MANIFEST["homepage"].startswith(repository()) and MANIFEST["bugs"]["url"].startswith(repository())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_images_of_pages(page):
    """By https, no SVG, and there."""
    images, _ = images_and_links(page)
    for image in images:
        address = urllib.parse.urljoin(MANIFEST["vsce"]["baseImagesUrl"] + "/", image)
        assert urllib.parse.urlparse(address).scheme == "https"
        assert not urllib.parse.urlparse(address).path.lower().endswith(".svg")
        if not re.match(r"\w+:", image):
            size(FOLDER / image)
            assert (FOLDER / image).stat().st_size < 100_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_pages(page):
    """What is relative is there, in the repository; anything else is https."""
    _, links = images_and_links(page)
    for link in links:
        if re.match(r"\w+:", link):
            assert link.startswith("https://"), link
        elif not link.startswith("#"):
            target = (FOLDER / link.partition("#")[0]).resolve()
            assert target.exists() and target.is_relative_to(support.ROOT.resolve()), link


def test_the_readme_has_pictures_and_no_template():
    text = (FOLDER / "README.md").read_text()
    assert len(images_and_links(FOLDER / "README.md")[0]) >= 2
    assert "This is the README for your extension" not in text
    for command in MANIFEST["contributes"]["commands"]:
        assert f"**{command['category']}: {command['title']}**" in text, command
    for setting in MANIFEST["contributes"]["configuration"]["properties"]:
        assert f"`{setting}`" in text, setting


def test_the_machine_of_the_readme_is_that_of_the_picture():
    [text] = re.findall(r"^```sm\n(.*?)^```$", (FOLDER / "README.md").read_text(), re.M | re.S)
    assert text == (support.ROOT / "specs/ElevatorDoor.sm").read_text()


def test_what_is_contributed_is_there():
    contributes = MANIFEST["contributes"]
    files = [language["configuration"] for language in contributes["languages"]]
    files += [grammar["path"] for grammar in contributes["grammars"]]
    for file in files:
        assert file.removeprefix("./") in packed(), file
    commands = {command["command"] for command in contributes["commands"]}
    used = {item["command"] for menu in contributes["menus"].values() for item in menu}
    used |= {binding["command"] for binding in contributes["keybindings"]}
    assert used <= commands
