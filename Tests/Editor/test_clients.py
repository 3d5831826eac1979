"""The server and what clients really say that they can: the capability sets of pytest-lsp."""

import asyncio

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

import support
import texts

# What asks for diagnostics says so in its capabilities; all others wait for them.
CLIENTS = ["neovim@v0.7.0", "neovim@v0.11.0", "visual_studio_code", "emacs"]
URI = "file:///tmp/sm-gen-editor-tests/Door.sm"
DOCUMENT = types.TextDocumentIdentifier(uri=URI)


@pytest_lsp.fixture(params=CLIENTS, config=ClientServerConfig(server_command=[support.SERVER]))
async def client(request, lsp_client: LanguageClient):
    capabilities = client_capabilities(request.param)
    result = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, root_uri="file:///tmp/sm-gen-editor-tests")
    )
    lsp_client.answered = result.capabilities
    lsp_client.offered = capabilities
    yield
    await lsp_client.shutdown_session()


def open_text(client, text):
    item = types.TextDocumentItem(uri=URI, language_id="sm", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))


async def diagnostics(client):
    if client.answered.diagnostic_provider:
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=DOCUMENT))
        return report.items
    for _ in range(support.PATIENCE * 20):
        if URI in client.diagnostics:
            return client.diagnostics[URI]
        await asyncio.sleep(0.05)
    raise AssertionError("no diagnostics have been sent")


def at(text, words, right=0):
    """The position of the words, so many characters to the right."""
    start = text.index(words) + right
    before = text[:start]
    return types.Position(line=before.count("\n"), character=start - before.rfind("\n") - 1)


async def test_diagnostics(client):
    open_text(client, texts.WRONG)
    found = await diagnostics(client)
    assert [item.severity for item in found][0] == types.DiagnosticSeverity.Error
    assert any("'closd'" in item.message for item in found)
    wrong = next(item for item in found if "'closd'" in item.message)
    assert (wrong.range.start, wrong.range.end) == (at(texts.WRONG, "closd"), at(texts.WRONG, "closd", 5))
    if wrong.related_information:
        assert client.offered.text_document.publish_diagnostics.related_information


async def test_no_diagnostics(client):
    open_text(client, texts.DOOR)
    assert list(await diagnostics(client)) == []


async def test_hover(client):
    open_text(client, texts.DOOR)
    result = await client.text_document_hover_async(
        types.HoverParams(text_document=DOCUMENT, position=at(texts.DOOR, "-> closing", 4))
    )
    assert "closing" in result.contents.value
    formats = client.offered.text_document.hover.content_format
    assert result.contents.kind in formats


async def test_navigation(client):
    open_text(client, texts.DOOR)
    position = at(texts.DOOR, "open : enter", 9)
    found = await client.text_document_definition_async(
        types.DefinitionParams(text_document=DOCUMENT, position=position)
    )
    places = found if isinstance(found, list) else [found]
    assert places[0].range.start == at(texts.DOOR, "enter(count")
    found = await client.text_document_references_async(
        types.ReferenceParams(
            text_document=DOCUMENT, position=position, context=types.ReferenceContext(include_declaration=True)
        )
    )
    assert len(found) == 2


async def test_rename(client):
    open_text(client, texts.DOOR)
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=DOCUMENT, position=at(texts.DOOR, "-> closing", 4), new_name="shutting")
    )
    if edit.document_changes:
        assert client.offered.workspace.workspace_edit.document_changes
        edits = [change for document in edit.document_changes for change in document.edits]
    else:
        edits = edit.changes[URI]
    assert len(edits) == 3
    assert all(change.new_text == "shutting" for change in edits)


async def test_symbols_and_tokens(client):
    open_text(client, texts.DOOR)
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=DOCUMENT))
    assert [symbol.name for symbol in symbols] == ["Door"]
    assert {"open", "closing", "closed", "shut"} <= {symbol.name for symbol in symbols[0].children}
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=DOCUMENT))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 100
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=DOCUMENT))
    assert any(fold.start_line == 1 for fold in folds)


async def test_completion(client):
    text = texts.DOOR.replace("closed -> open : closeButton", "closed -> ")
    open_text(client, text)
    position = at(text, "closed -> \n", 10)
    found = await client.text_document_completion_async(
        types.CompletionParams(text_document=DOCUMENT, position=position)
    )
    items = found if isinstance(found, list) else found.items
    assert {"open", "closing"} <= {item.label.split("(")[0] for item in items}
    snippets = [item for item in items if item.insert_text_format == types.InsertTextFormat.Snippet]
    if snippets:
        assert client.offered.text_document.completion.completion_item.snippet_support


async def test_code_actions(client):
    open_text(client, texts.WRONG)
    found = await diagnostics(client)
    wrong = next(item for item in found if "'closd'" in item.message)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=DOCUMENT, range=wrong.range, context=types.CodeActionContext(diagnostics=[wrong])
        )
    )
    assert any("closed" in action.title for action in actions)


async def test_formatting(client):
    open_text(client, texts.UNTIDY)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=DOCUMENT, options=options)
    )
    assert edits
    tidy = applied(texts.UNTIDY, edits)
    assert "\n  closing -> closed " in tidy
    assert [word for word in tidy.split()] == texts.DOOR.split()
    other = "file:///tmp/sm-gen-editor-tests/Tidy.sm"
    item = types.TextDocumentItem(uri=other, language_id="sm", version=1, text=tidy)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    again = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text_document=types.TextDocumentIdentifier(uri=other), options=options)
    )
    assert not again


def applied(text, edits):
    """The text with the edits, none of which overlaps another."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(position):
        return starts[position.line] + position.character

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def test_positions_beyond_the_first_plane(client):
    """Columns are counted as agreed on: in UTF-16, or in what the client prefers."""
    text = texts.DOOR.replace("// ", "").replace("close(speed: 2)", 'close(speed: "😀".count), clos(1)')
    open_text(client, text)
    wrong = next(item for item in await diagnostics(client) if "'clos'" in item.message)
    before = text[: text.index("clos(1)")].rsplit("\n", 1)[1]
    encoding = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
    agreed = client.answered.position_encoding or "utf-16"
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[agreed]
    assert wrong.range.start.character == len(before.encode(encoding[agreed])) // width
