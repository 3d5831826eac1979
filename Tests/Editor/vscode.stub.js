// A stub of what the extension asks of VS Code, and the extension in it, with the built server.
'use strict';

const assert = require('node:assert');
const childProcess = require('node:child_process');
const Module = require('node:module');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');
const EXTENSION = path.join(ROOT, 'Editors/VSCode');
const SERVER = process.env.SM_GEN_LSP || path.join(ROOT, '.build/debug/sm-gen-lsp');

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(a, b, c, d) {
    if (typeof a === 'number') { this.start = new Position(a, b); this.end = new Position(c, d); }
    else { this.start = a; this.end = b; }
  }
}
class Uri {
  constructor(text) { this.text = text; this.path = new URL(text).pathname; }
  static parse(text) { return new Uri(text); }
  toString() { return this.text; }
}
class Plain {
  constructor(...values) { this.values = values; }
}
class WorkspaceEdit {
  constructor() { this.entries = []; }
  set(uri, edits) { this.entries.push([uri, edits]); }
}
class Kind {
  constructor(value) { this.value = value; }
  append(part) { return new Kind(this.value ? `${this.value}.${part}` : part); }
}
Kind.Empty = new Kind('');
Kind.QuickFix = new Kind('quickfix');

function makeStub(configuration) {
  const registered = {};
  const events = {};
  const commands = {};
  const diagnostics = new Map();
  const messages = [];
  const panels = [];
  const started = [];
  const disposable = { dispose() {} };
  const on = (name) => (listener) => { events[name] = listener; return disposable; };
  const languages = new Proxy(
    {
      createDiagnosticCollection: () => ({
        set: (uri, items) => diagnostics.set(uri.toString(), items),
        delete: (uri) => diagnostics.delete(uri.toString()),
        clear: () => diagnostics.clear(),
        dispose() {},
      }),
    },
    {
      get: (target, name) =>
        target[name] ||
        ((...values) => {
          assert.match(name, /^register\w+Provider$/);
          registered[name.slice('register'.length, -'Provider'.length)] = values;
          return disposable;
        }),
    }
  );
  const vscode = {
    Position, Range, Uri, WorkspaceEdit, languages,
    Selection: Range,
    Location: class { constructor(uri, range) { Object.assign(this, { uri, range }); } },
    TextEdit: class { constructor(range, newText) { Object.assign(this, { range, newText }); } },
    MarkdownString: class { constructor(value) { this.value = value; } },
    Diagnostic: class {
      constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
    },
    DiagnosticRelatedInformation: class {
      constructor(location, message) { Object.assign(this, { location, message }); }
    },
    DocumentSymbol: class {
      constructor(name, detail, kind, range, selectionRange) {
        Object.assign(this, { name, detail, kind, range, selectionRange });
      }
    },
    SymbolInformation: class {
      constructor(name, kind, container, location) { Object.assign(this, { name, kind, container, location }); }
    },
    CompletionItem: class { constructor(label, kind) { Object.assign(this, { label, kind }); } },
    CompletionList: class { constructor(items, isIncomplete) { Object.assign(this, { items, isIncomplete }); } },
    SnippetString: class { constructor(value) { this.value = value; } },
    SignatureHelp: class {}, SignatureInformation: class { constructor(label) { this.label = label; } },
    ParameterInformation: class { constructor(label) { this.label = label; } },
    InlayHint: class { constructor(position, label, kind) { Object.assign(this, { position, label, kind }); } },
    Hover: class { constructor(contents, range) { Object.assign(this, { contents, range }); } },
    DocumentHighlight: class { constructor(range, kind) { Object.assign(this, { range, kind }); } },
    FoldingRange: class { constructor(start, end, kind) { Object.assign(this, { start, end, kind }); } },
    CodeAction: class { constructor(title, kind) { Object.assign(this, { title, kind }); } },
    CodeActionKind: Kind,
    SemanticTokens: class { constructor(data) { this.data = data; } },
    SemanticTokensLegend: Plain,
    ViewColumn: { One: 1, Beside: -2 },
    TextEditorRevealType: { InCenterIfOutsideViewport: 2 },
    commands: {
      registerCommand: (name, body) => {
        if (commands[name]) throw new Error(`command '${name}' already exists`);
        commands[name] = body;
        return disposable;
      },
    },
    window: {
      activeTextEditor: undefined,
      createOutputChannel: () => ({ append() {}, appendLine: (line) => messages.push(line), dispose() {} }),
      showErrorMessage: (message) => messages.push(message),
      showWarningMessage: (message) => messages.push(message),
      showInformationMessage: (message) => messages.push(message),
      onDidChangeActiveTextEditor: on('active'),
      showTextDocument: async (document) => {
        vscode.shown = { document, revealRange(range) { this.revealed = range; } };
        return vscode.shown;
      },
      createWebviewPanel: (...values) => {
        const panel = {
          values, posted: [],
          webview: {
            postMessage(message) { panel.posted.push(message); },
            onDidReceiveMessage(listener) { panel.click = listener; },
          },
          onDidDispose(listener) { panel.dispose = listener; },
        };
        panels.push(panel);
        return panel;
      },
    },
    workspace: {
      workspaceFolders: undefined,
      openTextDocument: async ({ language, content }) =>
        Object.assign(new TextDocument('untitled:Untitled-1', content), { languageId: language }),
      textDocuments: [],
      getConfiguration: (section) => ({ get: (name) => configuration[`${section}.${name}`] }),
      createFileSystemWatcher: () => ({
        onDidCreate: on('create'), onDidChange: on('fileChange'), onDidDelete: on('delete'), dispose() {},
      }),
      onDidOpenTextDocument: on('open'), onDidChangeTextDocument: on('change'), onDidCloseTextDocument: on('close'),
    },
  };
  return { vscode, registered, events, commands, diagnostics, messages, panels, started };
}

class TextDocument {
  constructor(uri, text) { Object.assign(this, { uri: Uri.parse(uri), text, version: 1, languageId: 'sm' }); }
  getText() { return this.text; }
  at(words, right = 0) {
    const before = this.text.slice(0, this.text.indexOf(words) + right);
    return new Position(before.split('\n').length - 1, before.length - before.lastIndexOf('\n') - 1);
  }
}

/** The extension, anew, with the text in an editor. */
async function begin(text, configuration = { 'sm-gen.server': SERVER }) {
  const stub = makeStub(configuration);
  const document = new TextDocument('file:///tmp/sm-gen-editor-tests/vscode/Door.sm', text);
  stub.vscode.workspace.textDocuments.push(document);
  stub.vscode.window.activeTextEditor = { document };
  const { extension, activated } = await activate(stub);
  const { client, picture } = activated;
  const change = (newText) => {
    document.text = newText;
    document.version += 1;
    stub.events.change({ document });
  };
  return { ...stub, extension, document, client, picture, change, provider: (name) => stub.registered[name][1] };
}

/** A copy of the extension with a state of its own, in a stub. */
async function activate(stub) {
  const load = Module._load;
  const spawn = (...values) => {
    stub.started.push(childProcess.spawn(...values));
    return stub.started.at(-1);
  };
  const replaced = { vscode: stub.vscode, child_process: { spawn } };
  Module._load = (name, ...rest) => replaced[name] || load(name, ...rest);
  delete require.cache[require.resolve(EXTENSION)];
  const extension = require(EXTENSION);
  Module._load = load;
  return { extension, activated: await extension.activate({ subscriptions: [] }) };
}

module.exports = { Position, Range, activate, begin, EXTENSION };
