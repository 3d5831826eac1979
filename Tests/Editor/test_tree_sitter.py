"""The tree-sitter grammar and the parser agree on every program there is."""

import os
import random
import shutil
import subprocess

import pytest
import tree_sitter

import support


@pytest.fixture(scope="module")
def language(tmp_path_factory):
    return support.language(tmp_path_factory.mktemp("tree-sitter"))


@pytest.fixture(scope="module")
def server():
    with support.Server() as server:
        yield server


def query(language, name):
    text = (support.EDITORS / f"tree-sitter-sm/queries/{name}.scm").read_text()
    return tree_sitter.QueryCursor(tree_sitter.Query(language, text))


def errors(node):
    """The innermost nodes that are wrong, without recursion: texts may be hostile."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if node.type == "ERROR" or node.is_missing:
            yield node
        elif node.has_error:
            waiting += node.children


def parse(language, text):
    return tree_sitter.Parser(language).parse(text.encode())


def test_every_program(language, server):
    count = 0
    for name, _, text in support.programs(server):
        places = [(node.start_point.row + 1, node.type) for node in errors(parse(language, text).root_node)]
        assert not places, name
        count += 1
    assert count > 100


def symbols(items):
    for item in items:
        place = item["selectionRange"]["start"]
        yield place["line"], place["character"]
        yield from symbols(item.get("children", []))


def test_names_are_those_of_the_server(language, server):
    tags = query(language, "tags")
    for name, uri, text in support.programs(server):
        lines = text.split("\n")
        expected = sorted(symbols(server.ask("documentSymbol", uri)))
        found = []
        for node in tags.captures(parse(language, text).root_node).get("name", []):
            row, column = node.start_point
            before = lines[row].encode()[:column].decode()
            found.append((row, len(before.encode("utf-16-le")) // 2))
        assert sorted(found) == expected, name


def test_names_are_coloured_as_names(language, server):
    """What the server calls a name, outside of embedded Swift, the query does not call a keyword or a comment."""
    highlights = query(language, "highlights")
    for name, uri, text in support.programs(server):
        root = parse(language, text).root_node
        wrong = set()
        for capture, nodes in highlights.captures(root).items():
            if capture.startswith(("keyword", "comment", "number")):
                wrong |= {node.start_point for node in nodes}
        lines = text.split("\n")
        for line, start, _, _ in server.names(uri):
            column = len(lines[line].encode("utf-16-le")[: start * 2].decode("utf-16-le").encode())
            assert (line, column) not in wrong, f"{name}:{line + 1}:{start + 1}"


def test_what_is_generated_is_up_to_date(tmp_path):
    """Where the generator is, in the version that the page names."""
    command = os.environ.get("TREE_SITTER") or shutil.which("tree-sitter")
    if not command or "0.22" not in subprocess.run([command, "--version"], capture_output=True, text=True).stdout:
        pytest.skip("no tree-sitter 0.22")
    grammar = support.EDITORS / "tree-sitter-sm"
    shutil.copy(grammar / "grammar.js", tmp_path)
    shutil.copytree(grammar / "src", tmp_path / "src")
    subprocess.run([command, "generate", "--no-bindings"], cwd=tmp_path, check=True)
    for path in (grammar / "src").rglob("*"):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / path.relative_to(grammar)).read_bytes(), path.name


def test_every_keyword_is_known(language):
    for word in support.keywords():
        assert language.id_for_node_kind(word, False) or language.id_for_node_kind(word, True), word


def test_every_query_is_one(language):
    folder = support.EDITORS / "tree-sitter-sm/queries"
    names = [path.stem for path in folder.glob("*.scm")]
    assert {"highlights", "injections", "tags", "folds"} <= set(names)
    for name in names:
        assert query(language, name)


def test_swift_is_injected(language):
    text = 'machine A {\n  a -> b : e(x) [x > "]"] / { f("}") }, y = [1, 2], z(1)\n}\n'
    root = parse(language, text).root_node
    assert not list(errors(root))
    found = [node.text.decode() for node in query(language, "injections").captures(root)["injection.content"]]
    assert sorted(found) == sorted(["x", 'x > "]"', 'f("}")', "[1, 2]", "1"])


def test_former_names(language):
    text = (
        "machine A was B {\n  state c was d was e\n  region f was g { was h -> c }\n  event i(j: Int) was k\n"
        "  output l was m\n  var n was o: Int\n}\n"
    )
    root = parse(language, text).root_node
    assert not list(errors(root))
    former = tree_sitter.Query(language, "(_ former: (identifier) @former)")
    found = tree_sitter.QueryCursor(former).captures(root)["former"]
    assert sorted(node.text.decode() for node in found) == ["B", "d", "e", "g", "k", "m", "o"]
    # What is gone is no symbol.
    found = query(language, "tags").captures(root)["name"]
    assert sorted(node.text.decode() for node in found) == ["A", "c", "f", "i", "l", "n"]
    # A name has the colour that it had.
    colours = {
        node.text.decode(): colour
        for colour, nodes in query(language, "highlights").captures(root).items()
        for node in nodes
    }
    for new, old in ["AB", "cd", "ce", "ch", "fg", "ik", "lm", "no"]:
        assert colours[new] == colours[old], old


@pytest.mark.parametrize(
    "text",
    [
        # Keywords that are names.
        "machine A {\n  initial state state\n  state event, `initial`\n  state -> event : output\n"
        "  event : state / guard\n}",
        "machine A {\n  state public\n  public -> private : e\n  private, let -> swift(a: 1).do : e\n  do.a : e\n}",
        "machine A {\n  never -> try : within\n  never, invariant.a, within(b: 1) can reach can, reach\n"
        "  never never, try [a]\n  can can reach a\n  can be can, be.a [b]\n  can -> be : be\n  state can, reach\n  try try\n  try init(a: 1, 2)\n}",
        # What older versions call it.
        "machine A<T> was B was C\n  in D: E {\n  initial state a(b was c: Int) was d\n"
        "  state e was f was g : H.I, j(k: Int) was l { was m -> n }\n  region o was p { was q(r: Int) -> s(t: r).u }\n"
        "  event a<T>(b was c: T) was d throws(E) -> Int = 0 where T: P unhandled trap, e was f where X, g was h\n"
        "  event i was j throws\n    -> Int, k was l -> Int, m was n unhandled error\n"
        "  output a(b: Int) was c async, d was e was f stream, g was h -> also i\n"
        "  var a was b was c: Int = 0; private(set) var d was e: Int; private let f was g: Int\n"
        '  was h -> i; was j(k: Int = 0) -> l(m: ")", k) // why\n}',
        "machine was was was {\n  was -> was : was / was\n  was, a.was : was\n  was.a, was(b: 1) -> c : e\n"
        "  was was -> was\n  was can -> reach\n  state was, a was was, was was was was b\n  a can reach was\n"
        "  region was was was { was : e }\n  event was, throws was throws throws\n  was a -> b\n  initial -> was\n"
        "  output was was was, async was async async -> was\n  let was: Int; let was was was: Int\n}",
        # What goes on in the next line, and what does not.
        "machine A {\n  a\n    -> b\n    : e\n    [x]\n    / f\n    , g\n  : h\n  -> i : j\n}",
        "machine A {\n  a : e // why\n    [x] /* /* and */ how */ / f // end\n  /// A row.\n  b : e\n}",
        'machine A {\n  var a: [String: Int] =\n    ["a": 1, "b": 2]\n  let b: Int; let c: Int }',
        # Swift that looks like the end of Swift.
        'machine A {\n'
        '  a : e ["\\(x["]"])]" == #"]\\#(y)"#, r.wholeMatch(of: /[(\\]]+/) != nil] / { /* } */ f() // }\n  }\n}',
        'machine A {\n  a : e / x = """\n    ] } \\(f("}"))\n    """, g\n}',
        "machine A {\n  a : e [a < b, c > d] / f(a < b, c: d > e)\n}",
        # Heads.
        "@MainActor\npublic machine A<T: P<Int>> in B.C<D>: Sendable\n  where T: Hashable { }",
        "machine A {\n"
        "  event a, b<T>(_ x: T) throws(E<T>) -> [T: Set<Int>] = [:] where T: P = b<T, c>() unhandled throw X(a, b)\n}",
        "machine A {\n  event a() throws // why\n    -> Int? = nil, b(c: Int)\n    -> Int\n  event c\n  -> a : c\n}",
        'machine A {\n  unhandled trap "a, b"\n  event b unhandled throw // why\n  event c unhandled throw, d\n'
        '  wrapper @MainActor @Observable class D\n}',
        "#if os(Linux) && !A // why\nimport A\n#elseif B\nmachine A { }\n#else\nmachine A { }\n#endif // why\n",
        "machine A {\n  interface methods\n  interface reducer, `default`, state\n  interface : e\n}",
        "machine A {\n  output a async -> b, also c\n  output also, d stream -> also, also also, `also`\n}",
        # Effects.
        "machine A {\n  effect a(_ b: String, c: [Int] = [1]) = throw f(b), { c() }\n  effect d() = a(x)\n}",
        "machine A {\n  a : e / b.c += 1, d[e, f: 0] = n, g?.h![i]! .j &<<= .k, l!.m.0 = n\n  b : e / c [0] = d\n}",
        "machine A {\n  a : e / b = C<D, E>(), f = g<h, i = j < k, l = m<n, o\n}",
        "\ufeffimport A\nmachine B { a -> c, d.e : after 1.5s, every(x) / trap }\r\nmachine C { }",
    ],
)
def test_odd_texts(language, text):
    assert not [(node.start_point, node.type) for node in errors(parse(language, text).root_node)]


@pytest.mark.parametrize(
    "statement",
    [
        # What was of the language once.
        "event e / f",
        "event e unhandled throw\n    / f",
        "a : every 3s all",
        "choice c(n: Int)",
        # What stands elsewhere.
        "initial state a, b",
        "entry / f",
        "state a { event b }",
        "a : e / b! = 1",
        "a : e / b.c",
        "a : e / b[]  = 1",
        "a : e / trap b",
        "a : e / throw\n  b : f",
        "a : after 5",
        "never a [else]",
        "output a -> b, c async",
        "output a -> also b c",
        "private(set) let a: Int",
        "choice a was b",
        "group a was b = c",
        "state a : B was c",
        "state a was b(c: Int)",
        "state a was",
        "event a throws was b",
        "output a async was b",
        "output a was b -> c was d",
        "guard a was b = c",
        "was a",
        "was a : e",
        "was a -> b : e",
        "was a -> b / f",
        "was a -> b, c",
        "was a, b -> c",
        "was a.b -> c",
        "initial was a -> b",
        "#if A",
    ],
)
def test_what_is_no_statement(language, statement):
    assert list(errors(parse(language, f"machine A {{\n  {statement}\n}}").root_node))


def test_hostile_texts_end(language):
    """No text crashes the scanner or keeps it: it makes as many tokens as there are characters at most."""
    generator = random.Random(1)
    pieces = [
        "[",
        "(",
        "{",
        "}",
        ")",
        "]",
        '"',
        "\\(",
        "/",
        "/*",
        "*/",
        "#",
        "`",
        "\n",
        "a",
        " -> ",
        "<",
        ">",
        "///",
        ";",
        ",",
    ]
    texts = ["".join(generator.choices(pieces, k=300)) for _ in range(300)]
    texts += ["machine A { " + text for text in texts]
    texts += ["machine A { a : e " + bracket * 100_000 for bracket in '[({"/']
    texts += [support.SPECS[-1].read_text()[:end] for end in range(0, 600, 7)]
    for text in texts:
        assert parse(language, text).root_node.end_byte <= len(text.encode())
