// The extension for `.sm` files: a client of `sm-gen-lsp`, and the picture beside the text.
//
// The client is written by hand, as an extension that is one file needs neither a build nor a package. It speaks the
// part of the Language Server Protocol that the server has; texts are sent as a whole, as the server asks for.
'use strict';

const { spawn } = require('child_process');
const vscode = require('vscode');

const LANGUAGE = 'sm';
/** How often a server that ends by itself is started again before somebody has to say so. */
const RESTARTS = 5;
/** How long a server that is to end may take, in milliseconds. */
const STOP_TIMEOUT = 2000;
/** How long a picture waits for the next letter, in milliseconds. */
const PICTURE_DELAY = 150;

// MARK: The connection

/** Messages to and from a process: headers with a length, and JSON. */
class Connection {
  constructor(process, onNotification, onRequest) {
    this.process = process;
    this.onNotification = onNotification;
    this.onRequest = onRequest;
    this.waiting = new Map();
    this.count = 0;
    this.chunks = Buffer.alloc(0);
    this.isClosed = false;
    process.stdout.on('data', (data) => this.read(data));
    // A server that has gone is noticed by its exit; what is written meanwhile is lost.
    process.stdin.on('error', () => {});
  }

  read(data) {
    this.chunks = Buffer.concat([this.chunks, data]);
    for (;;) {
      const end = this.chunks.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.chunks.toString('ascii', 0, end));
      const start = end + 4;
      if (!length || this.chunks.length < start + Number(length[1])) return;
      const body = this.chunks.toString('utf8', start, start + Number(length[1]));
      this.chunks = this.chunks.subarray(start + Number(length[1]));
      this.receive(JSON.parse(body));
    }
  }

  receive(message) {
    if (message.method !== undefined) {
      if (message.id === undefined) return this.onNotification(message.method, message.params);
      const result = this.onRequest(message.method, message.params);
      return this.send({ id: message.id, result: result === undefined ? null : result });
    }
    const promise = this.waiting.get(message.id);
    if (!promise) return;
    this.waiting.delete(message.id);
    if (message.error) {
      promise.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    } else {
      promise.resolve(message.result);
    }
  }

  send(message) {
    if (this.isClosed) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }), 'utf8');
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params) {
    if (this.isClosed) return Promise.reject(new Error('the server has ended'));
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  close() {
    this.isClosed = true;
    for (const { reject } of this.waiting.values()) reject(new Error('the server has ended'));
    this.waiting.clear();
  }
}

// MARK: Between the protocol and VS Code

const fromPosition = (position) => ({ line: position.line, character: position.character });
const fromRange = (range) => ({ start: fromPosition(range.start), end: fromPosition(range.end) });
const toRange = (range) =>
  new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
const toLocation = (location) => new vscode.Location(vscode.Uri.parse(location.uri), toRange(location.range));
const toTextEdit = (edit) => new vscode.TextEdit(toRange(edit.range), edit.newText);
const toMarkdown = (value) => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  return value.kind === 'markdown' ? new vscode.MarkdownString(value.value) : value.value;
};

function toWorkspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const document of edit.documentChanges || []) {
    result.set(vscode.Uri.parse(document.textDocument.uri), document.edits.map(toTextEdit));
  }
  for (const [uri, edits] of Object.entries(edit.changes || {})) {
    result.set(vscode.Uri.parse(uri), edits.map(toTextEdit));
  }
  return result;
}

/** The protocol counts severities, and kinds of symbols and completions, from one; VS Code from nought. */
function toDiagnostic(item) {
  const result = new vscode.Diagnostic(toRange(item.range), item.message, (item.severity || 1) - 1);
  result.code = item.code;
  result.source = item.source;
  result.tags = item.tags;
  result.relatedInformation = (item.relatedInformation || []).map(
    (note) => new vscode.DiagnosticRelatedInformation(toLocation(note.location), note.message)
  );
  result.data = item;
  return result;
}

const toSymbol = (item) => {
  const result = new vscode.DocumentSymbol(
    item.name, item.detail || '', item.kind - 1, toRange(item.range), toRange(item.selectionRange)
  );
  result.children = (item.children || []).map(toSymbol);
  return result;
};

function toCompletion(item) {
  const result = new vscode.CompletionItem(item.label, item.kind === undefined ? undefined : item.kind - 1);
  result.detail = item.detail;
  result.documentation = toMarkdown(item.documentation);
  result.sortText = item.sortText;
  result.filterText = item.filterText;
  result.preselect = item.preselect;
  result.commitCharacters = item.commitCharacters;
  const text = item.textEdit ? item.textEdit.newText : item.insertText === undefined ? item.label : item.insertText;
  result.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
  if (item.textEdit) result.range = toRange(item.textEdit.range || item.textEdit.replace);
  if (item.additionalTextEdits) result.additionalTextEdits = item.additionalTextEdits.map(toTextEdit);
  return result;
}

function toSignatureHelp(help) {
  const result = new vscode.SignatureHelp();
  result.signatures = help.signatures.map((signature) => {
    const one = new vscode.SignatureInformation(signature.label, toMarkdown(signature.documentation));
    one.parameters = (signature.parameters || []).map(
      (parameter) => new vscode.ParameterInformation(parameter.label, toMarkdown(parameter.documentation))
    );
    return one;
  });
  result.activeSignature = help.activeSignature || 0;
  result.activeParameter = help.activeParameter || 0;
  return result;
}

function toInlayHint(hint) {
  const label = typeof hint.label === 'string' ? hint.label : hint.label.map((part) => part.value).join('');
  const position = new vscode.Position(hint.position.line, hint.position.character);
  const result = new vscode.InlayHint(position, label, hint.kind);
  result.paddingLeft = hint.paddingLeft;
  result.paddingRight = hint.paddingRight;
  result.tooltip = toMarkdown(hint.tooltip);
  return result;
}

// MARK: The client

const CAPABILITIES = {
  general: { positionEncodings: ['utf-16'] },
  workspace: { workspaceEdit: { documentChanges: true }, workspaceFolders: true },
  textDocument: {
    synchronization: {},
    publishDiagnostics: { relatedInformation: true, tagSupport: { valueSet: [1, 2] }, versionSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown', 'plaintext'] } },
    signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
    rename: { prepareSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] },
    foldingRange: {}, formatting: {}, inlayHint: {}, definition: {}, references: {}, documentHighlight: {},
  },
};

/** Holds the server, starts it again where it ends by itself, and tells it of every text. */
class Client {
  constructor(output) {
    this.output = output;
    this.diagnostics = vscode.languages.createDiagnosticCollection('sm-gen');
    this.listeners = [];
    this.providers = [];
    this.restarts = 0;
    this.isStopping = false;
  }

  async start() {
    const command = vscode.workspace.getConfiguration('sm-gen').get('server') || 'sm-gen-lsp';
    const server = spawn(command, [], { stdio: ['pipe', 'pipe', 'pipe'] });
    const connection = new Connection(
      server,
      // What an earlier server still says is out of date.
      (method, params) => connection === this.connection && this.receive(method, params),
      (method, params) => this.answer(method, params)
    );
    this.connection = connection;
    server.stderr.on('data', (data) => this.output.append(data.toString()));
    server.on('error', (error) => {
      connection.close();
      if (connection !== this.connection) return;
      this.restarts = RESTARTS;
      const reason = `The language server '${command}' does not start: ${error.message}.`;
      this.say(`${reason} The setting 'sm-gen.server' says which it is`);
    });
    server.on('exit', (code, signal) => this.ended(connection, code === null ? signal : code));
    try {
      const folders = (vscode.workspace.workspaceFolders || []).map((folder) => ({
        uri: folder.uri.toString(), name: folder.name,
      }));
      const result = await connection.request('initialize', {
        processId: process.pid, rootUri: folders.length > 0 ? folders[0].uri : null, workspaceFolders: folders,
        capabilities: CAPABILITIES, clientInfo: { name: 'vscode-sm-gen' },
      });
      connection.notify('initialized', {});
      this.provide(result.capabilities);
      for (const document of vscode.workspace.textDocuments) this.opened(document);
    } catch (error) {
      this.output.appendLine(`initialize: ${error.message}`);
    }
  }

  say(message) {
    this.output.appendLine(message);
    vscode.window.showErrorMessage(message);
  }

  ended(connection, reason) {
    connection.close();
    if (connection !== this.connection || this.isStopping) return;
    this.diagnostics.clear();
    this.output.appendLine(`The server has ended (${reason}).`);
    if (this.restarts++ < RESTARTS) this.start();
    else this.say("The language server ends again and again: see the output 'State Machines'");
  }

  async stop() {
    const { connection } = this;
    if (!connection || connection.isClosed) return;
    this.isStopping = true;
    // One that hangs shall not outlive the next.
    const timer = setTimeout(() => connection.process.kill('SIGKILL'), STOP_TIMEOUT);
    try {
      await connection.request('shutdown', null);
      connection.notify('exit', null);
    } catch {
      connection.process.kill();
    }
    clearTimeout(timer);
    connection.isClosed = true;
  }

  /** One restart at a time: of two at once, each would start a server, and each finding would be shown twice. */
  restart() {
    this.restarting ||= this.startAnew().finally(() => { this.restarting = undefined; });
    return this.restarting;
  }

  async startAnew() {
    await this.stop();
    this.restarts = 0;
    this.isStopping = false;
    this.diagnostics.clear();
    await this.start();
  }

  dispose() {
    for (const provider of this.providers) provider.dispose();
    this.diagnostics.dispose();
  }

  request(method, params) {
    return this.connection.request(method, params);
  }

  /** The answer, or null where the server has none to give: what is asked while a text is typed is often too late. */
  async ask(method, document, params = {}) {
    try {
      const textDocument = { uri: document.uri.toString() };
      return await this.request(`textDocument/${method}`, { textDocument, ...params });
    } catch (error) {
      this.output.appendLine(`${method}: ${error.message}`);
      return null;
    }
  }

  receive(method, params) {
    if (method === 'textDocument/publishDiagnostics') {
      this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
    } else if (method === 'window/showMessage') {
      const show = [undefined, 'showErrorMessage', 'showWarningMessage'][params.type] || 'showInformationMessage';
      vscode.window[show](params.message);
    } else if (method === 'window/logMessage') {
      this.output.appendLine(params.message);
    }
  }

  answer(method, params) {
    if (method === 'workspace/configuration') return params.items.map(() => null);
    if (method === 'workspace/workspaceFolders') return null;
    return null;
  }

  // Texts

  opened(document) {
    if (document.languageId !== LANGUAGE) return;
    this.connection.notify('textDocument/didOpen', {
      textDocument: {
        uri: document.uri.toString(), languageId: LANGUAGE, version: document.version, text: document.getText(),
      },
    });
  }

  changed(document) {
    if (document.languageId !== LANGUAGE) return;
    this.connection.notify('textDocument/didChange', {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: [{ text: document.getText() }],
    });
  }

  closed(document) {
    if (document.languageId !== LANGUAGE) return;
    this.connection.notify('textDocument/didClose', { textDocument: { uri: document.uri.toString() } });
    this.diagnostics.delete(document.uri);
  }

  fileChanged(uri, type) {
    this.connection.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri.toString(), type }] });
  }

  // What the server can do

  /** Registers a provider for each thing that the server can do: once, as one that starts again can do the same. */
  provide(can) {
    if (this.providers.length > 0) return;
    const selector = [{ language: LANGUAGE }];
    const { languages } = vscode;
    const at = (position) => ({ position: fromPosition(position) });
    const add = (capability, register) => {
      if (capability) this.providers.push(register(capability));
    };
    const characters = (capability) => (capability && capability.triggerCharacters) || [];

    add(can.hoverProvider, () =>
      languages.registerHoverProvider(selector, {
        provideHover: async (document, position) => {
          const hover = await this.ask('hover', document, at(position));
          return hover && new vscode.Hover(toMarkdown(hover.contents), hover.range && toRange(hover.range));
        },
      })
    );
    add(can.definitionProvider, () =>
      languages.registerDefinitionProvider(selector, {
        provideDefinition: async (document, position) => {
          const found = await this.ask('definition', document, at(position));
          return found && [].concat(found).map(toLocation);
        },
      })
    );
    add(can.referencesProvider, () =>
      languages.registerReferenceProvider(selector, {
        provideReferences: async (document, position, context) => {
          const found = await this.ask('references', document, { ...at(position), context });
          return (found || []).map(toLocation);
        },
      })
    );
    add(can.documentHighlightProvider, () =>
      languages.registerDocumentHighlightProvider(selector, {
        provideDocumentHighlights: async (document, position) => {
          const found = await this.ask('documentHighlight', document, at(position));
          return (found || []).map((item) => new vscode.DocumentHighlight(toRange(item.range), (item.kind || 1) - 1));
        },
      })
    );
    add(can.renameProvider, () =>
      languages.registerRenameProvider(selector, {
        prepareRename: async (document, position) => {
          // What cannot be renamed says why.
          const params = { textDocument: { uri: document.uri.toString() }, ...at(position) };
          const found = await this.request('textDocument/prepareRename', params);
          if (!found) throw new Error('Nothing here has a name.');
          return found.placeholder === undefined
            ? toRange(found.range || found)
            : { range: toRange(found.range), placeholder: found.placeholder };
        },
        provideRenameEdits: async (document, position, newName) => {
          const params = { textDocument: { uri: document.uri.toString() }, ...at(position), newName };
          const edit = await this.request('textDocument/rename', params);
          return edit && toWorkspaceEdit(edit);
        },
      })
    );
    add(can.documentSymbolProvider, () =>
      languages.registerDocumentSymbolProvider(selector, {
        provideDocumentSymbols: async (document) => ((await this.ask('documentSymbol', document)) || []).map(toSymbol),
      })
    );
    add(can.workspaceSymbolProvider, () =>
      languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: async (query) => {
          const found = (await this.request('workspace/symbol', { query })) || [];
          return found.map((item) => {
            const place = toLocation(item.location);
            return new vscode.SymbolInformation(item.name, item.kind - 1, item.containerName || '', place);
          });
        },
      })
    );
    add(can.completionProvider, (capability) =>
      languages.registerCompletionItemProvider(
        selector,
        {
          provideCompletionItems: async (document, position) => {
            const found = await this.ask('completion', document, at(position));
            if (!found) return null;
            const items = Array.isArray(found) ? found : found.items;
            return new vscode.CompletionList(items.map(toCompletion), !Array.isArray(found) && found.isIncomplete);
          },
        },
        ...characters(capability)
      )
    );
    add(can.signatureHelpProvider, (capability) =>
      languages.registerSignatureHelpProvider(
        selector,
        {
          provideSignatureHelp: async (document, position) => {
            const help = await this.ask('signatureHelp', document, at(position));
            return help && toSignatureHelp(help);
          },
        },
        ...characters(capability)
      )
    );
    add(can.documentFormattingProvider, () =>
      languages.registerDocumentFormattingEditProvider(selector, {
        provideDocumentFormattingEdits: async (document, options) => {
          const { tabSize, insertSpaces } = options;
          const edits = await this.ask('formatting', document, { options: { tabSize, insertSpaces } });
          return (edits || []).map(toTextEdit);
        },
      })
    );
    add(can.foldingRangeProvider, () =>
      languages.registerFoldingRangeProvider(selector, {
        provideFoldingRanges: async (document) => {
          const kinds = { comment: 1, imports: 2, region: 3 };
          const found = (await this.ask('foldingRange', document)) || [];
          return found.map((fold) => new vscode.FoldingRange(fold.startLine, fold.endLine, kinds[fold.kind]));
        },
      })
    );
    add(can.codeActionProvider, () =>
      languages.registerCodeActionsProvider(
        selector,
        {
          provideCodeActions: async (document, range, context) => {
            const diagnostics = context.diagnostics.map((item) => item.data).filter(Boolean);
            const found = await this.ask('codeAction', document, { range: fromRange(range), context: { diagnostics } });
            return (found || []).map((item) => {
              const kind = item.kind ? vscode.CodeActionKind.Empty.append(item.kind) : vscode.CodeActionKind.QuickFix;
              const action = new vscode.CodeAction(item.title, kind);
              if (item.edit) action.edit = toWorkspaceEdit(item.edit);
              action.isPreferred = item.isPreferred;
              action.diagnostics = context.diagnostics.filter((one) =>
                (item.diagnostics || []).some((other) => one.data && one.data.message === other.message)
              );
              return action;
            });
          },
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] }
      )
    );
    add(can.semanticTokensProvider, (capability) => {
      const { tokenTypes, tokenModifiers } = capability.legend;
      return languages.registerDocumentSemanticTokensProvider(
        selector,
        {
          provideDocumentSemanticTokens: async (document) => {
            const tokens = await this.ask('semanticTokens/full', document);
            return tokens && new vscode.SemanticTokens(new Uint32Array(tokens.data), tokens.resultId);
          },
        },
        new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers)
      );
    });
    add(can.inlayHintProvider, () =>
      languages.registerInlayHintsProvider(selector, {
        provideInlayHints: async (document, range) =>
          ((await this.ask('inlayHint', document, { range: fromRange(range) })) || []).map(toInlayHint),
      })
    );
  }
}

// MARK: The picture

/**
 * A page that plays the machines of a text, in a panel beside it; the picture alone where the server is older. While the
 * text has errors, the last one stays, and is dimmed. The page hands over its steps, and a new one begins with them.
 */
class Picture {
  constructor(client) {
    this.client = client;
    this.count = 0;
  }

  async open(document) {
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel(
        'sm-gen.picture', 'State Machine', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [] }
      );
      this.isPage = false;
      this.panel.webview.html = page();
      this.panel.webview.onDidReceiveMessage((message) => {
        if (message.steps !== undefined) this.steps = message.steps;
        else return this.clicked(message);
      });
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        clearTimeout(this.timer);
      });
    }
    await this.show(document);
  }

  /** Follows the text that is looked at. */
  follow(document) {
    if (this.panel && document && document.languageId === LANGUAGE) this.show(document);
  }

  changed(document) {
    if (!this.panel || !this.document || document.uri.toString() !== this.document.uri.toString()) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(document), PICTURE_DELAY);
  }

  async show(document) {
    const isOther = !this.document || this.document.uri.toString() !== document.uri.toString();
    if (isOther) this.steps = '';
    this.document = document;
    const count = ++this.count;
    let message;
    try {
      const result = await this.client.request('sm-gen/picture', {
        textDocument: { uri: document.uri.toString() }, format: 'html',
      });
      if (result) this.states = result.states || [];
      message = result
        ? { html: result.html, svg: result.svg, mermaid: result.mermaid }
        : isOther ? { note: 'The text has errors: there is no picture yet.' } : { isOld: true };
    } catch (error) {
      const isMissing = error.code === -32601;
      message = { note: isMissing ? 'This server draws no pictures: it is older than the extension.' : error.message };
    }
    // What was asked before a later question is not shown after its answer.
    if (count !== this.count || !this.panel) return;
    this.panel.title = document.uri.path.split('/').pop();
    if (message.html) {
      this.isPage = true;
      const steps = encodeURIComponent(this.steps || '');
      this.panel.webview.html = message.html.replace('<html', `<html data-steps="${steps}"`);
      return;
    }
    if (this.isPage && !message.isOld) {
      this.isPage = false;
      this.panel.webview.html = page();
    }
    this.panel.webview.postMessage({ ...message, names: (this.states || []).map((state) => state.name) });
  }

  /** Goes to the line of a state, by its name or its path; of two machines of one file that have a state of the same name, to the first. */
  async clicked(message) {
    const state = (this.states || []).find((one) => one.path === message.state || one.name === message.state);
    if (!state || !this.document) return;
    const editor = await vscode.window.showTextDocument(this.document, { viewColumn: vscode.ViewColumn.One });
    const range = toRange(state.range);
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** What the panel shows. Scripts run by the nonce alone: none that stands in a picture. */
function page() {
  const nonce = Array.from({ length: 32 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; img-src data:`;
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>
  body { padding: 1em; background: white; color: black; }
  #picture { transition: opacity 0.2s; }
  #picture.old { opacity: 0.4; }
  #picture svg { max-width: 100%; height: auto; }
  #picture g.node, #picture g.cluster { cursor: pointer; }
  #note { color: #666; font-family: sans-serif; }
</style>
</head>
<body>
<div id="note"></div>
<div id="picture"></div>
<script nonce="${nonce}">
(${panelScript.toString()})(acquireVsCodeApi(), document, window);
</script>
</body>
</html>`;
}

/** Runs in the panel. */
function panelScript(host, document, window) {
  const picture = document.getElementById('picture');
  const note = document.getElementById('note');
  let names = new Set();
  window.addEventListener('message', ({ data }) => {
    names = new Set(data.names);
    note.textContent = data.note || '';
    picture.classList.toggle('old', Boolean(data.isOld || data.note));
    if (data.svg) {
      // After the declarations of XML.
      picture.innerHTML = data.svg.slice(data.svg.indexOf('<svg'));
    } else if (data.mermaid) {
      const text = document.createElement('pre');
      text.textContent = data.mermaid;
      picture.replaceChildren(text);
      note.textContent = "Graphviz is not installed: this is the picture's text for Mermaid.";
    }
  });
  picture.addEventListener('click', (event) => {
    const group = event.target.closest && event.target.closest('g.node, g.cluster');
    if (!group) return;
    // A node has its name as its title or in its first line; the frames of a composite say that they are.
    const texts = [...group.querySelectorAll('title, text')].map((element) => element.textContent.trim());
    const candidates = texts.flatMap((text) => [text, text.replace(/^cluster |( \(body\))$/g, '')]);
    const state = candidates.find((text) => names.has(text));
    if (state) host.postMessage({ state });
  });
}

// MARK: The extension

let client;

async function activate(context) {
  // A copy of the extension, under the name of another publisher, has the command already. It serves every `.sm` file.
  try {
    context.subscriptions.push(vscode.commands.registerCommand('sm-gen.restart', () => client.restart()));
  } catch {
    vscode.window.showWarningMessage(
      'Two copies of the extension for state machines are installed. One of them is active: uninstall the other one.'
    );
    return undefined;
  }
  const output = vscode.window.createOutputChannel('State Machines');
  client = new Client(output);
  const picture = new Picture(client);
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.sm');
  context.subscriptions.push(
    output, client, watcher,
    vscode.workspace.onDidOpenTextDocument((document) => client.opened(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      client.changed(document);
      picture.changed(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => client.closed(document)),
    watcher.onDidCreate((uri) => client.fileChanged(uri, 1)),
    watcher.onDidChange((uri) => client.fileChanged(uri, 2)),
    watcher.onDidDelete((uri) => client.fileChanged(uri, 3)),
    vscode.window.onDidChangeActiveTextEditor((editor) => picture.follow(editor && editor.document)),
    vscode.commands.registerCommand('sm-gen.openPicture', async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor && editor.document.languageId === LANGUAGE) await picture.open(editor.document);
    }),
    vscode.commands.registerCommand('sm-gen.import', async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor) await importDocument(client, editor.document);
    })
  );
  await client.start();
  return { client, picture };
}

/** Shows what becomes of Swift or a chart: a new text beside it, which nobody has saved yet. */
async function importDocument(client, document) {
  const result = await client.request('sm-gen/import', {
    textDocument: { uri: document.uri.toString(), text: document.getText() }
  });
  if (!result.text) {
    vscode.window.showWarningMessage(result.diagnostics.map((item) => item.message).join('\n'));
    return;
  }
  const machine = await vscode.workspace.openTextDocument({ language: LANGUAGE, content: result.text });
  await vscode.window.showTextDocument(machine, vscode.ViewColumn.Beside);
}

async function deactivate() {
  if (client) await client.stop();
}

module.exports = { activate, deactivate, panelScript };
