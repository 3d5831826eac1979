// The extension, driven without VS Code: see the stub.
'use strict';

const assert = require('node:assert');
const path = require('node:path');
const fs = require('node:fs');
const test = require('node:test');

const { Position, Range, activate, begin, EXTENSION } = require('./vscode.stub.js');

const PATIENCE = 60_000;

const DOOR = `machine Door: Hashable {
  initial state open(persons: Int = 0)
  state closing, closed
  event closeButton, shut, enter(count: Int)
  output close(speed: Int)

  open -> closing : closeButton [persons < 10] / close(speed: 2)
  open : enter / persons += count
  closing -> closed : shut
  closed -> open : closeButton
}
`;

async function until(what, condition) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const value = condition();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new assert.AssertionError({ message: `in vain: ${what}` });
}

// MARK: Tests

test('diagnostics, as they are typed', async () => {
  const session = await begin(DOOR.replace('closing -> closed', 'closing -> closd'));
  const uri = session.document.uri.toString();
  const [wrong] = await until('diagnostics', () => session.diagnostics.get(uri));
  assert.match(wrong.message, /'closd'/);
  assert.strictEqual(wrong.severity, 0);
  assert.deepStrictEqual(wrong.range.start, session.document.at('closd'));

  const context = { diagnostics: [wrong] };
  const actions = await session.provider('CodeActions').provideCodeActions(session.document, wrong.range, context);
  const mend = actions.find((action) => action.title.includes('closed'));
  assert.ok(mend.edit.entries[0][1].some((edit) => edit.newText === 'closed'));

  session.change(DOOR);
  await until('no diagnostics', () => session.diagnostics.get(uri).length === 0);
  await session.extension.deactivate();
});

test('every provider', async () => {
  const session = await begin(DOOR);
  const { document, provider } = session;
  const target = document.at('-> closing', 4);

  const hover = await provider('Hover').provideHover(document, target);
  assert.match(hover.contents.value, /closing/);
  const [definition] = await provider('Definition').provideDefinition(document, target);
  assert.deepStrictEqual(definition.range.start, document.at('closing,'));
  const references = await provider('Reference').provideReferences(document, target, { includeDeclaration: true });
  assert.strictEqual(references.length, 3);
  assert.strictEqual((await provider('DocumentHighlight').provideDocumentHighlights(document, target)).length, 3);

  const prepared = await provider('Rename').prepareRename(document, target);
  assert.deepStrictEqual((prepared.range || prepared).start, document.at('-> closing', 3));
  const edit = await provider('Rename').provideRenameEdits(document, target, 'shutting');
  assert.strictEqual(edit.entries[0][1].length, 3);
  await assert.rejects(provider('Rename').provideRenameEdits(document, target, ''));
  await assert.rejects(async () => provider('Rename').prepareRename(document, new Position(5, 0)));

  const [machine] = await provider('DocumentSymbol').provideDocumentSymbols(document);
  assert.strictEqual(machine.name, 'Door');
  assert.strictEqual(machine.kind, 4);
  assert.ok(machine.children.some((child) => child.name === 'closed'));
  const tokens = await provider('DocumentSemanticTokens').provideDocumentSemanticTokens(document);
  assert.ok(tokens.data instanceof Uint32Array && tokens.data.length % 5 === 0 && tokens.data.length > 50);
  const folds = await provider('FoldingRange').provideFoldingRanges(document);
  assert.strictEqual(folds[0].start, 0);
  const whole = new Range(0, 0, 11, 0);
  assert.ok(Array.isArray(await provider('InlayHints').provideInlayHints(document, whole)));
  const symbols = await session.registered.WorkspaceSymbol[0].provideWorkspaceSymbols('clos');
  assert.ok(symbols.some((symbol) => symbol.name === 'closed'));
  const edits = await provider('DocumentFormattingEdit').provideDocumentFormattingEdits(document, {
    tabSize: 2, insertSpaces: true,
  });
  assert.ok(Array.isArray(edits));

  session.change(DOOR.replace('closed -> open : closeButton', 'closed -> '));
  const list = await provider('CompletionItem').provideCompletionItems(document, document.at('closed -> \n', 10));
  assert.ok(list.items.some((item) => item.label.startsWith('open')));
  session.change(DOOR.replace('close(speed: 2)', 'close('));
  const help = await provider('SignatureHelp').provideSignatureHelp(document, document.at('/ close(', 8));
  assert.match(help.signatures[0].label, /speed/);
  assert.deepStrictEqual(session.messages, []);
  await session.extension.deactivate();
});

/** The server's picture, or one that stands for it where the server draws none. */
async function withPicture(session) {
  const request = session.client.request.bind(session.client);
  session.client.request = async (method, params) => {
    if (method !== 'sm-gen/picture') return request(method, params);
    const text = session.document.text;
    if (text.includes('closd')) return null;
    const names = [...text.matchAll(/closing|closed|open/g)].map(([name]) => name);
    return {
      svg: '<?xml version="1.0"?><svg><g class="node"><title>closed</title></g></svg>',
      states: [...new Set(names)].map((name) => {
        const start = session.document.at(name);
        return { name, range: { start, end: start } };
      }),
    };
  };
}

test('Swift or a chart becomes a machine beside it', async () => {
  const session = await begin(DOOR);
  const chart = 'stateDiagram-v2\n  [*] --> off\n  off --> on : press\n';
  session.document.text = chart;
  await session.commands['sm-gen.import']();
  const { document } = session.vscode.shown;
  assert.strictEqual(document.languageId, 'sm');
  assert.match(document.text, /off -> on : press/);
  session.document.text = 'flowchart LR\n';
  await session.commands['sm-gen.import']();
  assert.match(session.messages.at(-1), /neither Swift nor a chart/);
  await session.extension.deactivate();
});

test('the picture follows the text', async () => {
  const session = await begin(DOOR);
  await withPicture(session);
  await session.commands['sm-gen.openPicture']();
  const [panel] = session.panels;
  assert.match(panel.webview.html, /Content-Security-Policy/);
  assert.match(panel.posted[0].svg, /<svg>/);
  assert.deepStrictEqual(panel.posted[0].names, ['open', 'closing', 'closed']);
  assert.strictEqual(panel.title, 'Door.sm');

  // Errors: the old picture stays, dimmed.
  session.change(DOOR.replace('closing -> closed', 'closing -> closd'));
  await until('a dimmed picture', () => panel.posted.length === 2);
  assert.strictEqual(panel.posted[1].isOld, true);
  assert.strictEqual(panel.posted[1].svg, undefined);

  // Who types fast gets one picture.
  for (let count = 0; count < 20; count++) session.change(DOOR + ' '.repeat(count));
  await until('a new picture', () => panel.posted.length === 3);
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.strictEqual(panel.posted.length, 3);

  await panel.click({ state: 'closed' });
  assert.deepStrictEqual(session.vscode.shown.revealed.start, session.document.at('closed'));
  await panel.click({ state: 'nothing' });
  panel.dispose();
  session.change(DOOR);
  await session.extension.deactivate();
});

test('the page that plays the machine keeps its steps while the text changes', async (context) => {
  const session = await begin(DOOR);
  await session.commands['sm-gen.openPicture']();
  const [panel] = session.panels;
  if (panel.posted.length) {
    context.skip('this server draws no pictures');
  } else {
    assert.match(panel.webview.html, /<html data-steps="" /);
    assert.match(panel.webview.html, /<svg/);
    await panel.click({ steps: '#Door;close' });
    session.change(DOOR + ' ');
    await until('a new page', () => panel.webview.html.includes('data-steps="%23Door%3Bclose"'));
    // Errors: the page stays, dimmed.
    session.change(DOOR.replace('closing -> closed', 'closing -> closd'));
    await until('a dimmed page', () => panel.posted.length === 1);
    assert.strictEqual(panel.posted[0].isOld, true);
    await panel.click({ state: 'closed' });
    assert.strictEqual(session.vscode.shown.revealed.start.line, 2);
  }
  await session.extension.deactivate();
});

test("the server's own picture, where it draws no page", async (context) => {
  const session = await begin(DOOR);
  const request = session.client.request.bind(session.client);
  session.client.request = (method, params) => request(method, { ...params, format: undefined });
  await session.commands['sm-gen.openPicture']();
  const [message] = session.panels[0].posted;
  if (/draws no pictures/.test(message.note)) {
    context.skip('this server draws none');
  } else {
    assert.ok(message.svg ? message.svg.includes('<svg') : message.mermaid.includes('stateDiagram'));
    assert.deepStrictEqual([...message.names].sort(), ['closed', 'closing', 'open']);
    if (message.svg) {
      // What a click looks for stands in the picture.
      for (const name of message.names) assert.ok(message.svg.includes(`<title>${name}</title>`), name);
    }
    await session.panels[0].click({ state: 'closed' });
    assert.strictEqual(session.vscode.shown.revealed.start.line, 2);
  }
  await session.extension.deactivate();
});

test('what runs in the panel', () => {
  const { panelScript } = require(EXTENSION);
  const made = () => ({
    listeners: {}, classes: new Set(), textContent: '', innerHTML: '', children: [],
    addEventListener(name, listener) { this.listeners[name] = listener; },
    replaceChildren(...children) { this.children = children; },
    get classList() { return { toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)) }; },
  });
  const elements = { picture: made(), note: made() };
  const document = { getElementById: (id) => elements[id], createElement: made };
  const window = made();
  const posted = [];
  panelScript({ postMessage: (message) => posted.push(message) }, document, window);
  const show = (data) => window.listeners.message({ data });
  const click = (...texts) => {
    const group = { querySelectorAll: () => texts.map((textContent) => ({ textContent })) };
    elements.picture.listeners.click({ target: { closest: () => group } });
  };

  show({ names: ['open', 'closed'], svg: '<?xml version="1.0"?>\n<svg></svg>' });
  assert.strictEqual(elements.picture.innerHTML, '<svg></svg>');
  assert.ok(!elements.picture.classes.has('old'));
  click('open');
  click('n1', 'closed', 'entry / beep');
  click('cluster open (body)');
  click('elsewhere');
  elements.picture.listeners.click({ target: { closest: () => null } });
  assert.deepStrictEqual(posted, [{ state: 'open' }, { state: 'closed' }, { state: 'open' }]);
  show({ names: ['open'], isOld: true });
  assert.ok(elements.picture.classes.has('old'));
  assert.strictEqual(elements.picture.innerHTML, '<svg></svg>');
  show({ names: [], mermaid: 'stateDiagram-v2\n<script>' });
  assert.strictEqual(elements.picture.children[0].textContent, 'stateDiagram-v2\n<script>');
});

test('a server that does not exist is told once', async () => {
  const session = await begin(DOOR, { 'sm-gen.server': '/nowhere/sm-gen-lsp' });
  await until('a message', () => session.messages.some((message) => /does not start/.test(message)));
  assert.strictEqual(session.messages.filter((message) => /does not start/.test(message)).length, 2);
  await session.extension.deactivate();
});

test('a server that ends is started again, with the texts', async () => {
  const session = await begin(DOOR.replace('closing -> closed', 'closing -> closd'));
  const uri = session.document.uri.toString();
  await until('diagnostics', () => session.diagnostics.get(uri));
  const first = session.client.connection;
  first.process.kill('SIGKILL');
  await until('another server', () => session.client.connection !== first);
  await until('diagnostics again', () => session.diagnostics.get(uri));
  await session.extension.deactivate();
});

/** How many servers of these tests run. */
function serversOf(session) {
  return session.started.filter((server) => server.exitCode === null && server.signalCode === null).length;
}

test('whoever restarts twice has one server', async () => {
  const session = await begin(DOOR.replace('closing -> closed', 'closing -> closd'));
  const uri = session.document.uri.toString();
  await until('diagnostics', () => session.diagnostics.get(uri));
  const first = session.client.connection;
  await Promise.all([1, 2, 3].map(() => session.commands['sm-gen.restart']()));
  await until('the end of the first server', () => first.process.exitCode !== null);
  await until('diagnostics again', () => session.diagnostics.get(uri));
  assert.strictEqual(serversOf(session), 1);
  // What the first one might still say is not heard.
  session.diagnostics.clear();
  first.onNotification('textDocument/publishDiagnostics', { uri, diagnostics: [] });
  assert.strictEqual(session.diagnostics.size, 0);
  await session.extension.deactivate();
});

test('a server that hangs is ended', async () => {
  const session = await begin(DOOR);
  const first = session.client.connection;
  first.process.kill('SIGSTOP');
  await session.commands['sm-gen.restart']();
  await until('the end of the first server', () => first.process.signalCode === 'SIGKILL');
  assert.strictEqual(serversOf(session), 1);
  await session.extension.deactivate();
});

test('of two copies of the extension, one starts a server', async () => {
  const session = await begin(DOOR);
  const { activated } = await activate(session);
  assert.strictEqual(activated, undefined);
  assert.strictEqual(serversOf(session), 1);
  assert.match(session.messages.at(-1), /Two copies/);
  await session.extension.deactivate();
});

test('a server of another client is told of', async () => {
  const session = await begin(DOOR);
  // Another extension of the same window, which starts the server for the same files.
  const other = await begin(DOOR);
  const message = await until('a warning', () => other.messages.find((text) => /Two servers/.test(text)));
  assert.ok(message.includes(`process ${session.client.connection.process.pid}`));
  await session.extension.deactivate();
  await other.extension.deactivate();
});

test('one that ends again and again is left alone', async () => {
  const session = await begin(DOOR, { 'sm-gen.server': '/bin/false' });
  await until('a message', () => session.messages.some((message) => /again and again/.test(message)));
  await session.commands['sm-gen.restart']();
  await session.extension.deactivate();
});

test('the manifest names what is there', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(EXTENSION, 'package.json'), 'utf8'));
  assert.strictEqual(manifest.dependencies, undefined);
  const { contributes } = manifest;
  const files = [manifest.main, contributes.languages[0].configuration, contributes.grammars[0].path];
  for (const file of files) assert.ok(fs.existsSync(path.join(EXTENSION, file)), file);
  const { wordPattern, indentationRules } = JSON.parse(
    fs.readFileSync(path.join(EXTENSION, contributes.languages[0].configuration), 'utf8')
  );
  assert.deepStrictEqual('a `b c` 5s'.match(new RegExp(wordPattern, 'gu')), ['a', '`b c`', '5s']);
  assert.ok(new RegExp(indentationRules.increaseIndentPattern).test('  state a {'));
  assert.ok(!new RegExp(indentationRules.increaseIndentPattern).test('  state a { entry / b }'));
  const source = fs.readFileSync(path.join(EXTENSION, manifest.main), 'utf8');
  for (const { command } of contributes.commands) assert.ok(source.includes(`'${command}'`), command);
  const required = [...source.matchAll(/require\('(.*?)'\)/g)].map((match) => match[1]);
  assert.deepStrictEqual(required, ['child_process', 'vscode']);
});
