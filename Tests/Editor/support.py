"""What the tests of the editors share: the texts, the server on a pipe, and the tree-sitter grammar as a library."""

import ctypes
import json
import os
import pathlib
import queue
import re
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
EDITORS = ROOT / "Editors"
SPECS = sorted((ROOT / "specs").glob("*.sm"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "Sources").glob("*/*.docc/*.md"))]
SERVER = os.environ.get("SM_GEN_LSP", str(ROOT / ".build/debug/sm-gen-lsp"))
# Long enough for a debug build on a busy machine; what takes so long hangs.
PATIENCE = 60


# Machines with odd names and odd combinations.
OTHERS = sorted(path for path in (ROOT / "Tests").rglob("*.sm") if ".build" not in path.parts)


def is_unicode(text):
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def blocks(page):
    """The `sm` blocks of a page, each with its line."""
    for match in re.finditer(r"^```sm\n(.*?)^```$", page.read_text(), re.M | re.S):
        yield page.read_text()[: match.start()].count("\n") + 2, match.group(1)


def keywords():
    """The words of the language, from the parser's own list."""
    source = (ROOT / "Sources/StateMachineSyntax/Syntax/Keyword.swift").read_text()
    body = source[source.index("enum Keyword") : source.index("package init?(")]
    return [word.strip(" `") for line in re.findall(r"^  case (.*)$", body, re.M) for word in line.split(",")]


def version():
    """That of the tool."""
    source = (ROOT / "Sources/StateMachineCompiler/ToolVersion.swift").read_text()
    return re.search(r'current = "(.*)"', source).group(1)


class Server:
    """The built server, with messages in and out. Requests wait for their answer."""

    def __init__(self, capabilities=None, root=None, editor=None):
        self.process = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.messages = queue.Queue()
        self.count = 0
        self.notifications = []
        threading.Thread(target=self._read, daemon=True).start()
        self.initialized = self.request(
            "initialize",
            {
                "processId": editor,
                "rootUri": root.as_uri() if root else None,
                "capabilities": {"textDocument": {"diagnostic": {}}} if capabilities is None else capabilities,
            },
        )
        self.notify("initialized", {})

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline()) not in (b"\r\n", b""):
                name, value = line.split(b":", 1)
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                break
            self.messages.put(json.loads(out.read(length)))
        self.messages.put(None)

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def request(self, method, parameters):
        """The result, or the error as an exception."""
        self.count += 1
        self.send({"id": self.count, "method": method, "params": parameters})
        while True:
            message = self.messages.get(timeout=PATIENCE)
            assert message is not None, f"the server has ended at '{method}'"
            if message.get("id") != self.count or "method" in message:
                self.notifications.append(message)
                continue
            if "error" in message:
                raise RuntimeError(message["error"]["message"])
            return message["result"]

    def open(self, text, uri="file:///tmp/Text.sm", version=1):
        document = {"uri": uri, "languageId": "sm", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, text, uri, version):
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]},
        )

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def ask(self, method, uri, **parameters):
        return self.request("textDocument/" + method, {"textDocument": {"uri": uri}, **parameters})

    def diagnostics(self, uri):
        return self.ask("diagnostic", uri)["items"]

    def names(self, uri):
        """The names that the server tells apart: line, start, end (in UTF-16) and kind."""
        types = self.initialized["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
        data = self.ask("semanticTokens/full", uri)["data"]
        line = start = 0
        for index in range(0, len(data), 5):
            down, right, length, kind, _ = data[index : index + 5]
            line, start = line + down, right if down else start + right
            yield line, start, start + length, types[kind]

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass


def programs(server):
    """Every text without errors: specs, odd machines, and those of the pages. Yields a name, its URI and its text."""
    files = [*SPECS, *OTHERS]
    texts = [(path.name, path.as_uri(), path.read_text(errors="surrogateescape")) for path in files]
    # What is no UTF-8 is not sent as JSON.
    texts = [(name, uri, text) for name, uri, text in texts if is_unicode(text)]
    for page in PAGES:
        for line, text in blocks(page):
            texts.append((f"{page.name}:{line}", f"file:///pages/{page.stem}-{line}/Page.sm", text))
    for name, uri, text in texts:
        server.open(text, uri)
        if all(item["severity"] != 1 for item in server.diagnostics(uri)):
            yield name, uri, text
        server.close(uri)


def grammar_library(folder):
    """The path of the tree-sitter grammar, compiled into `folder`."""
    grammar = EDITORS / "tree-sitter-sm"
    library = pathlib.Path(folder) / "sm.so"
    sources = [grammar / "src/parser.c", grammar / "src/scanner.c"]
    flags = ["-shared", "-fPIC", "-O1", "-std=c11", "-I", str(grammar / "src")]
    compiler = os.environ.get("CC") or "cc"
    subprocess.run([compiler, *flags, *map(str, sources), "-o", str(library)], check=True)
    return library


def language(folder):
    """The tree-sitter grammar, compiled into `folder`, for the Python module."""
    import tree_sitter

    library = grammar_library(folder)
    function = ctypes.CDLL(str(library)).tree_sitter_sm
    function.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return tree_sitter.Language(capsule(function(), b"tree_sitter.Language", None))
