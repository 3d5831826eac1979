"""The built server on a real pipe: torn messages, broken ones, and a client that goes away."""

import json
import random
import subprocess

import pytest

import support
import texts


def frame(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


INITIALIZE = frame({"id": 1, "method": "initialize", "params": {"capabilities": {}}})
OPEN = frame(
    {
        "method": "textDocument/didOpen",
        "params": {"textDocument": {"uri": "file:///tmp/A.sm", "languageId": "sm", "version": 1, "text": texts.WRONG}},
    }
)
HOVER = frame(
    {
        "id": 2,
        "method": "textDocument/hover",
        "params": {"textDocument": {"uri": "file:///tmp/A.sm"}, "position": {"line": 7, "character": 3}},
    }
)
SHUTDOWN = frame({"id": 3, "method": "shutdown"})
EXIT = frame({"method": "exit"})
SESSION = INITIALIZE + OPEN + HOVER + SHUTDOWN + EXIT


def run(pieces, close=True):
    """Sends the pieces one after the other; returns what came back and the exit code. Whoever hangs is told."""
    process = subprocess.Popen([support.SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with process:
        try:
            for piece in pieces:
                process.stdin.write(piece)
                process.stdin.flush()
        except BrokenPipeError:
            # It has given up before the end: what it says is asked below.
            pass
        try:
            out, errors = process.communicate(timeout=support.PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert errors == b""
    return out, process.returncode


def answers(out):
    """What came back, all of it well framed."""
    found = []
    while out:
        header, _, rest = out.partition(b"\r\n\r\n")
        length = int(header.split(b":")[1])
        assert len(rest) >= length
        found.append(json.loads(rest[:length]))
        out = rest[length:]
    return found


def test_a_session():
    out, code = run([SESSION])
    found = answers(out)
    assert code == 0
    assert [message["id"] for message in found if "id" in message] == [1, 2, 3]


def test_its_name_and_version():
    with support.Server() as server:
        assert server.initialized["serverInfo"] == {"name": "sm-gen-lsp", "version": support.version()}
    out = subprocess.run([support.SERVER, "--version"], capture_output=True, text=True, check=True).stdout
    assert out == f"sm-gen-lsp {support.version()}\n"


def told_of_another(server):
    """What the server has said of another one, after all that it has been sent."""
    server.request("workspace/symbol", {"query": ""})
    messages = [note["params"] for note in server.notifications if note.get("method") == "window/showMessage"]
    assert all(message["type"] == 2 for message in messages)
    return [message["message"] for message in messages]


def test_two_servers_for_one_file_of_one_editor():
    """The second one says so, once. Both go on: an editor with two windows may want two."""
    with support.Server(editor=4711) as first, support.Server(editor=4711) as second:
        first.open(texts.WRONG, "file:///tmp/a%20b/A.sm")
        first.open(texts.WRONG, "file:///tmp/a%20b/B.sm")
        assert told_of_another(first) == []
        for uri in ("file:///tmp/%61%20b/A.sm", "file:///tmp/a%20b/B.sm"):
            second.open(texts.WRONG, uri)
            assert second.diagnostics(uri)
        [message] = told_of_another(second)
        assert "'/tmp/a b/A.sm'" in message and f"process {first.process.pid}" in message
        assert told_of_another(first) == []


def test_two_servers_that_share_no_file():
    """Other files of one editor, the same file of two editors."""
    with (
        support.Server(editor=4711) as first,
        support.Server(editor=4711) as second,
        support.Server(editor=4712) as other,
    ):
        first.open(texts.DOOR, "file:///tmp/A.sm")
        second.open(texts.DOOR, "file:///tmp/B.sm")
        other.open(texts.DOOR, "file:///tmp/A.sm")
        assert told_of_another(second) == told_of_another(other) == []


@pytest.mark.parametrize("end", ["close", "shutdown", "kill"])
def test_a_server_that_has_gone_is_none(end):
    """What starts a server again is not told of the one before."""
    with support.Server(editor=4711) as first, support.Server(editor=4711) as second:
        first.open(texts.DOOR, "file:///tmp/A.sm")
        told_of_another(first)
        if end == "close":
            first.close("file:///tmp/A.sm")
            told_of_another(first)
        elif end == "shutdown":
            # It may take its time between this and its end.
            first.request("shutdown", None)
        else:
            first.process.kill()
            first.process.wait()
        second.open(texts.DOOR, "file:///tmp/A.sm")
        assert told_of_another(second) == []


def test_an_editor_that_does_not_say_its_process():
    """Then it is the process that has started the server: here, that of the tests."""
    with support.Server() as first, support.Server() as second:
        first.open(texts.DOOR, "file:///tmp/A.sm")
        told_of_another(first)
        second.open(texts.DOOR, "file:///tmp/A.sm")
        assert len(told_of_another(second)) == 1


@pytest.mark.parametrize("size", [1, 7, 100])
def test_torn_messages(size):
    """However the bytes are cut, they mean the same."""
    out, code = run([SESSION[start : start + size] for start in range(0, len(SESSION), size)])
    assert code == 0
    replies = [message for message in answers(out) if "id" in message]
    assert replies == [message for message in answers(run([SESSION])[0]) if "id" in message]


def test_headers_as_the_protocol_allows_them():
    session = SESSION.replace(b"Content-Length: ", b"content-length:", 1)
    session = session.replace(b"\r\n\r\n", b"\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n", 1)
    out, code = run([session])
    assert code == 0 and len([message for message in answers(out) if "id" in message]) == 3


@pytest.mark.parametrize("end", [0, 1, 20, len(INITIALIZE) - 1, len(INITIALIZE), len(INITIALIZE) + 40])
def test_the_client_is_gone(end):
    """The input ends, within a message or between two: so does the server, with an exit code that says so."""
    out, code = run([SESSION[:end]])
    assert code == 1
    assert len(answers(out)) == (1 if end >= len(INITIALIZE) else 0)


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: -1\r\n\r\n",
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"Content-Length: 9999999999\r\n\r\n",
        b"\r\n\r\n",
        b"x" * 70_000,
    ],
)
def test_broken_headers(header):
    """Nothing after such a header can be understood."""
    out, code = run([INITIALIZE, header, HOVER])
    assert code == 1
    assert len(answers(out)) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"id":7}',
        b'{"id":7,"method":"nothing"}',
        b'{"id":[],"method":5}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id":7,"method":"textDocument/hover","params":{"textDocument":{"uri":5},"position":-1}}',
    ],
)
def test_broken_messages(body):
    """One message that is wrong costs that message."""
    out, code = run([INITIALIZE + b"Content-Length: %d\r\n\r\n" % len(body) + body + SHUTDOWN + EXIT])
    assert code == 0
    assert answers(out)[-1]["id"] == 3


def test_lengths_that_are_wrong():
    """What is cut off or glued on is no JSON, and is said to be none, or the stream is given up."""
    for difference in (-5, -1, 1, 5):
        body = b'{"jsonrpc":"2.0","id":5,"method":"shutdown"}'
        torn = b"Content-Length: %d\r\n\r\n" % (len(body) + difference) + body
        out, code = run([INITIALIZE + torn + SHUTDOWN + EXIT])
        assert code in (0, 1)
        assert answers(out)[0]["id"] == 1


def test_random_bytes():
    generator = random.Random(7)
    for _ in range(40):
        session = bytearray(SESSION)
        for _ in range(generator.randrange(1, 6)):
            start = generator.randrange(len(session))
            choice = generator.randrange(3)
            if choice == 0:
                session[start] = generator.randrange(256)
            elif choice == 1:
                del session[start : start + generator.randrange(1, 30)]
            else:
                session[start:start] = generator.randbytes(generator.randrange(1, 10))
        out, code = run([bytes(session)])
        assert code in (0, 1)
        answers(out)


def test_nobody_reads():
    """A closed output is no reason for a signal: the server ends when its input does."""
    process = subprocess.Popen([support.SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.close()
    try:
        process.stdin.write(INITIALIZE + OPEN + HOVER * 50 + SHUTDOWN + EXIT)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.wait(support.PATIENCE) in (0, 1)


@pytest.mark.parametrize("path", support.SPECS[::8], ids=lambda path: path.name)
def test_typing(path):
    """Typed character by character, the last diagnostics are those of the whole text, as are all names."""
    text = path.read_text()[:1500]
    with support.Server() as server:
        uri = server.open("", "file:///tmp/sm-gen-editor-tests/typed/Text.sm")
        for end in range(1, len(text) + 1):
            server.change(text[:end], uri, end + 1)
        typed = server.diagnostics(uri), list(server.names(uri))
        other = server.open(text, "file:///tmp/sm-gen-editor-tests/whole/Text.sm")
        whole = server.diagnostics(other), list(server.names(other))
        moved = json.loads(json.dumps(whole).replace("/whole/", "/typed/"))
        assert json.loads(json.dumps(typed)) == moved
        assert server.stop() == 0


def test_many_messages_at_once():
    """Who sends faster than it reads is not waited for: the pipe is full in both directions."""
    with support.Server() as server:
        uri = server.open(texts.DOOR)
        for count in range(2000):
            server.send(
                {
                    "id": f"n{count}",
                    "method": "textDocument/hover",
                    "params": {"textDocument": {"uri": uri}, "position": {"line": 7, "character": 12}},
                }
            )
        assert "closing" in server.ask("hover", uri, position={"line": 7, "character": 12})["contents"]["value"]
        assert len([note for note in server.notifications if str(note.get("id", "")).startswith("n")]) == 2000
