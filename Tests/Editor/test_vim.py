"""Vim without a screen: colours, indentation and `:make`, installed as the page says."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest

import support
import texts
from recipes import recipes
from test_textmate import LISTS, NAMES, SAMPLES, SWIFT_ENDS, expected, marked


def editors():
    """Neovim reads the same files. Debian's smallest Vim has no colours, and is left out."""
    if shutil.which("vim"):
        version = subprocess.run(["vim", "--version"], capture_output=True, text=True).stdout
        if "+syntax" in version:
            yield "vim"
    if shutil.which("nvim"):
        yield "nvim"


COMMANDS = {"vim": ["vim", "-es", "-N", "-i", "NONE"], "nvim": ["nvim", "--headless", "-n", "-i", "NONE"]}
PACKAGES = {"vim": ".vim/pack", "nvim": ".local/share/nvim/site/pack"}

SETTINGS = """
set nomore noswapfile
filetype plugin indent on
syntax on
"""
# After what Vim loads when it starts: packages come after the settings.
RUN = """
let g:asked = json_decode(join(readfile($SM_ASKED), "\\n"))
let g:found = []
%s
call writefile([json_encode([v:errmsg, g:found])], $SM_RESULT)
qall!
"""


@pytest.fixture(scope="module", params=["vim", "nvim"])
def home(request, tmp_path_factory):
    """A home folder in which the package is installed by the commands of the page; its name is the editor's."""
    if request.param not in editors():
        pytest.skip(f"no {request.param} with +syntax")
    home = tmp_path_factory.mktemp("home") / request.param
    home.mkdir()
    [(_, install), *_] = recipes("Vim")
    install = install.replace(PACKAGES["vim"], PACKAGES[request.param])
    subprocess.run(["sh", "-ec", install], cwd=support.ROOT, env={**os.environ, "HOME": str(home)}, check=True)
    return home


def vim(home, script, asked):
    """Runs a script, which adds to `g:found` what it finds for `g:asked`."""
    (home / "asked.json").write_text(json.dumps(asked))
    (home / "settings.vim").write_text(SETTINGS)
    (home / "run.vim").write_text(RUN % script)
    (home / "result.json").unlink(missing_ok=True)
    tools = pathlib.Path(support.SERVER).parent
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment |= {
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "PATH": f"{tools}:{os.environ['PATH']}",
        "SM_ASKED": str(home / "asked.json"),
        "SM_RESULT": str(home / "result.json"),
    }
    command = [*COMMANDS[home.name], "-u", str(home / "settings.vim"), "-S", str(home / "run.vim")]
    run = subprocess.run(
        command, cwd=home, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300
    )
    assert (home / "result.json").exists(), run.stdout + run.stderr
    error, found = json.loads((home / "result.json").read_text())
    assert not error, error
    return found


# MARK: Colours

COLOURS = """
for [text, places] in g:asked
  enew!
  call setline(1, text)
  setfiletype sm
  let stacks = []
  for [line, column] in places
    call add(stacks, map(synstack(line, column), 'synIDattr(v:val, "name")'))
  endfor
  call add(g:found, stacks)
endfor
"""


def colours(home, asked):
    """For each text, the names of the syntax items at each place: a line and an offset in it, in characters."""
    converted = []
    for text, places in asked:
        lines = text.split("\n")
        bytewise = [[line + 1, len(lines[line][:offset].encode()) + 1] for line, offset in places]
        converted.append([lines, bytewise])
    return vim(home, COLOURS, converted)


# What links to `Keyword` or to `StorageClass`.
KEYWORDS = {
    "smDeclaration",
    "smKeyword",
    "smTrigger",
    "smElse",
    "smPseudostate",
    "smEffect",
    "smExcept",
    "smKind",
    "smPolicy",
    "smThrows",
    "smOutputKind",
    "smSentAlso",
    "smRegionFormer",
    "smStateFormer",
    "smEventFormer",
    "smOutputFormer",
    "smPropertyFormer",
    "smHeadFormer",
    "smLabelFormer",
    "smInterfaceKind",
    "smDirective",
    "smHeadWord",
    "smCase",
    "smAccess",
}
COMMENTS = {"smComment", "smBlockComment", "smDocumentation"}


def test_keywords(home):
    """The samples of the TextMate grammar, which has a sample for each keyword."""
    samples = [marked(sample) for sample in SAMPLES.split("\n") if sample]
    found = colours(home, [(text, [(0, start) for start, _ in words]) for text, words in samples])
    for (text, words), stacks in zip(samples, found):
        for (_, word), stack in zip(words, stacks):
            assert stack and stack[-1] in KEYWORDS, f"{text}: {word}: {stack}"


def test_names_that_are_keywords_elsewhere(home):
    samples = [marked(sample) for sample in NAMES]
    found = colours(home, [(text, [(0, start) for start, _ in words]) for text, words in samples])
    for (text, words), stacks in zip(samples, found):
        for (_, word), stack in zip(words, stacks):
            assert not stack or stack[-1] not in KEYWORDS, f"{text}: {word}: {stack}"


def test_lists_go_on_in_the_next_line(home):
    samples = [expected(sample) for sample in LISTS]
    found = colours(home, [(text, [(row, start) for row, start, _ in words]) for text, words in samples])
    for (text, words), stacks in zip(samples, found):
        for (row, start, is_keyword), stack in zip(words, stacks):
            assert (stack[-1] in KEYWORDS) == is_keyword, f"{text}: {row}:{start} {stack}"


def test_swift_ends_where_it_ends(home):
    found = colours(home, [(text, [(0, len(text) - 1)]) for text in SWIFT_ENDS])
    for text, [stack] in zip(SWIFT_ENDS, found):
        assert stack in (["smName"], ["smStateNames"]), f"{text}: {stack}"


def test_names_are_coloured_as_names(home):
    """What the server calls a name is no keyword, string or comment; within Swift, it is no string or comment."""
    asked, places = [], []
    with support.Server() as server:
        for name, uri, text in support.programs(server):
            lines = text.split("\n")
            tokens = []
            for line, start, _, kind in server.names(uri):
                offset = len(lines[line].encode("utf-16-le")[: start * 2].decode("utf-16-le"))
                tokens.append((line, offset))
                places.append(f"{name}:{line + 1}:{offset + 1}: {kind} in {lines[line]}")
            asked.append((text, tokens))
    stacks = [stack for found in colours(home, asked) for stack in found]
    assert len(stacks) > 2000
    wrong = []
    for place, stack in zip(places, stacks):
        top = stack[-1] if stack else ""
        if top in KEYWORDS | COMMENTS | {"smSwiftString"}:
            wrong.append(f"{place}: {stack}")
    assert not wrong, "\n".join(wrong[:20]) + f"\n{len(wrong)}"


# MARK: Indentation

INDENT = """
for text in g:asked
  enew!
  call setline(1, text)
  setfiletype sm
  silent normal! gg=G
  call add(g:found, getline(1, '$'))
endfor
"""


def formatted():
    """Every text that is as `sm-gen format` has it: the specs are, as CI checks."""
    return [(path, path.read_text().rstrip("\n").split("\n")) for path in support.SPECS]


def test_what_is_formatted_stays_as_it_is(home):
    found = vim(home, INDENT, [lines for _, lines in formatted()])
    for (path, lines), indented in zip(formatted(), found):
        assert indented == lines, path.name


def lines_of_swift(lines):
    """How many lines stand between the braces of `swift { … }`."""
    count, closer = 0, None
    for line in lines:
        if closer is not None and line == closer:
            closer = None
        count += closer is not None
        if closer is None and line.lstrip().startswith("swift {") and not line.rstrip().endswith("}"):
            closer = line[: len(line) - len(line.lstrip())] + "}"
    return count


def test_what_is_not_indented_is_indented(home):
    """From the left margin, all lines come to where `sm-gen format` has them, but for Swift and rows in a table."""
    found = vim(home, INDENT, [[line.lstrip() for line in lines] for _, lines in formatted()])
    count = 0
    for (path, lines), indented in zip(formatted(), found):
        for number, (line, other) in enumerate(zip(lines, indented), 1):
            is_row_in_table = line.lstrip().startswith((":", "->"))
            # What Vim leaves alone within Swift is where it was: at the margin.
            is_swift = other == line.lstrip()
            if other != line and not is_row_in_table and not is_swift:
                raise AssertionError(f"{path.name}:{number}: {line!r} {other!r}")
            count += other == line
    # Of longer pieces of Swift, Vim indents the lines that look like rows alone.
    total = sum(len(lines) - lines_of_swift(lines) for _, lines in formatted())
    assert count > total * 0.97


BROKEN = """\
machine A {
initial state a { // }
entry / log("} \\(b["}"]) {")
// why
}
/* {
*/
state b,
c
event e, f(x: Int) -> Bool = true
a -> b :
e
[x > 0]
/ log,
raise f
b -> c : e /
log
}
"""
INDENTED = """\
machine A {
  initial state a { // }
    entry / log("} \\(b["}"]) {")
    // why
  }
  /* {
*/
  state b,
      c
  event e, f(x: Int) -> Bool = true
  a -> b :
      e
      [x > 0]
      / log,
        raise f
  b -> c : e /
      log
}
"""


def test_lines_that_go_on(home):
    [found] = vim(home, INDENT, [BROKEN.rstrip("\n").split("\n")])
    assert "\n".join(found) + "\n" == INDENTED


TYPED = """
for keys in g:asked
  enew!
  setfiletype sm
  execute 'normal! i' . keys
  call add(g:found, getline(1, '$'))
endfor
"""


def test_typing(home):
    keys = "machine A {\rstate a {\rentry / {\rlog()\r}\r}\ra -> a : e\r[x]\r}"
    [found] = vim(home, TYPED, [keys])
    assert found == [
        "machine A {",
        "  state a {",
        "    entry / {",
        "      log()",
        "    }",
        "  }",
        "  a -> a : e",
        "      [x]",
        "}",
    ]


# MARK: `:make`

MAKE = """
for file in g:asked
  execute 'edit' fnameescape(file)
  call add(g:found, &filetype)
  call add(g:found, &commentstring . ' ' . &shiftwidth . ' ' . &expandtab)
  silent make
  call add(g:found, map(getqflist(), '[v:val.bufnr == bufnr(""), v:val.lnum, v:val.col, v:val.type, v:val.text]'))
endfor
"""


def test_make_fills_the_quickfix_list(home):
    folder = home / "a folder's name"
    folder.mkdir()
    text = texts.WRONG.replace("closing -> closd", "/* é */ closing -> closd")
    text = text.replace("event closeButton", "event shut, closeButton")
    (folder / "Door.sm").write_text(text)
    [filetype, options, entries] = vim(home, MAKE, [str(folder / "Door.sm")])
    assert (filetype, options) == ("sm", "// %s 2 1")
    lines = text.split("\n")
    [wrong] = [entry for entry in entries if "'closd'" in entry[4]]
    line = next(index for index, line in enumerate(lines) if "closd" in line)
    column = len(lines[line][: lines[line].index("closd")].encode()) + 1
    assert wrong[:4] == [1, line + 1, column, "e"]
    # A second declaration of an event, with a note that names the first.
    assert [entry[3] for entry in entries if entry[1] == 5].count("n") == 1
    assert all(entry[0] == 1 and entry[1] > 0 for entry in entries)


def test_make_says_what_has_no_place(home):
    """A file that is on no disk: the message names no line."""
    [_, _, entries] = vim(home, MAKE, [str(home / "nowhere" / "New.sm")])
    [entry] = entries
    assert entry[3] == "e" and "cannot read" in entry[4]


STRICT = """
for file in g:asked
  execute 'edit' fnameescape(file)
  silent make --strict
  call add(g:found, map(getqflist(), 'v:val.type'))
endfor
"""


def test_make_takes_options(home):
    (home / "Warned.sm").write_text("machine A {\n  initial state a\n  state b\n  event e\n  a -> b : e\n}\n")
    [_, _, entries] = vim(home, MAKE, [str(home / "Warned.sm")])
    [types] = vim(home, STRICT, [str(home / "Warned.sm")])
    assert [entry[3] for entry in entries] == ["w"] and types == ["e"]


WRITE = """
for file in g:asked
  execute 'edit' fnameescape(file)
  call setline(1, map(getline(1, '$'), 'substitute(v:val, "  *", " ", "")'))
  silent write
  call add(g:found, getline(1, '$'))
  call add(g:found, [&filetype, b:current_syntax, &modified])
endfor
"""


def test_the_line_that_formats_what_is_written(home):
    lines = (support.ROOT / "specs/ElevatorDoor.sm").read_text()
    file = home / "it's a door.sm"
    file.write_text(lines)
    [(_, line)] = [recipe for recipe in recipes("Vim") if recipe[0] == "vim"]
    [found, rest] = vim(home, line + WRITE, [str(file)])
    assert file.read_text() == lines
    assert found == lines.rstrip("\n").split("\n") and rest == ["sm", "sm", 0]


def test_make_without_findings(home):
    [_, _, entries] = vim(home, MAKE, [str(support.ROOT / "specs/Turnstile.sm")])
    assert entries == []
