"""The blocks of code in the page for the editors: what is shown there is what the tests run."""

import re

import support

PAGE = support.EDITORS / "README.md"


def recipes(heading):
    """The blocks under a heading: language and text."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE.read_text(), re.M | re.S).group(1)
    return re.findall(r"^```(\w+)\n(.*?)^```$", section, re.M | re.S)
