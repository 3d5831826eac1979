// Tests/GoldenTests/update writes this file from the files in the folder Page: change these instead.

/// The parts of a page that plays machines.
enum PlayerFiles {
  static let frame = ##"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>{{title}}</title>
    <style>
    {{style}}
    </style>
    </head>
    <body>
    <header>
      <div id="tabs"></div>
      <p id="about"></p>
      <div class="tools">
        <button id="restart" title="Back to the start">⟲<span class="unseen">Back to the start</span></button>
        <button id="back" title="A step back (←)">← Back</button>
        <button id="forward" title="A step forward (→)">Forward →</button>
        <button id="link" title="The address of this moment">Link</button>
        <button id="swift" title="The steps as a test in Swift">Swift</button>
      </div>
    </header>
    <main>
      <section id="pictures" aria-label="Diagram" tabindex="0"></section>
      <section id="values" aria-label="Values"></section>
      <aside>
        <section id="acts" aria-label="Events">
          <p id="notice" role="alert" hidden></p>
          <p id="now" class="code"></p>
          <div id="question"></div>
          <div class="title">
            <h2>Events</h2>
            <input id="search" type="search" placeholder="search ( / )" aria-label="Search the events">
          </div>
          <div id="events"></div>
          <div id="waits"></div>
          <details id="force">
            <summary>Force a state</summary>
            <form id="forced"></form>
          </details>
        </section>
        <section id="log" aria-label="Log" class="code"></section>
      </aside>
    </main>
    <p id="live" class="unseen" aria-live="polite"></p>
    <dialog id="dialog" aria-labelledby="dialogTitle">
      <h2 id="dialogTitle"></h2>
      <pre class="code"></pre>
      <form method="dialog"><button>Close</button></form>
    </dialog>
    <noscript>This page plays the machine with JavaScript, which is off.</noscript>
    {{pictures}}
    <script type="application/json" id="machines">{{machines}}</script>
    <script type="application/json" id="labels">{{labels}}</script>
    <script>
    (() => {
    {{script}}
    })()
    </script>
    </body>
    </html>
    """##
  static let style = ##"""
    :root {
      color-scheme: light dark;
      --page: #ffffff; --box: #f6f8fa; --header: #eff2f5; --frame: #fbfcfd; --line: #57606a; --text: #1f2328; --soft: #59636e;
      --rule: #d1d9e0; --active: #0969da; --activeFill: #ddf0ff; --taken: #bc4c00; --bad: #a40e26; --good: #116329;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0d1117; --box: #161b22; --header: #1c2128; --frame: #10151b; --line: #8b949e; --text: #e6edf3; --soft: #9198a1;
        --rule: #30363d; --active: #58a6ff; --activeFill: #10305a; --taken: #f0883e; --bad: #ff7b72; --good: #56d364;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: var(--page); color: var(--text); }
    body, button, select { font: 14px/1.45 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
    h1, h2, h3, p, figure { margin: 0; font-size: 14px; }
    h2, h3 { font-size: 12px; font-weight: 600; color: var(--soft); margin-top: 12px; }
    .code, input { font: 12.5px/1.45 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
    .soft, label, .then, figcaption, summary { color: var(--soft); font-size: 12px; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    [hidden] { display: none !important; }
    button, input, select { color: inherit; background: var(--page); border: 1px solid var(--rule); border-radius: 5px; padding: 3px 8px; min-height: 28px; }
    button { cursor: pointer; }
    button:disabled { opacity: 0.45; cursor: default; }
    input { width: 84px; }
    input[type="checkbox"] { width: 18px; min-height: 18px; }
    :focus-visible { outline: 2px solid var(--active); outline-offset: 1px; }
    kbd { font: 11px ui-monospace, monospace; border: 1px solid var(--rule); border-radius: 3px; padding: 0 4px; margin-left: 6px; color: var(--soft); }

    header { display: flex; flex-wrap: wrap; gap: 6px 14px; align-items: center; padding: 8px 14px; border-bottom: 1px solid var(--rule); }
    #about { flex: 1; min-width: 160px; color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    #tabs { display: flex; overflow-x: auto; max-width: 100%; }
    #tabs button { border: 0; border-bottom: 2px solid transparent; border-radius: 0; }
    #tabs [aria-current="true"] { border-color: var(--active); font-weight: 600; }
    .tools, .title, .wait, .event, label { display: flex; gap: 4px 8px; align-items: center; }
    main { flex: 1; min-height: 0; display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr) 380px; }
    #pictures { overflow: auto; padding: 10px; display: flex; flex-direction: column; gap: 12px; }
    figure { margin: auto; }
    #values { display: flex; flex-wrap: wrap; gap: 6px 18px; align-items: center; padding: 8px 14px; border-top: 1px solid var(--rule); max-height: 30vh; overflow: auto; }
    #values span { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; }
    #values input { width: auto; }
    .changed { background: color-mix(in srgb, var(--taken) 20%, var(--page)); border-color: var(--taken); }
    aside { grid-area: 1 / 2 / 3 / 3; display: flex; flex-direction: column; min-height: 0; border-left: 1px solid var(--rule); }
    #acts { overflow: auto; padding: 8px 14px; min-height: 40%; background: var(--box); }
    #now { background: var(--page); border: 1px solid var(--rule); border-left: 3px solid var(--active); border-radius: 4px; padding: 6px 8px; }
    #notice, .ask { border: 1px solid var(--taken); border-left-width: 3px; border-radius: 4px; padding: 8px; margin-bottom: 8px; background: var(--page); }
    .ask button { margin: 6px 6px 0 0; }
    .title { justify-content: space-between; margin-top: 10px; }
    .title h2 { margin: 0; }
    #search { width: 130px; }
    .event, .wait, #forced { flex-wrap: wrap; padding: 3px 0; }
    .event > button { border-color: var(--active); }
    .event.off > button { border: 1px dashed var(--rule); color: var(--soft); }
    .then { margin-left: auto; color: var(--active); }
    .off .then { color: var(--soft); }
    #force { margin-top: 12px; }
    #log { flex: 1 1 30%; min-height: 120px; overflow: auto; padding: 4px 14px; border-top: 1px solid var(--rule); }
    #log button { border: 0; padding: 0; min-height: 0; font: inherit; font-weight: 600; text-align: left; background: none; margin-top: 6px; }
    #log .here > button::before { content: "▸ "; color: var(--active); }
    #log .ahead { opacity: 0.5; }
    #log div div { padding-left: 20px; text-indent: -14px; color: var(--soft); }
    #log .yes::before { content: "✓ "; color: var(--good); }
    #log .no::before { content: "✗ "; color: var(--bad); }
    #log .row { color: var(--text); }
    #log .row::before { content: "▶ "; color: var(--taken); }
    #log :is(.output, .timer, .answer) { color: var(--text); }
    #log :is(.output, .timer, .answer)::before { content: "↗ "; color: var(--active); }
    #log .exit::before { content: "← "; }
    #log .entry::before { content: "→ "; }
    #log .then { margin: 0; }
    #log .then::before { content: "⟳ "; }
    #log .rest::before { content: "∅ "; }
    #log :is(.stop, .throw) { color: var(--bad); }
    #log :is(.stop, .throw)::before { content: "■ "; }
    #log .set::before { content: "= "; }
    dialog { color: inherit; background: var(--page); border: 1px solid var(--rule); border-radius: 8px; max-width: min(780px, 94vw); }
    dialog pre { overflow: auto; max-height: 60vh; }

    /* The picture has the colours of the page. */
    svg [fill="#ffffff"] { fill: var(--page); }
    svg [fill="#f6f8fa"] { fill: var(--box); }
    svg [fill="#eff2f5"] { fill: var(--header); }
    svg [fill="#fbfcfd"] { fill: var(--frame); }
    svg [fill="#57606a"] { fill: var(--line); }
    svg [fill="#1f2328"] { fill: var(--text); }
    svg [stroke="#57606a"] { stroke: var(--line); }
    svg .label { cursor: pointer; }
    svg .label text { opacity: 0.65; }
    svg .label:hover text, svg .label.lit text { opacity: 1; text-decoration: underline; }
    svg .label.lit text { fill: var(--active); }
    svg .label.taken text { opacity: 1; fill: var(--taken); font-weight: 600; }
    svg .active:not(.region) > g > a > path:first-child { stroke: var(--active); stroke-width: 1.6; }
    svg .node.active > g > a > path:first-child { fill: var(--activeFill); stroke-width: 3; }
    svg .gone > g > a > path:first-child { stroke: var(--taken); stroke-width: 2; stroke-dasharray: 4 3; }
    svg .edge.taken path, svg .edge.taken polygon { stroke: var(--taken); stroke-width: 2.6; }
    svg .edge.taken polygon { fill: var(--taken); }
    @media (prefers-reduced-motion: no-preference) { svg path, svg text { transition: fill 0.15s, stroke 0.15s; } }
    body.old #pictures { opacity: 0.4; }
    @media (max-width: 800px) {
      body { height: auto; padding-bottom: 56px; }
      main { display: flex; flex-direction: column; }
      aside { display: contents; }
      #pictures { height: 56vh; border-bottom: 1px solid var(--rule); }
      #acts { order: 1; }
      #values { order: 2; max-height: none; }
      #log { order: 3; }
      #about { display: none; }
      .tools { position: fixed; z-index: 1; inset: auto 0 0; justify-content: space-around; padding: 6px 8px; background: var(--page); border-top: 1px solid var(--rule); }
      button, input, select { min-height: 40px; font-size: 16px; }
    }
    """##
  static let script = ##"""
    "use strict"
    // The values of Swift, and the trees of its expressions and patterns, which the compiler has parsed.
    //
    // An Int is a BigInt, an integer of another width {int, type}, a Double a number, nil null, an array an Array. Other values are
    // objects: {set}, {pairs} (a dictionary), {part}, {range, closed}, {tuple, labels}, {case, labels, values}, {swift, values} (what
    // a template writes), {machine, configuration} (a submachine) and {opaque: text}: what nobody can compute here.

    class Ask extends Error {}   // An expression that cannot be evaluated.
    class Stop extends Error {}  // Here, Swift stops the program.

    const ask = () => { throw new Ask("not known") }
    const stop = why => { throw new Stop(why) }
    const has = (v, key) => v !== null && typeof v === "object" && key in v
    const known = v => v === undefined || has(v, "opaque") ? ask() : v
    const isNil = v => has(v, "isSome") ? false : known(v) === null
    const raw = v => has(v, "int") ? v.int : v
    const isWhole = v => typeof raw(v) === "bigint"
    const isText = v => typeof v === "string"
    const isPlain = v => isText(v) && /^[ -~]*$/.test(v)
    const bits = type => Number(/\d+/.exec(type)?.[0] ?? 64)
    const wrap = (n, type) => type[0] === "U" ? BigInt.asUintN(bits(type), n) : BigInt.asIntN(bits(type), n)
    function whole(n, type = "Int") {
      if (wrap(n, type) !== n) stop(`arithmetic overflow: ${n} is not an ${type}`)
      return type === "Int" ? n : { int: n, type }
    }

    // What types are made of, with the aliases of the machine followed.
    class Types {
      constructor(aliases = {}) { this.aliases = aliases }
      shape(type) {
        const text = type.trim()
        if (Object.hasOwn(this.aliases, text)) return this.shape(this.aliases[text])
        if (text.endsWith("?")) return { kind: "optional", of: text.slice(0, -1) }
        const [, generic, parts] = /^(Optional|Array|Set|Dictionary)<(.*)>$/s.exec(text) ?? []
        if (generic) return { kind: generic.toLowerCase(), of: pieces(parts, ",").at(-1), key: pieces(parts, ",")[0] }
        if (/^\[.*\]$/s.test(text)) {
          const [key, of] = pieces(text.slice(1, -1), ":")
          return of ? { kind: "dictionary", key, of } : { kind: "array", of: key }
        }
        if (/^\(.*\)$/s.test(text)) {
          const items = pieces(text.slice(1, -1), ",").map(x => /^(?:(\w+)\s*:)?(.*)$/s.exec(x)).map(x => [x[1] ?? null, x[2]])
          return items.length === 1 ? this.shape(items[0][1]) : { kind: "tuple", items }
        }
        return { kind: /^U?Int(8|16|32|64)?$/.test(text) ? "whole" : text === "Double" ? "real" : "name", name: text }
      }
      // A value as one of a type: a literal takes the type of the place where it stands.
      fit(v, type) {
        const shape = this.shape(type), inner = x => this.fit(x, shape.of)
        if (v === undefined || has(v, "opaque")) return v && shape.kind !== "optional" ? { ...v, isSome: true } : v
        switch (shape.kind) {
          case "whole": return isWhole(v) ? whole(raw(v), shape.name) : v
          case "real": return isWhole(v) ? Number(raw(v)) : v
          case "array": return Array.isArray(v) ? v.map(inner) : v
          case "set": return Array.isArray(v) ? { set: distinct(v.map(inner)) } : v
          case "dictionary": return has(v, "pairs") ? { pairs: v.pairs.map(([k, x]) => [this.fit(k, shape.key), inner(x)]) } : v
          case "tuple":
            if (!has(v, "tuple") || v.tuple.length !== shape.items.length) return v
            return { tuple: v.tuple.map((x, i) => this.fit(x, shape.items[i][1])), labels: shape.items.map(x => x[0]) }
          case "optional":
            if (v === null || (v.case === "none" && !v.values.length)) return null
            return inner(v.case === "some" ? v.values[0] : v)
        }
        return v
      }
    }
    // The pieces of a text between separators that stand in no brackets.
    function pieces(text, separator) {
      let depth = 0
      const marked = [...text].map(c => (depth += "([<{".includes(c) - ")]>}".includes(c), c === separator && !depth ? "\0" : c))
      return marked.join("").split("\0").map(x => x.trim()).filter(Boolean)
    }

    // A value in Swift; `unknown` writes what nobody knows.
    function show(v, unknown = x => x.opaque) {
      const one = x => show(x, unknown)
      const list = (values, labels = []) => values.map((x, i) => (labels[i] ? labels[i] + ": " : "") + one(x)).join(", ")
      if (v === null || v === undefined) return v === null ? "nil" : "?"
      if (isText(v)) return JSON.stringify(v).replace(/\\u(....)/g, "\\u{$1}").replace(/\\b/g, "\\u{8}").replace(/\\f/g, "\\u{c}")
      if (typeof v === "number") return Number.isInteger(v) && Math.abs(v) < 1e16 ? v.toFixed(1) : String(v)
      if (Array.isArray(v) || v.set || v.part) return `[${list(v.set ?? v.part ?? v)}]`
      if (typeof v !== "object" || "int" in v) return String(raw(v))
      if ("opaque" in v) return unknown(v)
      if (v.pairs) return v.pairs.length ? `[${v.pairs.map(([k, x]) => `${one(k)}: ${one(x)}`).join(", ")}]` : "[:]"
      if (v.range) return v.range.map(x => x === null ? "" : one(x)).join(v.closed ? "..." : "..<")
      if (v.tuple) return `(${list(v.tuple, v.labels)})`
      if (v.swift) return v.swift.map(x => isText(x) ? x : one(v.values[x.field])).join("")
      if (v.machine) return v.machine.written(v.configuration, unknown)
      return `.${v.case}` + (v.values.length ? `(${list(v.values, v.labels)})` : "")
    }

    // Values are equal where their keys are. What is not known has none.
    function key(v) {
      if (isText(v)) return JSON.stringify(v.normalize())
      if (v === null || typeof v !== "object" || "int" in v) return Number.isNaN(known(v)) ? ask() : String(raw(v))
      if (Array.isArray(v)) return `[${v.map(key)}]`
      if (v.set) return `{${v.set.map(key).sort()}}`
      if (v.pairs) return `{${v.pairs.map(x => x.map(key).join(":")).sort()}}`
      if (v.tuple || v.part || v.range) return `(${(v.tuple ?? v.part ?? v.range).map(key)})`
      return has(v, "case") ? `.${v.case}(${v.values.map(key)})` : ask()
    }
    function equal(a, b) {
      if (a === null || b === null) return isNil(a) && isNil(b)
      if (has(a, "set") && Array.isArray(b)) b = { set: distinct(b) }
      return key(a) === key(b)
    }
    function distinct(list) { return list.length < 2 ? list : [...new Map(list.map(x => [key(x), x]).reverse()).values()].reverse() }

    // MARK: Operators

    const OPERATORS = {
      "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b,
      "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b,
      "&": (a, b) => a & b, "|": (a, b) => a | b, "^": (a, b) => a ^ b,
      "<<": (a, b, width) => b < 0n ? a >> (-b < width ? -b : width) : b < width ? a << b : 0n,
      ">>": (a, b, width) => OPERATORS["<<"](a, -b, width),
    }
    function binary(op, a, b) {
      if (op === "==" || op === "!=") return equal(a, b) === (op === "==")
      if (op === "..." || op === "..<") return raw(known(a)) > raw(known(b)) ? stop("a range ends below its beginning") : { range: [a, b], closed: op === "..." }
      if (Array.isArray(a) && Array.isArray(b) && op === "+") return [...a, ...b]
      known(a), known(b)
      const isModular = /^&[-+*]|<<|>>/.test(op), apply = OPERATORS[isModular ? op.replace(/^&/, "") : op] ?? ask()
      if (isWhole(a) && isWhole(b)) {
        const type = a.type ?? b.type ?? "Int"
        if ((op === "/" || op === "%") && raw(b) === 0n) stop("division by zero")
        const n = apply(raw(a), raw(b), BigInt(bits(type)))
        return typeof n === "boolean" ? n : whole(isModular ? wrap(n, type) : n, type)
      }
      if (isText(a) && isText(b)) return op === "+" || (isPlain(a + b) && /[<>]/.test(op)) ? apply(a, b) : ask()
      return [a, b].every(x => typeof x === "number" || isWhole(x)) ? apply(Number(raw(a)), Number(raw(b))) : ask()
    }
    function isWithin(v, { range: [low, high], closed }) {
      const [x, from, to] = [v, low, high].map(raw)
      if (x === null || typeof x === "object") ask()
      return (from === null || x >= from) && (to === null || (closed ? x <= to : x < to))
    }

    // MARK: Expressions

    // A `scope` knows what names mean: read(place), write(place, v), isIn(query), isOptional(tree), word(name), text(query), and
    // attempt(action), which takes back what an action has written that throws.
    const FORMS = {
      int: (scope, digits) => BigInt(digits),
      double: (scope, number) => number,
      text: ask,
      missing: ask,
      given: (scope, v) => v,
      string: (scope, ...parts) => parts.map(x => isText(x) ? x : interpolated(x, scope)).join(""),
      in: (scope, query) => scope.isIn(query),
      word: (scope, name) => scope.word(name),
      "&&": (scope, a, b) => truth(a, scope) && truth(b, scope),
      "||": (scope, a, b) => truth(a, scope) || truth(b, scope),
      "!": (scope, a) => !truth(a, scope),
      "?:": (scope, condition, a, b) => evaluate(truth(condition, scope) ? a : b, scope),
      "??": (scope, a, b) => { const v = evaluate(a, scope); return isNil(v) ? evaluate(b, scope) : v },
      neg: (scope, a) => negated(operand(a, scope)),
      "~": (scope, a) => binary("^", operand(a, scope), wrap(-1n, operand(a, scope).type ?? "Int")),
      from: (scope, a) => ({ range: [operand(a, scope), null], closed: true }),
      through: (scope, a) => ({ range: [null, operand(a, scope)], closed: true }),
      upTo: (scope, a) => ({ range: [null, operand(a, scope)], closed: false }),
      unwrap: (scope, a) => { const v = evaluate(a, scope); return isNil(v) ? stop("nil is unwrapped") : v },
      tuple: (scope, labels, ...items) => ({ tuple: items.map(x => value(x, scope)), labels }),
      array: (scope, ...items) => items.map(x => value(x, scope)),
      dictionary: (scope, ...items) =>
        ({ pairs: items.flatMap((k, i) => i % 2 ? [] : [[value(k, scope), value(items[i + 1], scope)]]) }),
      case: (scope, name, labels, ...items) => ({ case: name, labels: labels ?? [], values: items.map(x => value(x, scope)) }),
      member: (scope, of, name) => member(operand(of, scope), name),
      subscript: (scope, of, index, otherwise) => {
        const found = elementAt(operand(of, scope), operand(index, scope))
        return found === null && otherwise !== undefined ? evaluate(otherwise, scope) : found
      },
      call: (scope, of, method, labels, ...items) => call(of, signature(method, labels), items.map(x => value(x, scope)), scope),
      function: (scope, name, ...items) => applied(name, items.map(x => operand(x, scope))),
      convert: (scope, type, of) => converted(type, operand(of, scope)),
      changing: (scope, places, of) => evaluate(of, scope),
    }
    const PLACES = ["field", "event", "property", "let"]
    function evaluate(tree, scope) {
      if (!Array.isArray(tree)) return typeof tree === "number" ? BigInt(tree) : tree
      const [head, ...parts] = tree
      if (PLACES.includes(head)) return scope.read(tree)
      return FORMS[head] ? FORMS[head](scope, ...parts) : binary(head, evaluate(parts[0], scope), evaluate(parts[1], scope))
    }
    function operand(tree, scope) { return known(evaluate(tree, scope)) }
    function truth(tree, scope) { const v = operand(tree, scope); return typeof v === "boolean" ? v : ask() }
    // A value, or the text of what nobody can compute: it is asked for only where a decision depends on it.
    function value(tree, scope) {
      try { return scope.attempt(() => evaluate(tree, scope)) } catch (problem) {
        if (!(problem instanceof Ask)) throw problem
        const text = written(tree, scope)
        for (const place of changes(tree)) scope.write(place, { opaque: `‹${written(place, scope)} after ${text}›` })
        return { opaque: text.length > 200 ? text.slice(0, 199) + "…" : text }
      }
    }
    function interpolated(tree, scope) {
      const v = operand(tree, scope), size = typeof v === "number" ? Math.abs(v) : 1
      if (scope.isOptional(tree) || v === null || (typeof v === "object" && !isWhole(v)) || (size !== 0 && size < 1e-4) || size > 1e15) ask()
      return isText(v) ? v : show(v)
    }
    function negated(v) { return isWhole(v) ? whole(-raw(v), v.type) : typeof v === "number" ? -v : ask() }
    // The elements of a collection; the order of those of a set or a dictionary is not known.
    function elements(v, isOrdered = true) { return Array.isArray(v) ? v : v.part ?? (isOrdered ? ask() : v.set ?? v.pairs ?? ask()) }
    function extreme(list, op) { return list.map(known).reduce((a, b) => binary(op, b, a) ? b : a, list[0] ?? null) }
    function applied(name, list) {
      if (name === "abs") return raw(list[0]) < 0 ? negated(list[0]) : list[0]
      return name === "min" ? extreme(list, "<") : name === "max" ? extreme(list, ">=") : ask()
    }
    function member(v, name) {
      if (has(v, "tuple")) return known(v.tuple[place(v, name)])
      switch (name) {
        case "count": return BigInt(isText(v) ? [...new Intl.Segmenter().segment(v)].length : elements(v, false).length)
        case "isEmpty": return isText(v) ? v === "" : !elements(v, false).length
        case "first": return elements(v)[0] ?? null
        case "last": return elements(v).at(-1) ?? null
      }
      return ask()
    }
    function place(tuple, name) { return /^\d+$/.test(name) ? Number(name) : tuple.labels.indexOf(name) }
    function converted(type, v) {
      if (/^U?Int\d*$/.test(type)) {
        if (isText(v)) return /^[+-]?\d+$/.test(v) && wrap(BigInt(v), type) === BigInt(v) ? whole(BigInt(v), type) : null
        if (typeof v === "number") return Number.isFinite(v) ? whole(BigInt(Math.trunc(v)), type) : stop(`${v} is not an ${type}`)
        return isWhole(v) ? whole(raw(v), type) : ask()
      }
      if (type === "Double" && !isText(v)) return Number(raw(v))
      if (type === "String") return isText(v) ? v : isWhole(v) || typeof v === "boolean" ? show(v) : ask()
      return type === "Set" ? { set: distinct(elements(v, false)) } : type === "Array" ? elements(v) : ask()
    }
    function index(list, i, most = list.length - 1) {
      return raw(i) >= 0n && raw(i) <= most ? Number(raw(i)) : stop(`index out of range: ${show(i)} of ${list.length}`)
    }
    function elementAt(v, i) {
      if (v.pairs) return v.pairs.find(([k]) => equal(k, i))?.[1] ?? null
      if (!Array.isArray(v)) ask()
      if (!i.range) return v[index(v, i)]
      const end = i.range[1] === null ? v.length : index(v, i.range[1], v.length - (i.closed ? 1 : 0)) + (i.closed ? 1 : 0)
      return { part: v.slice(index(v, i.range[0] ?? 0n, end), end) }
    }

    // MARK: Methods

    const signature = (method, labels) => [method, ...(labels ?? []).map(x => x ?? "_")].join(":")
    const plain = (v, x) => isPlain(v) && isPlain(known(x)) ? v : ask()
    const METHODS = {
      "contains:_": (v, x) => v.range ? isWithin(known(x), v)
        : isText(v) ? plain(v, x).includes(x) : elements(v, false).some(y => equal(x, y)),
      "isMultiple:of": (v, x) => raw(known(x)) === 0n ? raw(v) === 0n : raw(v) % raw(x) === 0n,
      "hasPrefix:_": (v, x) => plain(v, x).startsWith(x),
      "hasSuffix:_": (v, x) => plain(v, x).endsWith(x),
      "firstIndex:of": (v, x) => { const i = (Array.isArray(v) ? v : ask()).findIndex(y => equal(x, y)); return i < 0 ? null : BigInt(i) },
      min: v => extreme(elements(v, false), "<"),
      max: v => extreme(elements(v, false), ">="),
    }
    // Methods that change what they are called on give [it afterwards, the result].
    const CHANGES = {
      "append:_": (v, x) => [[...elements(v), x]],
      "append:contentsOf": (v, x) => [[...elements(v), ...elements(known(x))]],
      "insert:_": (v, x) => [{ set: distinct([...v.set ?? ask(), x]) }],
      "insert:_:at": (v, x, i) => [elements(v).toSpliced(index(v, known(i), v.length), 0, x)],
      "remove:_": (v, x) => [{ set: (v.set ?? ask()).filter(y => !equal(x, y)) }, v.set.find(y => equal(x, y)) ?? null],
      "remove:at": (v, i) => [elements(v).toSpliced(index(v, known(i)), 1), v[index(v, i)]],
      removeFirst: v => elements(v).length ? [v.slice(1), v[0]] : stop("removeFirst() of an empty array"),
      removeLast: v => elements(v).length ? [v.slice(0, -1), v.at(-1)] : stop("removeLast() of an empty array"),
      popLast: v => [elements(v).slice(0, -1), v.at(-1) ?? null],
      "removeFirst:_": (v, n) => [v.slice(index(elements(v), known(n), v.length))],
      "removeLast:_": (v, n) => [v.slice(0, v.length - index(elements(v), known(n), v.length))],
      removeAll: v => [v.set ? { set: [] } : v.pairs ? { pairs: [] } : isText(v) ? "" : elements(v) && []],
      "removeAll:keepingCapacity": v => CHANGES.removeAll(v),
      "removeValue:forKey": (v, k) => [{ pairs: (v.pairs ?? ask()).filter(x => !equal(k, x[0])) }, elementAt(v, k)],
      "reserveCapacity:_": v => [v],
      toggle: v => [typeof v === "boolean" ? !v : ask()],
    }
    function call(of, name, list, scope) {
      const v = operand(of, scope)
      if (METHODS[name]) return METHODS[name](v, ...list)
      const [changed, result] = (CHANGES[name] ?? ask)(v, ...list)
      write(of, changed, scope)
      return result
    }

    // MARK: Places and statements

    function write(target, v, scope) {
      const [head, outer, part] = target
      if (PLACES.includes(head)) return scope.write(target, v)
      const old = operand(outer, scope), i = head === "member" ? place(old, part) : operand(part, scope)
      if (head === "member") return write(outer, { ...old, tuple: (old.tuple ?? ask()).with(i, v) }, scope)
      if (Array.isArray(old)) return write(outer, old.with(index(old, i), v), scope)
      const rest = (old.pairs ?? ask()).filter(([k]) => !equal(k, i))
      write(outer, { pairs: v === null ? rest : [...rest, [i, v]] }, scope)
    }
    function execute(statements, scope) {
      for (const statement of statements) {
        const [kind, target, tree] = statement
        if (kind === "let") scope.write(["let", target], value(tree, scope))
        else if (kind === "set") write(target, value(tree, scope), scope)
        else evaluate(statement, scope)
      }
    }
    // The places that an expression may change.
    function changes(tree) {
      if (!Array.isArray(tree)) return []
      const base = target => PLACES.includes(target[0]) ? target : base(target[1])
      const own = tree[0] === "changing" ? tree[1] : tree[0] === "call" && CHANGES[signature(tree[2], tree[3])] ? [base(tree[1])] : []
      return [...own, ...tree.flatMap(changes)]
    }

    // MARK: Patterns

    // Whether a pattern matches; what it binds goes into `bound`.
    function matches(pattern, v, bound, scope) {
      const [head, name, ...rest] = pattern, all = (list, values) => list.every((p, i) => matches(p, values[i], bound, scope))
      if (head === "any") return true
      if (head === "bind") { bound[name] = v; return true }
      if (head === "text") return ask()
      if (head === "some") return !isNil(v) && matches(name, v, bound, scope)
      if (head === "value" && name === null) return isNil(v)
      known(v)
      if (head === "tuple") return all([name, ...rest], v.tuple ?? ask())
      if (head === "value") {
        const expected = evaluate(name, scope)
        return has(expected, "range") ? v !== null && isWithin(v, expected) : equal(v, expected)
      }
      const inner = rest.slice(1), it = has(v, "machine") ? v.machine.stateValue(v.configuration) : v
      if (name === "none" && !inner.length && !has(it, "case")) return it === null
      if (it === null) return false
      if (name === "some" && !has(it, "case")) return all(inner, [it])
      if (it.case === undefined || (it.case === name && inner.length && inner.length !== it.values.length)) ask()
      return it.case === name && all(inner, it.values)
    }
    function bindings(pattern) {
      if (!Array.isArray(pattern)) return []
      return pattern[0] === "bind" ? [pattern[1]] : pattern[0] === "text" ? pattern[2] ?? [] : pattern.flatMap(bindings)
    }

    // MARK: Expressions as text

    // By form: $1 is the first part, ($1) the same in brackets where it is an operation, and #2 the parts from the second on.
    const TEXTS = {
      "?:": "($1) ? ($2) : ($3)", "!": "!($1)", "~": "~($1)", neg: "-($1)", from: "($1)...", through: "...($1)", upTo: "..<($1)",
      unwrap: "($1)!", tuple: "[#2]", array: "{#1}", case: ".$1[#3]", member: "($1).$2", subscript: "($1){#2}", call: "($1).$2(#4)",
      missing: "?", function: "$1(#2)", convert: "$1(#2)", changing: "$2", "...": "($1)...($2)", "..<": "($1)..<($2)",
    }
    // An expression in Swift, with values in the place of names.
    function written(tree, scope) {
      if (!Array.isArray(tree)) return isText(tree) ? tree : show(evaluate(tree))
      const [head, ...parts] = tree, one = x => written(x, scope)
      const labels = head === "tuple" ? parts[0] : head === "case" ? parts[1] : head === "call" ? parts[2] : null
      const list = from => parts.slice(from - 1).map((x, i) => (labels?.[i] ? labels[i] + ": " : "") + one(x)).join(", ")
      const isOperation = x => Array.isArray(x) && (x[0] === "neg" || /^\W/.test(x[0]))
      if (PLACES.includes(head)) return show(scope.read(tree))
      if (head === "in") return scope.text(parts[0])
      if (head === "word") return scope.word(parts[0])
      if (head === "int" || head === "double") return show(evaluate(tree, scope))
      if (head === "text") return parts.map(one).join("")
      if (head === "string") return `"${parts.map(x => isText(x) ? show(x).slice(1, -1) : `\\(${one(x)})`).join("")}"`
      if (head === "dictionary") return `[${parts.map((x, i) => one(x) + (i % 2 ? "" : ":")).join(" ") || ":"}]`
      return (TEXTS[head] ?? `($1) ${head} ($2)`).replace(/\(\$(\d)\)|\$(\d)|([([{])#(\d)[)\]}]/g, (_, a, b, bracket, from) => {
        if (a) return isOperation(parts[a - 1]) ? `(${one(parts[a - 1])})` : one(parts[a - 1])
        if (b) return one(parts[b - 1])
        return bracket === "{" ? `[${list(from)}]` : bracket === "(" || parts.length >= from ? `(${list(from)})` : ""
      })
    }

    // MARK: Values by hand

    // Reads a literal, as it is typed into a field or stands in a link; anything else is carried as its text.
    function read(text, type, types) {
      if (types.shape(type).name === "String" && !/^\s*["'`]/.test(text)) return text
      try { return types.fit(new Reader(text.trim()).whole(), type) } catch { return { opaque: text.trim() || "?" } }
    }
    class Reader {
      constructor(text) { this.text = text; this.at = 0 }
      next(pattern) {
        const m = new RegExp(`\\s*(?:${pattern.source})`, "y")
        m.lastIndex = this.at
        const found = m.exec(this.text)
        if (found) this.at = m.lastIndex
        return found
      }
      whole() { const v = this.value(); return this.next(/$/) ? v : ask() }
      value() {
        let m
        if ((m = this.next(/-?\d[\d_]*\.\d+(?:e[+-]?\d+)?(?!\w)/))) return Number(m[0].replace(/_/g, ""))
        if ((m = this.next(/(-?)(0x[\da-fA-F]+|\d[\d_]*)(?!\w)/))) return BigInt(m[2].replace(/_/g, "")) * (m[1] ? -1n : 1n)
        if ((m = this.next(/("(?:\\.|[^"\\])*")/))) return JSON.parse(m[1].replace(/\\u\{(.+?)\}/g, (_, x) => "\\u" + x.padStart(4, "0")))
        if ((m = this.next(/'([^']*)'/))) return m[1]
        if ((m = this.next(/`([^`]*)`/))) return { opaque: m[1] }
        if ((m = this.next(/(true|false|nil)\b/))) return m[1] === "nil" ? null : m[1] === "true"
        if (this.next(/\[\s*:\s*\]/)) return { pairs: [] }
        if ((m = this.next(/\.([A-Za-z_]\w*)(\(?)/))) return { case: m[1], ...(m[2] ? this.list(/\)/) : { labels: [], values: [] }) }
        if (this.next(/\[/)) {
          const { values, keys } = this.list(/\]/)
          return keys.length ? { pairs: keys.map((k, i) => [k, values[i]]) } : values
        }
        if (!this.next(/\(/)) return { opaque: (this.next(/[A-Za-z_]\w*(?![\w(.])/) ?? ask())[0].trim() }
        const { labels, values } = this.list(/\)/)
        return values.length === 1 && !labels[0] ? values[0] : { tuple: values, labels }
      }
      arguments() { this.next(/\(/); return this.list(/\)/) }
      list(end) {
        const labels = [], values = [], keys = []
        while (!this.next(end)) {
          if (values.length && !this.next(/,/)) ask()
          labels.push(end.source === "\\)" ? this.next(/([A-Za-z_]\w*)\s*:/)?.[1] ?? null : null)
          const v = this.value()
          if (this.next(/:/)) { keys.push(v); values.push(this.value()) } else values.push(v)
        }
        return { labels, values, keys }
      }
    }

    if (typeof module !== "undefined") {
      module.exports = { Ask, Stop, Types, ask, bindings, evaluate, execute, has, isText, known, matches, raw, read, show, truth, value, write,
        written }
    }
    "use strict"
    // The machine: it walks over the table and decides nothing that the table says. The one exception is which rows of several regions
    // go together: that is the rule of SCXML (Appendix D), in `select`.
    if (typeof module !== "undefined") Object.assign(globalThis, require("./values.js"))

    // What only a person can answer; the step runs again with the answer.
    class Question extends Error {
      constructor(about) { super(about.text); this.about = about }
    }

    // A row has thrown by 'try': its step has not happened.
    class Thrown extends Error {}

    // A machine of a document. A configuration of it is what a step changes: active states, values by state, properties, memory by
    // composite, what waits (deferred, timers, tasks), the clock, and why the program has stopped.
    class Machine {
      constructor(document, at) {
        Object.assign(this, { document, at })
        this.table = { properties: [], events: [], outputs: [], choices: [], timers: [], queries: [], ...document.machines[at] }
        this.types = new Types(this.table.types)
        this.states = []
        this.table.states.forEach((s, id) => {
          const parent = this.states[s.parent]
          parent?.children.push(id)
          const own = (s.fields ?? []).map((field, i) => ({ state: id, i, field }))
          const names = [...parent?.names ?? [], s.name]
          this.states.push({ ...s, id, own, names, children: [], path: [...parent?.path ?? [], id], places: [...parent?.places ?? [], ...own] })
        })
        this.roots = this.states.filter(s => s.parent === undefined).map(s => s.id)
      }
      children(body) { return body === undefined || body === null ? this.roots : this.states[body].children }
      isWithin(s, body) { return body === undefined || body === null || (s > body && s < this.states[body].end) }
      leaves(c) { return c.active.filter(s => !this.states[s].children.length) }
      submachine(s) {
        const at = this.states[s].submachine?.machine
        if (at !== undefined) return (this.document.made ??= [])[at] ??= new Machine(this.document, at)
      }
      // A machine before its start: in its first states, or in a state that is given as a value.
      initial(given = {}, state) {
        const run = new Run(this, { active: [], values: {}, properties: [], memory: {}, deferred: [], timers: [], tasks: [], clock: 0 })
        for (const p of this.table.properties) {
          const v = p.name in given ? given[p.name] : p.value === undefined ? { opaque: p.name } : value(p.value, run.scope())
          run.properties = [...run.properties, this.types.fit(v, p.type)]
        }
        const { arguments: list = [], ...start } = this.table.start, { places } = this.states[start.state]
        const filled = list.map((a, k) => a?.[0] === "missing" && nameOf(places[k].field) in given ? ["given", given[nameOf(places[k].field)]] : a)
        run.apply([state === undefined ? run.arrival({ ...start, arguments: filled }, run.scope()) : run.placed(state)])
        return run.configuration
      }
      // What has no value: properties, and fields of the first state.
      get missing() {
        const { state, arguments: list = [] } = this.table.start
        const fields = this.states[state].places.filter((_, k) => list[k]?.[0] === "missing").map(x => x.field)
        return [...this.table.properties.filter(p => p.value === undefined), ...fields].map(f => ({ ...f, name: nameOf(f) }))
      }
      // One step on a copy: an event, a timer, time that passes, or what is set by hand.
      run(before, input, answers = []) {
        return new Run(this, before, { answers, asked: new Map(), used: 0, log: [], clock: before.clock }).perform(input)
      }
      // Whether a body, or the machine, is in a final state, in each of its regions.
      isDone(c, body) {
        const children = this.children(body)
        if (children.some(k => this.states[k].kind === "region")) return children.every(k => this.isDone(c, k))
        return children.some(k => this.states[k].kind === "final" && c.active.includes(k))
      }
      hasEnded(c) { return this.table.interface !== "methods" && this.isDone(c) }
      // The machines of active states, the outer ones first, each with the states around it.
      nested(c, within = [], names = []) {
        const inner = c.active.flatMap(s => {
          const v = c.values[s]?.[this.states[s].submachine?.field]
          return has(v, "machine") ? v.machine.nested(v.configuration, [...within, s], [...names, this.states[s].name]) : []
        })
        return [{ machine: this, c, within, names }, ...inner]
      }
      // Values of states that are entered by hand: those that are there, else defaults.
      preset(states, current) {
        const scope = new Run(this, this.initial()).scope()
        return Object.fromEntries(states.map(s => [s, this.states[s].own.map(({ field, i }) => {
          if (current[s]) return current[s][i]
          if (this.states[s].submachine?.field === i) return scope.run.begun(s, {}, scope)
          return field.default === undefined ? { opaque: nameOf(field) } : value(field.default, scope)
        })]))
      }
      // What waits: timers, by their deadlines.
      waiting(c) {
        return this.nested(c).flatMap(x => x.c.timers.map(timer => ({ ...x, ...timer }))).sort((a, b) => a.due - b.due)
      }
      // The state in Swift, and a machine in that state.
      swiftState(c, unknown) {
        const fill = (template, s) => template.map(part => {
          if (isText(part)) return part
          if (part.in !== undefined) return inner(part.in)
          const { state, i } = this.states[s].places[part.field]
          return show(c.values[state]?.[i], unknown)
        }).join("")
        const inner = body => { const s = this.children(body).find(k => c.active.includes(k)); return fill(this.states[s].swift, s) }
        return this.table.swift ? fill(this.table.swift) : inner()
      }
      written(c, unknown) {
        const given = this.table.properties.flatMap((p, i) => p.parameter ? [`${p.name}: ${show(c.properties[i], unknown)}`] : [])
        return `${this.table.name}(${[...given, `state: ${this.swiftState(c, unknown)}`].join(", ")})`
      }
      // The state as a value, for patterns.
      stateValue(c, body) {
        const s = this.states[this.children(body).find(k => c.active.includes(k))]
        if (s.kind === "region") {
          const regions = this.children(body).map(r => this.states[r])
          return { case: "init", labels: regions.map(r => r.name), values: regions.map(r => this.stateValue(c, r.id)) }
        }
        const inner = s.children.length ? [this.stateValue(c, s.id)] : []
        return { case: s.name, labels: s.own.map(x => x.field.label), values: [...s.own.map(x => c.values[s.id]?.[x.i]), ...inner] }
      }
    }

    // What names mean in a row: the fields of its source and of its trigger, properties, and what patterns and blocks have bound.
    class Scope {
      constructor(run, source, trigger = [], row) { Object.assign(this, { run, source, trigger: [...trigger], row, lets: {} }) }
      get places() { return this.run.machine.states[this.source]?.places ?? [] }
      read([kind, n]) {
        const { state, i, field } = this.places[n] ?? {}
        const v = kind === "field" ? this.run.values[state]?.[i] : kind === "event" ? this.trigger[n]
          : kind === "property" ? this.run.properties[n] : this.lets[n]
        return v === undefined ? { opaque: String(field?.label ?? n) } : v
      }
      write([kind, n], v) {
        const { run } = this, { types, table } = run.machine
        if (kind === "let") this.lets[n] = v
        else if (kind === "event") this.trigger[n] = v
        else if (kind === "property") run.properties = run.properties.with(n, types.fit(v, table.properties[n].type))
        else {
          const { state, i, field } = this.places[n]
          run.values = { ...run.values, [state]: (run.values[state] ?? []).with(i, types.fit(v, field.type)) }
        }
      }
      isIn(query) { return this.run.machine.table.queries[query].states.some(s => this.run.active.includes(s)) }
      text(query) { return `in(${this.run.machine.table.queries[query].text})` }
      word(name) { return this.words?.[name] ?? name }
      isOptional([kind, n]) {
        const { table, types } = this.run.machine
        const type = kind === "field" ? this.places[n].field.type : kind === "property" ? table.properties[n].type : ""
        return types.shape(type).kind === "optional"
      }
      attempt(action) {
        const { run } = this, before = [run.values, run.properties, { ...this.lets }]
        try { return action() } catch (problem) {
          [run.values, run.properties, this.lets] = before
          throw problem
        }
      }
    }

    const nameOf = ({ label, name, type }, k = "") => label ?? name ?? `${type}${k}`
    const COPIED = ["active", "values", "properties", "memory", "deferred", "timers", "tasks", "clock", "stopped"]
    // A message, in which names of states and events may stand.
    const said = (tree, scope) => written(tree, scope).replace(/\\\((\w+)\)/g, (all, name) => scope.words?.[name] ?? all).replace(/^"(.*)"$/s, "$1")
    // One run to completion. Values are never changed in place, so what it begins with stays as it was.
    class Run {
      constructor(machine, before, shared = { log: [] }, isInner = false) {
        for (const key of COPIED) this[key] = before[key]
        Object.assign(this, { machine, table: machine.table, states: machine.states, shared, isInner, queue: [], outputs: [], inner: {},
          left: new Set(), entered: new Set(), rows: [], parts: [], outcome: "ignored", exits: [], entries: [] })
      }
      get configuration() { return Object.fromEntries(COPIED.map(key => [key, this[key]])) }
      get log() { return this.shared.log }
      get hasEnded() { return this.machine.hasEnded(this) }
      note(kind, text, more) { this.log.push({ kind, text, ...more }) }
      // Two regions may ask the same of what is around them.
      noteOnce(text, more) {
        const isNew = this.log.findLastIndex(x => x.text === text && x.line === more.line) <= this.log.findLastIndex(x => x.kind === "row")
        if (isNew) this.note("guard", text, more)
      }
      scope(source, trigger, row) { return new Scope(this, source, trigger, row) }
      emit(swift, values, kind = "output") {
        const output = { swift, values }
        this.outputs.push(output)
        this.note(kind, show(output).replace(/^\./, ""))
      }

      // MARK: Inputs

      perform(input) {
        try { if (!this.stopped) this.react(input) } catch (problem) {
          if (!(problem instanceof Stop)) throw problem
          this.stopped = problem.message
          this.note("stop", `The program stops: ${problem.message}`)
        }
        if (this.hasEnded) {
          this.timers = []
          this.tasks = this.tasks.filter(x => !x.isActivity && this.table.outputs[x.output].kind !== "stream")
        }
        return this
      }
      react(input) {
        if (input.start) this.start()
        else if (input.end) this.inside(input.within, run => { run.tasks = run.tasks.toSpliced(input.end - 1, 1) })
        if (input.event !== undefined) this.handle(input.event, input.arguments ?? [])
        else if (input.timer !== undefined) this.follow(this.elapse(input.timer))
        else if (input.fire && this.machine.waiting(this)[input.fire - 1]) this.part(this.machine.waiting(this)[input.fire - 1])
        else if (input.advance !== undefined) this.advance(input.advance)
        else if (input.set) this.inside(input.within, run => run.set(input.set, input.value))
        else if (input.force) this.force(input.force)
      }
      start() {
        this.outcome = "transitioned"
        for (const s of this.active) this.entered.add(s)
        if (this.table.interface === "methods") return
        for (const s of this.active) this.moves(this.states[s].entry)
        this.follow(this.outcome)
      }
      handle(event, args) {
        const e = this.table.events[event]
        args = (e.fields ?? []).map((f, i) => this.machine.types.fit(args[i], f.type))
        const answer = e.answer?.default
        this.answer = answer === undefined ? undefined : value(answer, this.scope(undefined, args))
        const isPrepared = this.prepare(event, args), outcome = this.take(event, args, "outside")
        this.follow(outcome, isPrepared || this.table.interface === "methods")
        if (this.failure === undefined && this.answer !== undefined) this.note("answer", `returns ${show(this.answer)}`)
      }
      // What an event does in every state.
      prepare(event, args) {
        const effects = this.table.events[event].preparation
        if (!effects || this.hasEnded) return false
        this.effects(effects, this.scope(undefined, args))
        return true
      }
      // What follows from a step, until nothing does: 'always' rows, what was raised or is done, then what was deferred.
      follow(first, isForced = false) {
        this.outcome = first
        if (!isForced && first !== "stayed" && first !== "transitioned") return
        let steps = 1, fewest = this.deferred.length
        for (let next; !this.hasEnded && (next = this.next()) !== undefined;) {
          if (next === "transitioned") this.outcome = next
          if (this.deferred.length < fewest) [steps, fewest] = [0, this.deferred.length]
          if (++steps > 1000) throw new Stop("no rest after 1,000 steps")
        }
      }
      next() {
        const always = this.select(t => t === "always", []).chosen
        if (always.length) { this.note("then", "always"); return this.step(always, []) }
        const [first, ...rest] = this.queue
        this.queue = rest
        if (first?.done !== undefined) return this.complete(first.done)
        if (first) {
          this.note("then", `raised: ${this.table.events[first.event].name}`)
          this.prepare(first.event, first.args)
          return this.take(first.event, first.args, "raised")
        }
        const at = this.deferred.findIndex(d => {
          const s = this.select(t => t.event === d.event, d.args, { event: d.event, isQuiet: true })
          return s.chosen.length || s.deferrer === undefined
        })
        if (at < 0) return undefined
        const { event, args } = this.deferred[at]
        this.deferred = this.deferred.toSpliced(at, 1)
        this.note("then", `deferred before: ${this.table.events[event].name}`)
        return this.take(event, args, "deferred")
      }
      complete(s) {
        const end = this.completion(s)
        if (!this.active.includes(s) || !end) return "ignored"
        this.note("then", `done: ${this.states[s].name}`)
        const found = this.enabled(s, t => t === "done", [end])
        return found && !found.transition.ignores ? this.step([found], [end]) : "ignored"
      }
      // The final state that completes a state, as a value.
      completion(s) {
        const child = this.child(s)
        if (child) return child.machine.hasEnded(child.configuration) ? child.machine.stateValue(child.configuration) : undefined
        if (!this.machine.isDone(this, s)) return undefined
        const end = this.states[s].children.find(k => this.states[k].kind === "final" && this.active.includes(k))
        return end === undefined ? { case: "init", labels: [], values: [] } : this.machine.stateValue(this, s)
      }

      // MARK: Events

      // Takes the rows of an event. Undefined where a submachine has none: then its owner's rows are asked.
      take(event, args, origin) {
        if (this.hasEnded) return origin === "inner" ? undefined : this.rest("ignored", "ignored: the machine has ended")
        const handed = this.handOn(this.table.events[event].owner, args[0])
        if (handed) return handed
        const { chosen, deferrer, isIgnored } = this.select(t => t.event === event, args, { event })
        if (chosen.length) return this.step(chosen, args)
        if (deferrer !== undefined) {
          this.deferred = [...this.deferred, { event, args }]
          return this.rest("deferred", `deferred by ${this.states[deferrer].name}`)
        }
        if (isIgnored) return this.rest("ignored", "ignored on purpose")
        return origin === "inner" ? undefined : this.unhandled(event, args, origin)
      }
      rest(outcome, text) { this.note("rest", text); return outcome }
      unhandled(event, args, origin) {
        const e = this.table.events[event], { policy, message, error } = e.unhandled ?? this.table.unhandled ?? { policy: "ignore" }
        if (origin === "raised" || this.isInner) return this.rest("ignored", "ignored: no row applies")
        const scope = this.scope(undefined, args)
        scope.words = { event: e.name, state: this.machine.leaves(this).map(s => this.states[s].names.join(".")).join(", ") }
        if (policy === "trap" || policy === "assert") {
          throw new Stop(message === undefined ? `no row takes ${e.name} (unhandled ${policy})` : said(message, scope))
        }
        if (policy !== "throw") return this.rest("ignored", "ignored: no row applies")
        this.fail(error === undefined ? "UnhandledEvent" : show(value(error, scope)))
        return "unhandled"
      }
      fail(error) {
        this.note("throw", `throws ${error}`)
        this.failure ??= error
      }
      // A submachine gets its events first.
      handOn(owner, inner) {
        const child = owner === undefined || !this.active.includes(owner) ? undefined : this.child(owner)
        if (!child) return undefined
        const { machine } = child, event = has(inner, "case") ? machine.table.events.findIndex(e => e.name === inner.case) : -1
        const timer = has(inner, "case") && inner.case === "elapsed" ? machine.table.timers.findIndex(x => x.elapsed[0] === show(inner)) : -1
        if (event < 0 && timer < 0) throw new Stop(`${show(inner)} is not known as an event of ${machine.table.name}`)
        return this.within(owner, run => timer < 0 ? run.attempt(event, inner.values) : run.settled(run.elapse(timer)))
      }
      attempt(event, args) {
        args = (this.table.events[event].fields ?? []).map((f, i) => this.machine.types.fit(args[i], f.type))
        const isPrepared = this.prepare(event, args), outcome = this.take(event, args, "inner")
        this.follow(outcome ?? "ignored", isPrepared)
        return outcome && (outcome === "deferred" ? "stayed" : this.outcome)
      }
      settled(outcome) { this.follow(outcome); return this.outcome }
      child(s) { const v = this.values[s]?.[this.states[s].submachine?.field]; return has(v, "machine") ? v : undefined }
      // Does something with the submachine of a state, and takes over what has become of it.
      within(s, action) {
        const { machine, configuration } = this.child(s), { field, output } = this.states[s].submachine
        const run = new Run(machine, { ...configuration, clock: this.clock }, this.shared, true), from = this.log.length, outcome = action(run)
        for (const line of this.log.slice(from)) line.text = `${this.states[s].name} › ${line.text}`
        this.inner[s] = run
        this.values = { ...this.values, [s]: this.values[s].with(field, { machine, configuration: run.configuration }) }
        this.outputs.push(...run.outputs.map(inner => ({ swift: this.table.outputs[output].swift, values: [inner] })))
        if (outcome === "transitioned" && run.hasEnded) this.moves([["finish", s]])
        return outcome
      }

      // MARK: Selection (Appendix D, selectTransitions and removeConflictingTransitions)

      select(isTrigger, args, { event, isQuiet = false } = {}) {
        const found = []
        let deferrer
        for (const leaf of this.machine.leaves(this)) {
          for (const s of this.states[leaf].path.toReversed()) {
            const hit = this.enabled(s, isTrigger, args, isQuiet)
            if (hit && !found.some(f => f.id === hit.id)) found.push(hit)
            if (hit) break
            if (this.states[s].defers?.includes(event)) { deferrer ??= s; break }
          }
        }
        let chosen = []
        for (const f of found.filter(x => !x.transition.ignores)) {
          const rivals = chosen.filter(o => o.left.some(s => f.left.includes(s)))
          // The inner source counts, else the first.
          if (rivals.some(o => f.source === o.source || !this.machine.isWithin(f.source, o.source))) continue
          chosen = [...chosen.filter(o => !rivals.includes(o)), f]
        }
        return { chosen, deferrer: chosen.length ? undefined : deferrer, isIgnored: found.length > 0 }
      }
      // The first transition of a state whose conditions hold.
      enabled(s, isTrigger, args, isQuiet = false) {
        for (const id of this.states[s].on?.find(g => isTrigger(g.trigger))?.try ?? []) {
          const transition = this.table.transitions[id], row = this.table.rows[transition.passage.row], scope = this.scope(s, args, row)
          if (row.never || !(transition.patterns ?? []).every(p => this.isMatch(p, scope, isQuiet))) continue
          if (row.guard !== undefined && !this.holds(row.guard, scope, row.guardText, isQuiet)) continue
          const left = this.active.filter(x => transition.leaves?.some(([from, end]) => from <= x && x < end))
          return { id, transition, source: s, scope, left }
        }
      }
      isMatch({ of, field, pattern, text }, scope, isQuiet) {
        const v = scope.read([of === "event" ? "event" : "field", field]), bound = {}
        const answer = this.decided(() => matches(pattern, v, bound, scope), () => {
          for (const name of bindings(pattern)) bound[name] ??= { opaque: name }
          return { kind: "pattern", text, values: `${show(v)} matches ${text}` }
        }, scope)
        if (answer) Object.assign(scope.lets, bound)
        if (!isQuiet && !answer) this.noteOnce(text, { answer, values: show(v), line: scope.row.line })
        return answer
      }
      holds(guard, scope, text, isQuiet) {
        const values = written(guard, scope)
        const answer = this.decided(() => truth(guard, scope), () => ({ kind: "guard", text: text ?? values, values }), scope)
        if (!isQuiet) this.noteOnce(`[${text ?? values}]`, { answer, values, line: scope.row?.line })
        return answer
      }
      // A decision, which is asked where it cannot be evaluated.
      decided(evaluation, question, { row }) {
        try { return evaluation() } catch (problem) {
          if (!(problem instanceof Ask)) throw problem
          return this.asked(question(), row)
        }
      }
      // What a person answers: each question once in a step.
      asked(question, row) {
        const about = { ...question, line: row?.line, row: row?.text }, key = JSON.stringify(about), { asked, answers } = this.shared
        if (!asked.has(key)) {
          if (asked.size >= answers.length) throw new Question(about)
          asked.set(key, answers[asked.size])
        }
        return asked.get(key)
      }

      // MARK: One step: all exits, the last first; all effects; all entries

      step(chosen, args) {
        const { active, values, memory } = this
        try { return this.taken(chosen, args) } catch (problem) {
          if (!(problem instanceof Thrown)) throw problem
          Object.assign(this, { active, values, memory })
          this.fail("an error of a 'try': the step has not happened")
          return "ignored"
        }
      }
      taken(chosen, args) {
        const arrivals = []
        let before = this.values
        this.acted = false
        for (const x of chosen.toReversed()) this.moves(x.transition.passage.exits)
        for (const x of chosen) {
          // A row without an arrow, of a state that another row of this step has led out of, sees what that state was.
          const isLeft = x.transition.internal && arrivals.length > 0 && chosen.some(o => o !== x && o.left.includes(x.source))
          const current = this.values
          if (isLeft) this.values = before
          else if (!arrivals.length) before = current
          this.pass(x.transition.passage, x.scope, x, arrivals)
          if (isLeft) [before, this.values] = [this.values, current]
        }
        this.apply(arrivals)
        return arrivals.length ? "transitioned" : this.acted ? "stayed" : "ignored"
      }
      pass(passage, scope, { id, source }, arrivals) {
        const row = this.table.rows[passage.row]
        this.rows.push({ transition: id, row: row.id, line: row.line })
        this.note("row", row.text, { line: row.line })
        this.effects(row.effects, scope)
        if (row.effects?.length) this.acted = true
        if (passage.trap) throw new Stop(row.text)
        if (row.attempt && this.asked({ kind: "try", text: row.text, values: "Does a 'try' in it throw?" }, row)) throw new Thrown()
        if (passage.answer) this.answer = this.answered(passage.answer, scope)
        const next = passage.branches?.find(b => this.table.rows[b.row].guard === undefined || this.branchHolds(b, scope))
        if (next) {
          this.moves(next.exits)
          this.pass(next, scope, { source }, arrivals)
        } else if (passage.call) this.call(passage.call, scope, source, arrivals)
        else if (passage.arrival) arrivals.push(this.arrival(passage.arrival, scope, passage.history))
      }
      branchHolds(branch, scope) {
        const row = this.table.rows[branch.row]
        scope.row = row
        return this.holds(row.guard, scope, row.guardText)
      }
      // A choice with parameters: its rows are transitions of the same source.
      call({ choice, arguments: list }, scope, source, arrivals) {
        const parameters = this.given(list, this.table.choices[choice].fields, scope)
        const found = this.enabled(source, t => t.choice === choice, parameters)
        if (!found) return
        this.moves(found.transition.passage.exits)
        this.pass(found.transition.passage, found.scope, found, arrivals)
      }
      answered(answer, scope) {
        if (answer.action === undefined) return value(answer.value, scope)
        const { name, fields = [] } = this.table.actions[answer.action].cases[answer.case]
        return { case: name, labels: fields.map(f => f.label), values: this.given(answer.arguments ?? [], fields, scope) }
      }
      // Arguments as values, each for its field.
      given(list, fields, scope, current = [], remembered = []) {
        const values = []
        list.forEach((a, k) => {
          const head = Array.isArray(a) ? a[0] : ""
          const v = head === "stays" ? current[k] : head === "restored" ? remembered[k] : head === "same" ? values[a[1]]
            : head === "submachine" ? a[1] : value(a, scope)
          values.push(head === "missing" ? { opaque: nameOf(fields[k], k) } : this.machine.types.fit(v, fields[k].type))
        })
        return values
      }

      // MARK: Arrivals

      // What a step enters, with values that are not applied yet. Of a field that stays there is none.
      arrival(arrival, scope, history) {
        const memory = history && this.memory[history.composite], states = new Set(), values = {}
        const { domain } = arrival
        const give = (leaf, list = [], from = 0) => {
          const { places, path } = this.states[leaf], of = v => places.map(({ state, i }) => v?.[state]?.[i])
          const machines = list.map((a, k) => a?.[0] === "submachine" ? ["submachine", this.begun(places[k].state, a[1], scope)] : a)
          this.given(machines, places.map(x => x.field), scope, of(this.values), of(memory?.values)).forEach((v, k) => {
            const { state, i } = places[k]
            if (state >= from && list[k]?.[0] !== "stays") values[state] = { [i]: v, ...values[state] }
          })
          for (const s of path) if (s >= from && (s === leaf || this.machine.isWithin(s, domain))) states.add(s)
        }
        const enter = ({ state, arguments: list, regions = [], entries = [] }) => {
          give(state, list)
          for (const r of regions) give(r.leaf, r.arguments, r.region)
          return entries
        }
        const whole = () => {
          const entries = (enter(history.whole), history.entries ?? [])
          const renewals = (history.renewals ?? []).filter(r => memory.active.some(s => this.states[s].parent === r.body && this.states[s].forgotten))
          for (const s of memory.active) {
            if (s === history.composite || renewals.some(r => this.machine.isWithin(s, r.body))) continue
            states.add(s)
            values[s] = { ...memory.values[s] }
          }
          for (const r of renewals) enter(r.arrival)
          return entries
        }
        const anew = memory && history.anew?.find(a => memory.active.includes(a.child))
        const entries = !memory ? enter(arrival) : anew ? enter(anew.arrival) : whole()
        return { domain, states: [...states], values, entries }
      }
      // A submachine with the properties and the state that it is given.
      begun(s, { properties = [], state }, scope) {
        const machine = this.machine.submachine(s)
        if (!machine) return { opaque: this.states[s].submachine.type }
        const given = Object.fromEntries(properties.map(p => [p.name, value(p.value, scope)]))
        return { machine, configuration: machine.initial(given, state === undefined ? undefined : value(state, scope)) }
      }
      // A state that is given as a value, `.data(items: [])`, as an arrival; the fields that it leaves out have their defaults.
      placed(v, body, into = { states: [], values: {}, entries: [] }) {
        const children = this.machine.children(body), regions = children.filter(k => this.states[k].kind === "region")
        for (const r of regions) {
          into.states.push(r)
          this.placed(v?.values[v.labels.indexOf(this.states[r].name)], r, into)
        }
        if (regions.length) return into
        const s = this.states[children.find(k => v ? this.states[k].name === v.case : k === this.states[body]?.initial) ?? children[0]]
        const rest = (v?.values ?? []).map((x, i) => ({ label: v.labels[i] ?? null, x }))
        into.states.push(s.id)
        into.values[s.id] = s.own.map(({ field }) => {
          const at = rest.findIndex(y => y.label === (field.label ?? null))
          if (at >= 0) return this.machine.types.fit(rest.splice(at, 1)[0].x, field.type)
          return field.default === undefined ? { opaque: nameOf(field) } : value(field.default, this.scope())
        })
        return s.children.length ? this.placed(rest[0]?.x, s.id, into) : into
      }
      // Leaves and enters: from here on, what is entered is active.
      apply(arrivals) {
        const isLeft = s => arrivals.some(a => this.machine.isWithin(s, a.domain)), values = {}
        for (const s of this.active.filter(isLeft)) this.left.add(s)
        const stays = this.active.filter(s => !isLeft(s)), states = arrivals.flatMap(a => a.states)
        for (const s of states) this.entered.add(s)
        this.active = [...new Set([...stays, ...states])].sort((a, b) => a - b)
        for (const s of this.active) {
          const given = Object.assign({}, ...arrivals.map(a => a.values[s]))
          values[s] = this.states[s].own.map((_, i) => i in given ? given[i] : this.values[s]?.[i])
        }
        this.values = values
        for (const a of arrivals) this.moves(a.entries)
      }

      // MARK: Moves

      moves(list = []) {
        for (const [kind, s] of list) {
          const inside = () => this.active.filter(x => this.machine.isWithin(x, s))
          switch (kind) {
            case "exit": this.act(s, "exit", this.states[s].onExit); break
            case "enter": this.act(s, "entry", this.states[s].onEntry); break
            case "exitWithin": for (const x of inside().reverse()) this.moves(this.states[x].exit); break
            case "enterWithin": for (const x of inside()) this.moves(this.states[x].entry); break
            case "remember": this.remember(s, inside()); break
            case "forget": this.memory = { ...this.memory, [s]: undefined }; break
            case "finish": if (!this.queue.some(x => x.done === s) && this.isFinished(s)) this.queue.push({ done: s }); break
            case "start": if (this.child(s)) this.within(s, run => { run.start(); return run.outcome }); break
            case "stop": if (this.child(s)) this.within(s, run => { run.moves([["exitWithin", null]]) }); break
          }
        }
      }
      isFinished(s) { return this.states[s].submachine ? true : this.machine.isDone(this, s) }
      act(s, what, effects) {
        this[what === "exit" ? "exits" : "entries"].push(s)
        this.note(what, `${what} of ${this.states[s].name}`)
        this.effects(effects, this.scope(s))
      }
      remember(s, active) {
        const isKept = active.length && !this.states[active[0]].forgotten
        const values = Object.fromEntries([s, ...this.states[s].path, ...active].map(x => [x, this.values[x]]))
        this.memory = { ...this.memory, [s]: isKept ? { active, values } : undefined }
      }

      // MARK: Effects

      effects(list = [], scope) { for (const effect of list) this.effect(effect, scope) }
      effect(effect, scope) {
        const { outputs, events, timers } = this.table, values = () => (effect.arguments ?? []).map(x => value(x, scope))
        if (effect.output !== undefined) this.output(effect.output, values(), false)
        else if (effect.begin !== undefined) this.output(effect.begin, values(), true)
        else if (effect.end !== undefined) this.cancel(effect.end, true)
        else if (effect.cancel !== undefined) this.cancel(effect.cancel, false)
        else if (effect.set) this.assign(effect, scope)
        else if (effect.block !== undefined) this.block(effect, scope)
        else if (effect.raise !== undefined) {
          const args = values()
          this.queue.push({ event: effect.raise, args })
          this.note("raise", `raise ${events[effect.raise].name}${args.length ? `(${args.map(x => show(x)).join(", ")})` : ""}`)
        } else if (effect.trap !== undefined) throw new Stop(effect.trap === true ? "trap" : said(effect.trap, scope))
        else if (effect.throw !== undefined) this.fail(show(value(effect.throw, scope)))
        else if (effect.schedule !== undefined) this.schedule(effect.schedule, timers[effect.schedule], scope)
        else if (effect.unschedule !== undefined) {
          this.timers = this.timers.filter(x => x.timer !== effect.unschedule)
          this.emit(timers[effect.unschedule].cancel, [], "timer")
        } else if (effect.when === undefined || this.holds(effect.when, scope)) this.effects(effect.do, scope)
      }
      output(n, given, isActivity) {
        const o = this.table.outputs[n], values = (o.fields ?? []).map((f, i) => this.machine.types.fit(given[i], f.type))
        this.emit((isActivity && o.doSwift) || o.swift, values)
        if (o.kind) this.tasks = [...this.tasks, { output: n, values, isActivity }]
      }
      cancel(n, isActivity) {
        const o = this.table.outputs[n]
        this.tasks = this.tasks.filter(x => x.output !== n || x.isActivity !== isActivity)
        this.emit([`.${(isActivity && o.cancelDoName) || o.cancelName}`], [])
      }
      assign({ set: target, to, text }, scope) {
        const old = show(value(target, scope))
        write(target, value(to, scope), scope)
        this.note("set", text, { values: show(value(target, scope)), old })
      }
      // A block is evaluated whole, or all that it may change is unknown.
      block({ block, do: statements, changes: places = [] }, scope) {
        try {
          scope.attempt(() => statements ? execute(statements, scope) : ask())
          this.note("set", block)
        } catch (problem) {
          if (!(problem instanceof Ask)) throw problem
          for (const at of places) scope.write(at, { opaque: `‹${this.named(at, scope)} after line ${scope.row?.line}›` })
          this.note("set", block, { isUnknown: true })
        }
      }
      named([kind, n], scope) {
        return kind === "property" ? this.table.properties[n].name : kind === "field" ? scope.places[n].field.label ?? n : kind === "event" ? "argument" : n
      }

      // MARK: Time

      schedule(timer, { delay, begin }, scope) {
        const v = value(delay, scope), unit = { seconds: 1000, milliseconds: 1, microseconds: 1e-3, nanoseconds: 1e-6 }[v.case]
        const length = unit && !has(v.values[0], "opaque") ? Number(raw(v.values[0])) * unit : undefined
        if (length <= 0) throw new Stop("an interval is not positive")
        this.timers = [...this.timers, { timer, due: this.shared.clock + (length ?? Infinity), length }]
        this.emit(begin.map(x => isText(x) ? x : { field: 0 }), [v], "timer")
      }
      // A timer of a state has run out: that is for the rows of the state and of nobody else.
      elapse(timer) {
        const { state } = this.table.timers[timer]
        if (!this.active.includes(state) || this.hasEnded) return "ignored"
        const found = this.enabled(state, t => t.timer === timer, [])
        if (found && !found.transition.ignores) return this.step([found], [])
        return this.rest("ignored", "no row of the timer applies: dropped")
      }
      // Lets a timer run out that waits, here or in a submachine.
      fire({ timer, due, within: [outer, ...within] }) {
        if (Number.isFinite(due)) this.shared.clock = this.clock = due
        if (outer !== undefined) {
          const outcome = this.within(outer, run => { run.fire({ timer, due, within }); return run.outcome })
          return this.follow(outcome)
        }
        const at = this.timers.findIndex(x => x.timer === timer), { length } = this.timers[at], { state, text, repeats } = this.table.timers[timer]
        this.note("then", `${text} in ${this.states[state].name}, at ${this.clock / 1000} s`)
        this.timers = repeats ? this.timers.with(at, { timer, length, due: due + length }) : this.timers.toSpliced(at, 1)
        this.follow(this.elapse(timer))
      }
      advance(time) {
        const end = this.clock + time
        for (let next; (next = this.machine.waiting(this)[0]) && next.due <= end && !this.hasEnded;) this.part(next)
        this.shared.clock = this.clock = end
      }
      // One firing, whose outputs are told apart for tests.
      part(next) {
        const from = this.outputs.length
        this.fire(next)
        const { outcome, failure, configuration } = this
        this.parts.push({ ...next, outputs: this.outputs.slice(from), outcome, failure, configuration })
      }

      // MARK: By hand

      // Does something with the submachine that stands within some states.
      inside([outer, ...rest] = [], action) {
        if (outer === undefined) action(this)
        else this.within(outer, run => { run.inside(rest, action) })
      }
      set([kind, n, i], v) {
        if (kind === "property") this.properties = this.properties.with(n, v)
        else this.values = { ...this.values, [n]: this.values[n].with(i, v) }
        this.note("set", `${kind === "property" ? this.table.properties[n].name : this.states[n].own[i].field.label ?? i} = ${show(v)} by hand`)
      }
      // A new machine in the states that are given, whose timers and activities begin, as after `init(state:)`.
      force(leaves) {
        const values = Object.fromEntries(this.active.map(s => [s, this.values[s]])), states = leaves.flatMap(s => this.states[s].path)
        this.apply([{ states, values: this.machine.preset(states, values), entries: [] }])
        Object.assign(this, { memory: {}, deferred: [], timers: [], tasks: [] })
        this.note("set", "forced by hand")
        for (const s of this.active) this.resume(s)
      }
      resume(s) {
        const begin = list => list?.forEach(e => e.begin !== undefined || e.schedule !== undefined ? this.effect(e, this.scope(s)) : begin(e.do))
        begin(this.states[s].onEntry)
        if (this.child(s)) this.within(s, run => { for (const x of run.active) run.resume(x) })
      }
    }

    if (typeof module !== "undefined") module.exports = { Machine, Question }
    "use strict"
    // The page: what is shown of the interpreter, and what is sent to it. All text goes through `textContent`.

    const $ = id => document.getElementById(id)
    function make(tag, properties = {}, ...children) {
      const e = document.createElement(tag)
      for (const [name, v] of Object.entries(properties)) {
        if (name in e && name !== "list") e[name] = v
        else e.setAttribute(name, v)
      }
      e.append(...children.flat().filter(x => x !== null && x !== undefined && x !== ""))
      return e
    }
    // The editor in whose preview the page is shown.
    const host = globalThis.acquireVsCodeApi?.()
    const data = JSON.parse($("machines").textContent)
    const labels = JSON.parse($("labels").textContent)
    const machines = data.machines.slice(0, data.main).map((_, at) => new Machine(data, at))
    // A moment is a run that is over and the step that has led there; `here` is the one that is shown.
    const play = { at: 0, moments: [], here: 0 }
    const machine = () => machines[play.at]
    const moment = () => play.moments[play.here]
    const current = () => moment().run.configuration
    const all = run => [run, ...Object.values(run.inner).flatMap(all)]

    // MARK: Steps

    function start(at, given = {}) {
      const m = machines[at], isStarted = m.missing.every(p => p.name in given)
      const run = m.run(m.initial(given), isStarted ? { start: true } : {})
      Object.assign(play, { at, given, isStarted, moments: [{ run }], here: 0, question: null, drafts: {}, chosen: {}, notice: "" })
    }
    // Does a step and goes there, unless something is asked first.
    function send(step) {
      play.notice = ""
      if (current().stopped || !play.isStarted) return
      try {
        const run = machine().run(current(), step, step.answers)
        const answers = (step.answers ?? []).slice(0, run.shared.asked.size)
        play.moments = [...play.moments.slice(0, play.here + 1), { step: { ...step, answers }, run }]
        Object.assign(play, { here: play.here + 1, question: null })
      } catch (problem) {
        if (!(problem instanceof Question)) throw problem
        play.question = { ...problem.about, step }
      }
    }
    function act(step) {
      send(step)
      render()
      if (play.question) $("question").querySelector("button").focus()
      else announce()
    }
    function go(to) {
      Object.assign(play, { here: Math.max(0, Math.min(play.moments.length - 1, to)), question: null, notice: "" })
      render()
      announce()
    }
    // The step that sends an event to a machine; the event of a submachine is handed through its owners.
    function sending({ machine: m, within }, event, list, more = {}) {
      const owners = []
      within.reduce((outer, s) => { owners.push([outer, outer.states[s].submachine.event]); return outer.submachine(s) }, machine())
      for (const [outer, owner] of owners.reverse()) {
        const { name, fields = [] } = m.table.events[event]
        list = [{ case: name, labels: fields.map(f => f.label), values: list }]
        m = outer
        event = owner
      }
      return { event, arguments: list, ...more }
    }
    // What a step would do now, by doing it on a copy.
    function preview(step) {
      if (current().stopped || !play.isStarted) return { text: "", isOff: true, runs: [] }
      try {
        const run = machine().run(current(), step), runs = all(run)
        if (run.stopped) return { text: "stops", runs }
        if (run.outcome === "unhandled") return { text: "throws", isOff: true, runs: [] }
        if (run.outcome === "ignored" || run.outcome === "deferred") return { text: run.outcome, isOff: true, runs: [] }
        const entered = runs.flatMap(r => r.machine.leaves(r).filter(s => r.entered.has(s)).map(s => r.states[s].name))
        return { text: entered.length ? `→ ${entered.join(", ")}` : "stays", runs }
      } catch (problem) {
        if (!(problem instanceof Question)) throw problem
        return { text: "asks", runs: [] }
      }
    }
    function announce() {
      const { step, run } = moment(), outputs = run.outputs.map(x => show(x).slice(1)).join(", ")
      const why = run.log.filter(x => ["rest", "stop", "throw"].includes(x.kind)).map(x => `${x.text}. `).join("")
      $("live").textContent = `${step ? textOf(step) : "Start"}. ${outputs && `Outputs: ${outputs}. `}${why}Now ${machine().swiftState(current())}`
    }

    // MARK: Fields

    // What patterns, guards and the file's enums say that a field may be.
    function suggestions(m, event, n, type) {
      const found = new Set(), name = m.types.shape(type.replace(/\?$/, "")).name ?? type
      for (const c of m.table.enums?.[name] ?? []) found.add(`.${c.name}` + (c.fields?.length ? "(…)" : ""))
      const isField = x => Array.isArray(x) && x[0] === "event" && x[1] === n
      const literal = x => x === null || typeof x !== "object" || ["string", "int", "double", "neg", "case"].includes(x[0])
      const walk = tree => {
        if (!Array.isArray(tree)) return
        if (tree.some(isField)) for (const x of tree.slice(1)) if (literal(x) && !isText(x)) found.add(written(x, {}))
        tree.forEach(walk)
      }
      const pattern = p => {
        if (p[0] === "value") literal(p[1]) ? found.add(written(p[1], {})) : p[1].slice(1).forEach(x => literal(x) && found.add(written(x, {})))
        if (p[0] === "case") found.add(`.${p[1]}` + (p.length > 3 ? "(…)" : ""))
      }
      for (const g of m.states.flatMap(s => s.on ?? []).filter(g => g.trigger.event === event)) {
        for (const t of g.try.map(id => m.table.transitions[id])) {
          walk(m.table.rows[t.passage.row].guard)
          for (const p of t.patterns ?? []) if (p.of === "event" && p.field === n) pattern(p.pattern)
        }
      }
      return [...found]
    }
    function draft(m, field, known) {
      const { kind, name } = m.types.shape(field.type)
      if (field.default !== undefined) return written(field.default, {})
      if (known.length && !known[0].includes("…")) return known[0]
      const count = play.moments.length
      return { whole: "1", real: "1.0", optional: "nil", array: "[]", set: "[]", dictionary: "[:]" }[kind]
        ?? ({ Bool: "false", String: "a" }[name] ?? `${field.label ?? field.name ?? "value"}${count}`)
    }
    // A field whose value is kept in `drafts` until it is sent.
    function input(id, m, field, label, known, changed) {
      const text = play.drafts[id] ??= draft(m, field, known)
      const set = v => { play.drafts[id] = v; changed() }
      if (m.types.shape(field.type).name === "Bool") {
        return make("label", {}, label, make("input", { type: "checkbox", id, checked: text === "true", onchange: x => set(String(x.target.checked)) }))
      }
      const list = known.length ? make("datalist", { id: `${id}-list` }, known.map(value => make("option", { value }))) : null
      const more = list ? { list: list.id } : {}
      return make("label", {}, label, make("input", { id, value: text, title: field.type, ...more, oninput: x => set(x.target.value) }), list)
    }
    const entered = (id, m, field) => read(play.drafts[id] ?? "", field.type, m.types)

    // MARK: What is shown

    function render() {
      const m = machine(), c = current(), views = m.nested(c), focused = document.activeElement?.id
      $("tabs").replaceChildren(...machines.length > 1 ? machines.map(tab) : [make("h1", { textContent: m.table.name })])
      $("about").textContent = $("about").title = m.table.documentation ?? ""
      $("back").disabled = $("restart").disabled = play.here === 0
      $("forward").disabled = play.here === play.moments.length - 1
      $("notice").textContent = play.notice
      $("notice").hidden = !play.notice
      $("now").textContent = m.swiftState(c) + (c.stopped ? ` ■ stopped: ${c.stopped}` : "")
      $("question").replaceChildren(...play.isStarted ? questions() : [beginning(m)])
      const lit = {}
      letters.clear()
      $("events").replaceChildren(...views.flatMap(v => eventGroup(v, lit)))
      $("waits").replaceChildren(...timers(views, lit), ...tasks(views), ...deferred(views))
      $("forced").replaceChildren(...forcing(m))
      $("values").replaceChildren(...views.flatMap(values))
      $("log").replaceChildren(...play.moments.map(entry).reverse())
      if (focused && $(focused) && document.activeElement?.id !== focused) $(focused).focus()
      paint(views, lit)
      link().then(text => {
        if (host) host.postMessage({ steps: text })
        else if (location.hash !== text) history.replaceState(null, "", text)
      })
    }
    function tab(m, at) {
      return make("button", { id: `tab${at}`, "aria-current": at === play.at, textContent: m.table.name, onclick: () => { start(at); render() } })
    }
    function questions() {
      const q = play.question
      if (!q) return []
      const answer = yes => () => act({ ...q.step, answers: [...q.step.answers ?? [], yes] })
      return [make("div", { className: "ask", role: "group", "aria-label": "Question" },
        make("p", {}, q.kind === "guard" ? "Does this guard hold?" : "Does this pattern match?"), make("p", { className: "code" }, q.values),
        make("p", { className: "code soft" }, `line ${q.line}: ${q.row}`),
        make("button", { id: "yes", onclick: answer(true) }, "Yes", make("kbd", {}, "y")),
        make("button", { id: "no", onclick: answer(false) }, "No", make("kbd", {}, "n")))]
    }
    // Properties without a value are asked for before the machine starts.
    function beginning(m) {
      const asked = m.missing
      const begin = event => {
        event.preventDefault()
        start(play.at, Object.fromEntries(asked.map(p => [p.name, entered(`p-${p.name}`, m, p)])))
        render()
        announce()
      }
      return make("form", { className: "ask", onsubmit: begin }, make("p", {}, "With which values does the machine begin?"),
        asked.map(p => input(`p-${p.name}`, m, p, p.name, [], () => { })), make("button", {}, "Start"))
    }
    const letters = new Map()
    function letter(name, id) {
      const free = [...name.toLowerCase()].find(x => /[a-z]/.test(x) && x !== "y" && x !== "n" && !letters.has(x))
      if (free) letters.set(free, id)
      return free && make("kbd", {}, free)
    }
    const light = (lit, runs) => {
      for (const r of runs) for (const x of r.rows) (lit[r.machine.at] ??= []).push(...labelsOf(x))
    }
    function eventGroup(view, lit) {
      const { machine: m, within, names } = view
      const own = m.table.events.map((e, n) => ({ e, n })).filter(({ e }) => e.owner === undefined)
      const search = $("search").value.toLowerCase()
      const heading = within.length ? [make("h3", {}, `${names.join(" › ")}: ${m.table.name}`)] : []
      return [...heading, ...own.filter(({ e }) => e.name.toLowerCase().includes(search)).map(({ e, n }) => eventForm(view, e, n, lit))]
    }
    const idOf = ({ within }, n) => `e${[...within, n].join("-")}`
    function stepOf(view, n, more) {
      const fields = view.machine.table.events[n].fields ?? []
      return sending(view, n, fields.map((f, k) => entered(`${idOf(view, n)}.${k}`, view.machine, f)), more)
    }
    function eventForm(view, e, n, lit) {
      const { machine: m } = view, id = idOf(view, n), then = make("span", { className: "then" })
      const form = make("form", { onsubmit: x => { x.preventDefault(); act(stepOf(view, n)) } })
      const look = () => {
        const { text, isOff, runs } = preview(stepOf(view, n))
        then.textContent = text
        form.className = isOff ? "event off" : "event"
        light(lit, runs)
      }
      const fields = (e.fields ?? []).map((f, k) => input(`${id}.${k}`, m, f, f.label ?? f.name ?? "", suggestions(m, n, k, f.type), look))
      form.append(make("button", { id, title: e.documentation ?? "" }, e.name, letter(e.name, id)), ...fields, then)
      look()
      return form
    }
    function timers(views, lit) {
      const m = machine(), waiting = m.waiting(current())
      if (!views.some(v => v.machine.table.timers.length)) return []
      const lines = waiting.map((x, i) => {
        const { text, state } = x.machine.table.timers[x.timer], isKnown = Number.isFinite(x.due)
        const when = isKnown ? `in ${(x.due - current().clock) / 1000} s` : "at a time that is not known"
        const { text: then, runs } = preview({ fire: i + 1 })
        if (i === 0 || !isKnown) light(lit, runs)
        const fire = make("button", { id: `fire${i}`, onclick: () => act({ fire: i + 1 }) }, i ? "Fire" : "Fire the next")
        return make("div", { className: "wait" }, i && isKnown ? null : fire, make("span", { className: "code" }, `${text} in ${x.machine.states[state].name}, ${when}`), make("span", { className: "then" }, then))
      })
      const seconds = make("input", { id: "seconds", value: play.seconds ?? "5", inputMode: "decimal", "aria-label": "Seconds", oninput: x => { play.seconds = x.target.value } })
      const advance = x => { x.preventDefault(); if (Number(seconds.value) > 0) act({ advance: Number(seconds.value) * 1000 }) }
      return [make("div", { className: "title" }, make("h2", {}, "Timers"), make("span", { className: "code" }, `clock ${current().clock / 1000} s`)), ...lines,
        make("form", { className: "wait", onsubmit: advance }, make("button", { id: "advance" }, "Advance"), seconds, "s")]
    }
    function tasks(views) {
      const lines = views.flatMap(view => view.c.tasks.map((task, i) => {
        const { machine: m, within } = view, o = m.table.outputs[task.output], more = { end: i + 1, within }
        const ends = o.kind === "stream" ? {} : more
        return make("div", { className: "wait" }, make("span", { className: "code" }, show({ swift: o.swift, values: task.values }).slice(1)),
          (o.sends ?? []).map(n => make("button", { onclick: () => act(stepOf(view, n, ends)) }, m.table.events[n].name)),
          make("button", { className: "soft", title: "It ends without an event", onclick: () => act(more) }, "ends"))
      }))
      return lines.length ? [make("h2", {}, "Under way"), ...lines] : []
    }
    function deferred(views) {
      const names = views.flatMap(v => v.c.deferred.map(d => v.machine.table.events[d.event].name + (d.args.length ? `(${d.args.map(x => show(x)).join(", ")})` : "")))
      return names.length ? [make("h2", {}, "Deferred"), make("p", { className: "code" }, names.join(", "))] : []
    }
    // A menu for any configuration: a leaf per region.
    function forcing(m) {
      const isParallel = s => m.states[s].children.some(k => m.states[k].kind === "region")
      const places = body => m.children(body).flatMap(s => !m.states[s].children.length || isParallel(s) ? [s] : places(s))
      const picked = body => {
        const children = m.children(body)
        if (children.some(k => m.states[k].kind === "region")) return children.flatMap(picked)
        const list = places(body), chosen = play.chosen[body] ?? list.find(s => current().active.includes(s)) ?? list[0]
        return [{ body, list, chosen }, ...isParallel(chosen) ? picked(chosen) : []]
      }
      const all = picked(undefined)
      const menu = ({ body, list, chosen }) => make("select", { id: `force${body}`, "aria-label": body === undefined ? "State" : m.states[body].name,
        onchange: x => { play.chosen[body] = Number(x.target.value); render() } },
        list.map(s => make("option", { value: s, selected: s === chosen }, m.states[s].names.slice(body === undefined ? 0 : m.states[body].names.length).join("."))))
      $("forced").onsubmit = x => { x.preventDefault(); act({ force: all.map(y => y.chosen).filter(s => !m.states[s].children.length) }) }
      return [...all.map(menu), make("button", {}, "Force")]
    }
    function values({ machine: m, c, within }) {
      const before = play.moments[play.here - 1]?.run.configuration
      const old = before && m.at !== undefined ? machine().nested(before).find(v => v.within.join() === within.join())?.c : undefined
      const cell = (name, v, was, type, set) => {
        const text = show(v), isChanged = was !== undefined && show(was) !== text
        return make("label", {}, name, make("input", { id: `v${[...within, ...set].join("-")}`, value: text, title: type, size: Math.max(3, Math.min(28, text.length)),
          className: isChanged ? "changed" : "", onchange: x => act({ set, value: read(x.target.value, type, m.types), within }) }))
      }
      const own = s => m.states[s].own.filter(({ i }) => i !== m.states[s].submachine?.field)
      const fields = c.active.filter(s => own(s).length).map(s => make("span", {}, make("b", {}, m.states[s].name), own(s)
        .map(({ field, i }) => cell(field.label ?? field.name ?? String(i), c.values[s]?.[i], old?.values[s]?.[i], field.type, ["state", s, i]))))
      const properties = m.table.properties.map((p, i) => cell(p.name, c.properties[i], old?.properties[i], p.type, ["property", i]))
      return [...fields, ...properties.length ? [make("span", {}, make("b", {}, "properties"), properties)] : []]
    }
    function entry({ step, run }, i) {
      const lines = run.log.map(x => make("div", { className: `${x.kind}${x.answer === undefined ? "" : x.answer ? " yes" : " no"}` },
        x.text, x.values && x.values !== x.text ? make("span", {}, ` ${x.kind === "guard" ? "with" : "="} ${x.values}`) : null,
        x.old ? make("span", {}, ` was ${x.old}`) : null, x.isUnknown ? make("span", {}, " not evaluated") : null,
        x.line && x.kind !== "set" ? make("span", {}, ` line ${x.line}`) : null))
      return make("div", { className: i > play.here ? "ahead" : i === play.here ? "here" : "" },
        make("button", { id: `step${i}`, onclick: () => go(i) }, `${i} ${step ? textOf(step) : "start"}`), ...lines)
    }

    // MARK: The picture

    function paint(views, lit) {
      const shown = views.filter(v => $(`picture${v.machine.at}`)), names = shown.map(v => [...v.within, v.machine.at].join("-")).join()
      if ($("pictures").dataset.shown !== names) $("pictures").replaceChildren(...shown.map(figure))
      $("pictures").dataset.shown = names
      fit()
      shown.forEach(({ machine: m, c, within }, i) => {
        const svg = $("pictures").querySelectorAll("svg")[i], find = id => svg.querySelector(`[id="${id}"]`), prefix = `m${m.at}`
        const run = within.reduce((r, s) => r?.inner[s], moment().run)
        for (const e of svg.querySelectorAll("[class]")) e.classList.remove("active", "gone", "taken", "lit")
        for (const s of c.active) find(`${prefix}s${s}`)?.classList.add("active")
        for (const s of run?.left ?? []) if (!c.active.includes(s)) find(`${prefix}s${s}`)?.classList.add("gone")
        const taken = (run?.rows ?? []).flatMap(labelsOf)
        for (const name of taken) for (const e of svg.querySelectorAll(`.${name}`)) e.classList.add("taken")
        for (const a of svg.querySelectorAll(".label")) {
          const own = labelled(m, a)
          a.classList.toggle("lit", own.some(x => lit[m.at]?.includes(x)))
          a.classList.toggle("taken", own.some(x => taken.includes(x)))
        }
        const leaf = find(`${prefix}s${m.leaves(c)[0]}`)
        if (leaf && !within.length) reveal(leaf)
      })
    }
    function figure({ machine: m, within }) {
      const svg = $(`picture${m.at}`).content.querySelector("svg").cloneNode(true)
      svg.setAttribute("role", "img")
      svg.setAttribute("aria-label", `The diagram of ${m.table.name}`)
      for (const a of svg.querySelectorAll("a")) a.removeAttribute("xlink:href")
      for (const a of svg.querySelectorAll(`[id^="a_m${m.at}t"], [id^="a_m${m.at}r"]`)) {
        a.classList.add("label")
        a.addEventListener("click", () => click(m, within, a))
      }
      return make("figure", {}, within.length ? make("figcaption", {}, m.table.name) : null, svg)
    }
    // How the picture calls what is taken: a transition, or the row of a choice.
    const labelsOf = ({ transition, row }) => [transition === undefined ? `r${row}` : `t${transition}`]
    function labelled(m, a) {
      const name = a.id.slice(`a_m${m.at}`.length)
      return labels[m.at]?.[name.slice(1)]?.map(t => `t${t}`) ?? [name]
    }
    // A label sends its event; of several events, the first that does something.
    function click(m, within, a) {
      const own = labelled(m, a), groups = m.states.flatMap(s => s.on ?? []).filter(g => g.try.some(id => own.includes(`t${id}`)))
      const forms = groups.flatMap(g => $(idOf({ within }, g.trigger.event))?.form ?? [])
      const waiting = m.waiting(current()).findIndex(x => groups.some(g => g.trigger.timer === x.timer))
      const form = forms.find(f => !f.classList.contains("off")) ?? forms[0]
      if (form) form.requestSubmit()
      else if (waiting >= 0) act({ fire: waiting + 1 })
    }
    // As large as there is room for, but never too small to be read: then it is scrolled to the active leaf.
    function fit() {
      const box = $("pictures"), svgs = [...box.querySelectorAll("svg")]
      for (const svg of svgs) {
        const { width, height } = svg.viewBox.baseVal, room = [(box.clientWidth - 24) / width, (box.clientHeight - 24) / height / svgs.length]
        const scale = Math.max(0.9, Math.min(1.5, ...room))
        svg.setAttribute("width", width * scale)
        svg.setAttribute("height", height * scale)
      }
    }
    function reveal(leaf) {
      const box = $("pictures"), a = leaf.getBoundingClientRect(), b = box.getBoundingClientRect()
      box.scrollBy({ left: a.left - b.left - (b.width - a.width) / 2, top: a.top - b.top - (b.height - a.height) / 2 })
    }

    // MARK: Links

    // A step in words: names, so that a link outlives a change of the machine. `@` begins what is no event.
    function textOf(step) {
      const m = machine(), value = v => show(v, x => /^[A-Za-z]\w*$/.test(x.opaque) ? x.opaque : `\`${x.opaque.replace(/`/g, "'")}\``)
      const asked = step.answers?.length ? "?" + step.answers.map(x => x ? "y" : "n").join("") : ""
      const path = (within, rest) => [...within ?? [], rest].join("/")
      if (step.end && step.event === undefined) return `@end(${path(step.within, step.end)})`
      if (step.fire) return `@fire${step.fire > 1 ? `(${step.fire})` : ""}${asked}`
      if (step.advance) return `@wait(${step.advance})${asked}`
      if (step.force) return `@force(${step.force.map(s => m.states[s].names.join(".")).join(",")})`
      if (step.set) {
        const { machine: inner, names } = innermost(step.within), [kind, n, i] = step.set
        const field = kind === "state" ? inner.states[n].own[i].field : {}
        const name = kind === "property" ? inner.table.properties[n].name : [...inner.states[n].names, field.label ?? i].join(".")
        return `@set(${[...names, name].join("/")},${value(step.value)})`
      }
      const { name, fields = [] } = m.table.events[step.event], isAlone = m.table.events.filter(e => e.name === name).length === 1
      const list = step.arguments.map((v, k) => (isAlone ? "" : fields[k].label ? fields[k].label + ": " : "") + value(v)).join(",")
      const task = step.end ? `@${path(step.within, step.end)}` : ""
      return `${name}${list || !isAlone ? `(${list})` : ""}${task}${asked}`
    }
    function innermost(within = []) {
      return within.reduce(({ machine: m, names }, s) => ({ machine: m.submachine(s), names: [...names, m.states[s].names.join(".")] }),
        { machine: machine(), names: [] })
    }
    // A step from its words; it throws where it does not fit.
    function stepFrom(text) {
      const m = machine(), fail = why => { throw new Error(why) }
      const [, at, name, list, task, asked] = /^(@?)([\w.]+)(?:\((.*)\))?(?:@([\w/.]+))?(?:\?([yn]*))?$/s.exec(text) ?? fail("it cannot be read")
      const answers = [...asked ?? ""].map(x => x === "y"), number = Number(list)
      const inside = words => innermostOf(words.split("/"), fail)
      if (!at) {
        const given = list ? new Reader(`(${list})`).arguments() : { values: [], labels: [] }
        const n = m.table.events.findIndex(e => e.name === name && (e.fields ?? []).length === given.values.length
          && given.labels.every((x, i) => !x || x === e.fields[i].label))
        if (n < 0) fail(m.table.events.some(e => e.name === name) ? "the event has other fields" : "there is no such event")
        const values = given.values.map((v, i) => m.types.fit(v, m.table.events[n].fields[i].type))
        const { within, rest } = task ? inside(task) : {}
        return { event: n, arguments: values, answers, ...task ? { end: Number(rest), within } : {} }
      }
      switch (name) {
        case "fire": return { fire: number || 1, answers }
        case "wait": return number > 0 ? { advance: number, answers } : fail("no time")
        case "force": return { force: pieces(list, ",").map(x => find(m, x, fail).id) }
        case "end": { const { within, rest } = inside(list); return { end: Number(rest), within } }
        case "set": {
          const comma = list.indexOf(","), { inner, within, rest } = inside(list.slice(0, comma)), dot = rest.lastIndexOf(".")
          const p = inner.table.properties.findIndex(x => x.name === rest), s = p < 0 ? find(inner, rest.slice(0, dot), fail) : null
          const i = s ? s.own.findIndex((x, k) => String(x.field.label ?? k) === rest.slice(dot + 1)) : p
          if (i < 0) fail("there is no such field")
          const { type } = s ? s.own[i].field : inner.table.properties[p]
          return { set: s ? ["state", s.id, i] : ["property", p], value: read(list.slice(comma + 1), type, inner.types), within }
        }
      }
      return fail("there is no such step")
    }
    function find(m, name, fail) { return m.states.find(s => s.names.join(".") === name) ?? fail(`there is no state ${name}`) }
    function innermostOf(words, fail) {
      const within = []
      let inner = machine()
      for (const word of words.slice(0, -1)) {
        within.push(find(inner, word, fail).id)
        inner = inner.submachine(within.at(-1)) ?? fail(`${word} has no machine`)
      }
      return { inner, within, rest: words.at(-1) }
    }
    async function link() {
      const steps = play.moments.slice(1, play.here + 1).map(x => textOf(x.step).replace(/"([^"'\\]*)"/g, "'$1'"))
      const given = Object.entries(play.given).map(([name, v]) => `@with(${name},${show(v)})`)
      const text = encodeURI([machine().table.name, ...given, ...steps].join(";")).replace(/#/g, "%23")
      return `#${text.length > 1000 ? `z${await packed(decodeURIComponent(text))}` : text}`
    }
    async function packed(text) {
      const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text))
      return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")
    }
    async function unpacked(text) {
      const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), x => x.charCodeAt(0))
      return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes))
    }
    async function through(stream, bytes) {
      return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
    }
    // Plays what a link says, up to the first step that does not fit.
    async function open(hash) {
      const isPacked = /^#z[\w-]{50,}$/.test(hash), text = isPacked ? await unpacked(hash.slice(2)) : decodeURIComponent(hash.slice(1))
      const [name, ...words] = text.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|[^;"'`])+/g) ?? []
      const at = Math.max(0, machines.findIndex(m => m.table.name === name)), given = {}
      while (words[0]?.startsWith("@with(")) {
        const [, key, v] = /^@with\((\w+),(.*)\)$/s.exec(words.shift()) ?? [], p = machines[at].missing.find(x => x.name === key)
        if (p) given[key] = read(v, p.type, machines[at].types)
      }
      start(at, given)
      for (const [i, word] of words.entries()) {
        try { send(stepFrom(word)) } catch (problem) {
          play.notice = `The link ends before its step ${i + 1}, ${word}: ${problem.message}.`
        }
        if (!play.notice && !play.question && play.here <= i) play.notice = `The link ends before its step ${i + 1}, ${word}: the program has stopped.`
        if (play.notice || play.question) break
      }
      render()
    }

    // MARK: As a test in Swift

    // The steps as a test, by the templates of the table. What nobody knows compiles and stops; what depends on it is a comment.
    function swiftTest() {
      const m = machine(), { table } = m, lines = []
      let isKnown = true, usesUnknown = false, isComparable = table.equatable
      const unknown = x => { isKnown = false; return `unknown(${show(x.opaque)})` }
      const write = (make, isCode = true) => { isKnown = true; const text = make(); usesUnknown ||= isCode && !isKnown; return text }
      const expect = (call, result) => {
        const right = write(result, false)
        if (isKnown && isComparable) lines.push(`#expect(${call} == ${right})`)
        else lines.push(...call.endsWith(")") ? [`_ = ${call}`] : [], `// ${right}`)
      }
      const handle = (event, { outputs, failure, outcome }, c) => {
        const call = `${table.throws ? "try " : ""}machine.handle(event: ${event})`
        if (failure !== undefined) lines.push(`#expect(throws: (any Error).self) { ${call} }  // ${failure}`)
        else if (!table.outputs.length && !table.timers.length) lines.push(`#expect(${call} == .${outcome})`)
        else expect(call, () => `[${outputs.map(x => show(x, unknown)).join(", ")}]`)
        expect("machine.state", () => m.swiftState(c, unknown))
      }
      const call = (e, text, { answer, failure, configuration }) => {
        const called = `${e.throws ? "try " : ""}machine.${text}`
        if (failure !== undefined) lines.push(`#expect(throws: (any Error).self) { ${called} }  // ${failure}`)
        else if (answer === undefined) lines.push(called)
        else expect(called, () => show(answer, unknown))
        expect("machine.state", () => m.swiftState(configuration, unknown))
      }
      for (const { step, run } of play.moments.slice(0, play.here + 1)) {
        const c = run.configuration, made = c => write(() => m.written(c, unknown)), e = table.events[step?.event]
        if (!step) {
          lines.push(`var machine = ${made(m.initial(play.given))}`)
          if (table.starts) lines.push(`machine.start${table.outputs.length || table.timers.length ? " { _ in }" : "()"}`)
        } else if (e) {
          const text = write(() => show({ swift: e.swift, values: step.arguments }, unknown))
          if (table.interface === "methods") call(e, text, run)
          else handle(text, run, c)
        } else if (run.parts.length) for (const part of run.parts) handle(firing(part), part, part.configuration)
        else if (step.set || step.force) {
          lines.push(`// ${textOf(step)}`, `machine = ${made(c)}`)
          // A new machine remembers nothing.
          isComparable &&= !c.deferred.length && !Object.values(c.memory).some(Boolean)
        }
        if (c.stopped) { lines.splice(-2, 2, `// Here, the program stops: ${c.stopped}`); break }
      }
      const helper = "/// Stands for a value that is not known.\nfunc unknown<Value>(_ name: String) -> Value { fatalError(name) }\n\n"
      const name = table.name[0].toLowerCase() + table.name.slice(1)
      return `import Testing\n\n${usesUnknown ? helper : ""}@Test func ${name}Plays() throws {\n  ${lines.join("\n  ")}\n}\n`
    }
    function firing({ timer, machine: inner, within }) {
      const owners = within.map((s, i) => [innermost(within.slice(0, i)).machine, s])
      const event = { swift: inner.table.timers[timer].elapsed, values: [] }
      return show(owners.reduceRight((e, [m, s]) => ({ swift: m.table.events[m.states[s].submachine.event].swift, values: [e] }), event))
    }

    // MARK: Keys

    function present(title, text) {
      $("dialogTitle").textContent = title
      $("dialog").querySelector("pre").textContent = text
      $("dialog").showModal()
      navigator.clipboard?.writeText(text).catch(() => { })
    }
    $("restart").onclick = () => go(0)
    $("back").onclick = () => go(play.here - 1)
    $("forward").onclick = () => go(play.here + 1)
    $("swift").onclick = () => present("The steps as a test", swiftTest())
    $("link").onclick = async () => present("The address of this moment", host ? await link() : location.href)
    $("search").oninput = render
    addEventListener("resize", fit)
    addEventListener("hashchange", async () => { if (location.hash !== await link()) open(location.hash) })
    addEventListener("keydown", k => {
      if (k.ctrlKey || k.metaKey || k.altKey || ["INPUT", "SELECT"].includes(k.target.tagName) || $("dialog").open) return
      const pressed = { "/": "search", ArrowLeft: "back", ArrowRight: "forward", y: "yes", n: "no" }[k.key] ?? letters.get(k.key)
      if (!pressed || !$(pressed)) return
      k.preventDefault()
      $(pressed).focus()
      if (pressed !== "search") $(pressed).click()
    })
    // In the preview of an editor, which keeps the steps, dims the page while the text has errors, and goes to a state's line.
    if (host) {
      addEventListener("message", ({ data }) => document.body.classList.toggle("old", Boolean(data.isOld)))
      $("pictures").addEventListener("click", ({ target }) => {
        const [, at, state] = /^m(\d+)s(\d+)$/.exec(target.closest("g.node, g.cluster")?.id) ?? []
        if (state) host.postMessage({ state: machines[at]?.states[state].names.join(".") })
      })
    }
    open(host ? decodeURIComponent(document.documentElement.dataset.steps ?? "") : location.hash)
    """##
}
