"""The TextMate grammar, read by a real engine (Oniguruma, with the grammar of Swift), and the parser agree."""

import json
import pathlib
import re
import sys

import pytest
from babi.highlight import Grammars, highlight_line

import support

GRAMMAR = support.EDITORS / "VSCode/sm.tmLanguage.json"


@pytest.fixture(scope="module")
def compiler(tmp_path_factory):
    """Tells grammars by the names of their files."""
    folder = tmp_path_factory.mktemp("grammars")
    (folder / "source.sm.json").write_text(GRAMMAR.read_text())
    swift = json.loads((pathlib.Path(sys.prefix) / "share/babi/grammar_v1/source.swift.json").read_text())
    # The grammar of Swift names a rule that it lacks, after the 'where' of an extension.
    swift["repository"].setdefault("constraint", {"match": "(?!)"})
    (folder / "source.swift.json").write_text(json.dumps(swift))
    return Grammars(str(folder)).compiler_for_scope("source.sm")


@pytest.fixture(scope="module")
def server():
    with support.Server() as server:
        yield server


def scopes(compiler, text):
    """For each line, the scopes of each UTF-16 unit; and whether all that was opened is closed at the end."""
    state = compiler.root_state
    result = []
    for index, line in enumerate(text.split("\n")):
        state, regions = highlight_line(compiler, state, line + "\n", index == 0)
        units = []
        for region in regions:
            units += [region.scope] * (len(line[region.start : region.end].encode("utf-16-le")) // 2)
        result.append(units)
    return result, state.entries


def is_swift(scope):
    return any(name.startswith(("meta.embedded", "entity.name.import")) for name in scope)


WRONG = ("keyword.", "storage.", "string.", "comment.", "constant.numeric")


def test_names_are_coloured_as_names(compiler, server):
    """What the server calls a name is no keyword, string or comment: in Swift, too, but for words of Swift."""
    count = 0
    for name, uri, text in support.programs(server):
        lines, _ = scopes(compiler, text)
        for line, start, end, kind in server.names(uri):
            scope = lines[line][start]
            word = text.split("\n")[line][start:end]
            place = f"{name}:{line + 1}:{start + 1}: {kind} {word} {scope}"
            assert lines[line][start] == lines[line][end - 1] or "`" in word, place
            inner = scope[max((i for i, s in enumerate(scope) if "embedded" in s or "interpolated" in s), default=0) :]
            if not is_swift(scope):
                assert not scope[-1].startswith(WRONG), place
            else:
                # A label such as `in` or `for` is a keyword to the grammar of Swift, which is not ours to mend.
                assert not any(s.startswith(("comment.",)) for s in inner), place
                assert not any(s.startswith("string.") for s in inner) or "interpolat" in str(scope), place
            count += 1
    assert count > 2000


def symbols(items):
    for item in items:
        yield item
        yield from symbols(item.get("children", []))


def test_declarations_are_coloured_as_such(compiler, server):
    """No piece of Swift runs beyond its end: after it, what is declared is still found."""
    for name, uri, text in support.programs(server):
        lines, entries = scopes(compiler, text)
        for symbol in symbols(server.ask("documentSymbol", uri)):
            place = symbol["selectionRange"]["start"]
            scope = lines[place["line"]][place["character"]]
            assert scope[-1].startswith(
                ("entity.name.", "variable.other.")
            ), f"{name}: {symbol['name']} {place} {scope}"
            assert scope[-1] != "variable.other.sm", f"{name}: {symbol['name']} {place} {scope}"
        assert len(entries) == 1, f"{name}: {entries[-1].scope}"


def test_comments_and_strings(compiler):
    lines, _ = scopes(compiler, '/// why\n// how\n/* a /* b */ c */ machine A {\n  a : e / trap("x \\(y) z") // end')
    assert lines[0][0][-1] == "comment.line.documentation.sm"
    assert lines[1][0][-1] == "comment.line.double-slash.sm"
    assert lines[2][14][-1] == "comment.block.sm"
    assert lines[2][20][-1] == "keyword.declaration.sm"
    assert any(scope.startswith("string.") for scope in lines[3][17])
    assert any(scope.startswith("comment.") for scope in lines[3][-1])


# Each keyword where it is one: the words between the bars.
SAMPLES = """
|#if| os(Linux) && A // why
|#elseif| B
|#else|
|#endif| // why
|import| Foundation
|machine| A in B
  |initial| |state| a
  |initial| -> a(b: c)
  |final| |state| b, c
  |choice| c
  |region| r {
  |group| g = a, b
  |event| e(a: Int)
  |output| o |async|, p(a: Int) |stream| -> e
  |output| o |async| -> e, |also| f, |also| g
  |output| o -> |also| e // why
  |let| a: Int = 1
  |var| a: Int
  |guard| g = a > b
  |effect| f = { a() }, |raise| e
  |effect| f(_ a: Int, b: (Int) -> Int = c) = |throw| d(a), |raise| e
  |effect| f(a: Int) = { a() }, |trap|
  |typealias| T = Int
  |entry| / f
  |exit| [a] / f
  |do| / f
  |unhandled| |trap|
  |unhandled| |throw| A(b)
  |defer| a
  |wrapper| |none|
  |wrapper| @MainActor |class|
  |wrapper| |actor| B
  |wrapper| |struct| C
  |history| -> a
  |swift| { }
  |interface| |methods|
  |interface| a, |reducer|, b
  |never| a, b(c: 1) [d]
  |never| [a]
  |invariant| * |except| a [b]
  |within| a.b [c]
  a, b(c: 1) |can| |reach| c.d, e
  * |can| |reach| a
  |can| |be| a.b [c]
  |can| |be| *
  |try| e(a: 1...9, 10) [b]
  |try| |init|(a: 1, 2)
  |action| A { a, b }
|machine| A<T> |was| B |was| C |in| D: Codable {
  |initial| |state| a(b |was| c: Int) |was| d
  |state| a(b c |was| d |was| e: Int = 0, f |was| g: [Int]) |was| h, i |was| j |was| k : L {
  |region| a |was| b |was| c {
  |event| a |was| b, c(d |was| e: Int) |was| f |throws| -> Int = 0 |unhandled| |trap|
  |event| a |was| b -> Int, c |was| d
  |output| a(b: Int) |was| c |async|, d |was| e -> |also| f
  |var| a |was| b |was| c: Int = 0
  |private|(set) |var| a |was| b: Int
  |was| a -> b.c(d: 1)
  |was| a(b: Int) -> c(d: b) // why
  |public| |machine| A {
  |nonisolated| |machine| A {
  |public| |nonisolated| |machine| A {
  |package| |event| e
  |internal| |import| B
  |fileprivate| |action| A { }
  |private| |let| a: Int
  * |except| a -> b : e
  a : |after| 5s
  a : |every| 5s
  a : |every|(x)
  a : |always| [b]
  a : |done|(.b)
  a : e / |raise| b, |trap|
  a : e / |throw| b
  a : e / |return| b
  a : [|else|] / b
"""


def marked(sample):
    """The text without bars, and where the words between bars are."""
    parts = sample.split("|")
    start = 0
    words = []
    for index, part in enumerate(parts):
        if index % 2:
            words.append((start, part))
        start += len(part)
    return "".join(parts), words


KEYWORD = ("keyword.", "storage.modifier")


@pytest.mark.parametrize("sample", [line for line in SAMPLES.split("\n") if line])
def test_keywords(compiler, sample):
    text, words = marked(sample)
    lines, _ = scopes(compiler, text)
    for start, word in words:
        assert lines[0][start][-1].startswith(KEYWORD), f"{word}: {lines[0][start]}"


def test_every_keyword_has_a_sample():
    words = {word for line in SAMPLES.split("\n") for _, word in marked(line)[1]}
    assert set(support.keywords()) <= words


# The same words as names, between bars.
NAMES = [
    "  |initial| -> |event| : |output|",
    "  |state|, |entry| -> |exit| : |do| / |machine|",
    "  |entry| : e",
    "  state |state|, |final|",
    "  event |after|, |always|(a: Int), |throw|",
    "  output |async|, |stream|(Int), |raise|",
    "  |after|, |done| -> |every| : e",
    "  |history|, |defer| : e",
    "  |let| : |var| / |guard|",
    "  a : e / |x| = b",
    "  `initial` -> |a| : e",
    "  group |group| = |else|, |none|",
    "  |never| -> |invariant| : |try|",
    "  |within|, |can| -> |reach| : |init|",
    "  |try| : |never| [a]",
    "  interface |event|, |state|",
    "  |interface| -> |also| : |interface|",
    "  output |also| -> |output|, also |event|, |also|",
    "  a : e / |b|.|c| += 1, |d|[0] = e",
    "  effect |effect|(a: Int) = |b|(a)",
    "  |effect|(a: b) -> |effect| : c",
    "  |invariant|.a, |never|(b: c) : e",
    "  never |never|, |within| [a]",
    "  |can| -> |be| : |be|",
    "  |can| can reach |reach|, |can|.|reach|",
    "  try |try|(a: 1)",
    "machine |was| was |was| in B {",
    "  |was| -> |was| : |was| / |was|",
    "  |was|, |a| : |was|",
    "  |was|.a, |was|(b: c) : e",
    "  was |was| -> |was|",
    "  was |can|(|was|: Int) -> |was|(|a|: 1)",
    "  state |was|, |a| was |was|, |was| was |was| was |b|",
    "  region |was| was |was| {",
    "  event |was|, |a| was |was|, |was| was |throws| throws",
    "  output |was| was |was| was |async| async, |was|",
    "  var |was|: Int",
    "  let |was| was |was| was |a|: Int",
    "  state a(|was|: Int, |was| was |was|: Int, |b| |was|: Int, |c| |d| was |was| was |e|: Int)",
    "  initial -> |was|",
    "  never |was|, |a|.|was| [b]",
    "  a can reach |was|",
]


@pytest.mark.parametrize("sample", NAMES)
def test_names_that_are_keywords_elsewhere(compiler, sample):
    text, words = marked(sample)
    lines, _ = scopes(compiler, text)
    for start, word in words:
        assert not lines[0][start][-1].startswith(KEYWORD), f"{word}: {lines[0][start]}"


# Lists with a name in each line: keywords between bars.
LISTS = [
    "|state| a(b: Int),\n  c |was| was : E,\n  was, d\n|event| e",
    "|event| a,\n  c |was| throws |throws|,\n  was, async\n|was| b -> c",
    "|output| a |async|,\n  was, d |was| stream |stream|\n|output| b -> b,\n  |also| c\n|state| d",
    "|choice| a,\n  state, event\n|state| b",
    "|interface| a,\n  state, |reducer|\n|state| b",
]


def expected(sample):
    """The text without bars; and the place of each word in it, and whether bars are around it."""
    text = sample.replace("|", "")
    words = []
    for row, line in enumerate(sample.split("\n")):
        found = re.finditer(r"(\|?)\b\w+\b", line)
        words += [(row, match.start(1) - line[: match.start()].count("|"), bool(match[1])) for match in found]
    return text, words


@pytest.mark.parametrize("sample", LISTS)
def test_lists_go_on_in_the_next_line(compiler, sample):
    text, words = expected(sample)
    lines, _ = scopes(compiler, text)
    for row, start, is_keyword in words:
        scope = lines[row][start][-1]
        assert scope.startswith(KEYWORD) == is_keyword and scope != "variable.other.sm", f"{row}:{start} {scope}"


# Rows whose last word is none of Swift.
SWIFT_ENDS = [
    'a : e ["]" != x, y[0] == "\\("]")"] / b',
    'a : e / { f("}"); g { $0 } }, b',
    "a : e / x = [1: { 2 }], b",
    'a -> c(x: f(1, [2]), y: ")") : e / b',
    "state a(x: [Int] = [1], y: (Int) -> Void); state b",
    "entry / { x }; exit / b",
    'never a(x: ")") [x["]"] == 1]; try b(c: [1], "]") [d]; a can reach b',
    'was a(x: [Int: Int] = [1: 2]) -> b(c: ")", x[0]); var a was b: Int = f("}"); state a was b',
]


@pytest.mark.parametrize("text", SWIFT_ENDS)
def test_swift_ends_where_it_ends(compiler, text):
    lines, entries = scopes(compiler, text)
    assert not is_swift(lines[0][-1]) and lines[0][-1][-1].endswith(".sm"), lines[0][-1]
    assert len([entry for entry in entries if is_swift(entry.scope)]) == 0
