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
        <button id="restart" title="Back to the start" aria-label="Back to the start">⟲</button>
        <button id="back" title="A step back" aria-keyshortcuts="ArrowLeft"><span aria-hidden="true">← </span>Back</button>
        <button id="forward" title="A step forward" aria-keyshortcuts="ArrowRight">Forward<span aria-hidden="true"> →</span></button>
        <button id="link" title="The address of this moment">Link</button>
        <button id="swift" title="The steps as a test in Swift">Swift</button>
      </div>
    </header>
    <main>
      <div id="stage">
        <div class="title">
          <p id="hint" class="soft"></p>
          <div id="zoom" role="group" aria-label="Size of the diagram">
            <button id="smaller" aria-label="Smaller" title="Smaller ( - )" aria-keyshortcuts="-">−</button>
            <button id="whole" title="The whole diagram ( 0 )" aria-keyshortcuts="0">Fit</button>
            <button id="larger" aria-label="Larger" title="Larger ( + )" aria-keyshortcuts="Plus">+</button>
          </div>
        </div>
        <section id="pictures" aria-label="Diagram" tabindex="0"></section>
        <div id="overview" aria-hidden="true" hidden></div>
      </div>
      <section id="values" aria-label="Values"></section>
      <aside>
        <section id="acts" aria-label="Events">
          <p id="notice" role="alert" hidden></p>
          <p id="now" class="code" tabindex="-1"></p>
          <div id="question"></div>
          <div class="title">
            <h2>Events</h2>
            <input id="search" type="search" placeholder="search ( / )" aria-label="Search the events" aria-keyshortcuts="/">
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
      <pre class="code" tabindex="0"></pre>
      <form method="dialog"><button id="copy" type="button">Copy</button> <button>Close</button> <output></output></form>
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
      --page: #ffffff; --box: #f6f8fa; --header: #eff2f5; --frame: #fbfcfd; --line: #57606a; --text: #1f2328;
      --soft: #59636e; --rule: #d1d9e0; --active: #0969da; --activeFill: #ddf0ff; --taken: #bc4c00; --bad: #a40e26;
      --good: #116329; --code: 12.5px/1.45 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #0d1117; --box: #161b22; --header: #1c2128; --frame: #10151b; --line: #8b949e; --text: #e6edf3;
        --soft: #9198a1; --rule: #30363d; --active: #58a6ff; --activeFill: #10305a; --taken: #f0883e; --bad: #ff7b72;
        --good: #56d364;
      }
    }
    * { box-sizing: border-box; }
    [hidden], #values:empty, .why:empty { display: none !important; }
    body { margin: 0; height: 100vh; background: var(--page); color: var(--text); }
    body, aside, #pictures, #stage { display: flex; flex-direction: column; }
    body, button, select { font: 14px/1.45 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
    h1, h2, h3, p, figure { margin: 0; font-size: 14px; }
    h2, h3 { font-size: 12px; font-weight: 600; color: var(--soft); margin-top: 12px; }
    .code, input { font: var(--code); overflow-wrap: anywhere; }
    .soft, label, .then, figcaption, summary { color: var(--soft); font-size: 12px; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    button, input, select, #now, #notice, .ask { background: var(--page); border: 1px solid var(--rule); }
    button, input, select, #now, #notice, .ask, kbd { border-radius: 5px; }
    button, input, select { color: inherit; padding: 3px 8px; min-height: 28px; }
    button { cursor: pointer; }
    [aria-disabled="true"] { opacity: 0.45; cursor: default; }
    [aria-pressed="true"], #tabs [aria-current="true"] { background: var(--activeFill); }
    [aria-invalid="true"] { border-color: var(--bad); outline-color: var(--bad); }
    .why { color: var(--bad); font-size: 12px; }
    input { width: 84px; }
    input[type="checkbox"] { width: 24px; min-height: 24px; }
    summary { padding: 4px 0; }
    kbd { font: 11px monospace; border: 1px solid var(--rule); padding: 0 4px; margin-left: 6px; color: var(--soft); }
    :focus-visible { outline: 2px solid var(--active); outline-offset: 1px; }

    :where(header, #tabs, .tools, .title, .wait, .event, .field, label, #values, #values span) {
      display: flex; align-items: center; gap: 4px 8px;
    }
    header, .wait, .event, .field, #forced, #values, #values span { flex-wrap: wrap; }
    header, #values { gap: 6px 16px; padding: 8px 14px; border: solid var(--rule); border-width: 0 0 1px; }
    #about {
      flex: 1; min-width: 160px; color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
    }
    #tabs { overflow-x: auto; max-width: 100%; }
    #tabs button { border: 0; }
    #tabs [aria-current="true"] { font-weight: 600; }
    main { flex: 1; min-height: 0; display: grid; grid-template: minmax(0, 1fr) auto / minmax(0, 1fr) 380px; }
    #stage { position: relative; min-width: 0; min-height: 0; }
    #stage .title { margin: 0; padding: 6px 14px 4px; }
    #zoom { display: flex; gap: 4px; margin-left: auto; }
    #pictures { flex: 1; min-height: 0; overflow: auto; padding: 10px; gap: 12px; }
    #overview {
      position: absolute; right: 16px; bottom: 16px; overflow: hidden; cursor: crosshair; touch-action: none;
      background: var(--page); border: 1px solid var(--line); box-sizing: content-box; opacity: 0.9;
    }
    #overview > * { position: absolute; }
    #overview .frame { border: 2px solid var(--active); background: color-mix(in srgb, var(--active) 12%, transparent); }
    #overview path { stroke-width: 3; }
    figure { margin: auto; }
    figure svg { display: block; }
    #values { border-width: 1px 0 0; max-height: 30vh; overflow: auto; }
    #values input { width: auto; }
    .changed { background: color-mix(in srgb, var(--taken) 20%, var(--page)); border-color: var(--taken); }
    aside { grid-area: 1 / 2 / 3 / 3; min-height: 0; border-left: 1px solid var(--rule); }
    #acts { overflow: auto; padding: 8px 14px; min-height: 40%; background: var(--box); }
    #now, #notice, .ask { border-left: 3px solid var(--active); padding: 6px 8px; }
    #notice, .ask { border-color: var(--taken); margin-bottom: 8px; }
    .ask button { margin: 6px 6px 0 0; }
    .title { justify-content: space-between; margin-top: 10px; }
    .title h2 { margin: 0; }
    #search { width: 10.5em; }
    .event, .wait { padding: 3px 0; }
    .event > button { border-color: var(--active); }
    .event.off > button { border: 1px dashed var(--rule); color: var(--soft); }
    .then { margin-left: auto; color: var(--active); }
    .off .then { color: var(--soft); }
    #force { margin-top: 12px; }
    #log { flex: 1 1 30%; min-height: 120px; overflow: auto; padding: 4px 14px; border-top: 1px solid var(--rule); }
    #log button { border: 0; padding: 0; min-height: 24px; font: inherit; font-weight: 600; text-align: left; }
    #log .here > button::before { content: "▸ "; color: var(--active); }
    #log .ahead, #log .ahead :is(button, div) { color: var(--soft); font-style: italic; }
    #log > div { margin-top: 4px; }
    #log div div { padding-left: 20px; text-indent: -14px; margin: 0; color: var(--soft); }
    #log div:is(.row, .output, .timer, .answer) { color: var(--text); }
    #log div:is(.stop, .throw) { color: var(--bad); }
    #log .yes::before { content: "✓ "; color: var(--good); }
    #log .no::before { content: "✗ "; color: var(--bad); }
    #log .row::before { content: "▶ "; color: var(--taken); }
    #log :is(.output, .timer, .answer)::before { content: "↗ "; color: var(--active); }
    #log .exit::before { content: "← "; }
    #log .entry::before { content: "→ "; }
    #log .then::before { content: "⟳ "; }
    #log .rest::before { content: "∅ "; }
    #log .set::before { content: "= "; }
    #log :is(.stop, .throw)::before { content: "■ "; }
    dialog { color: inherit; background: var(--page); border: 1px solid var(--rule); max-width: min(780px, 94vw); }
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
    svg text { font-family: Helvetica, Arial, sans-serif; }
    svg .label text { opacity: 0.65; }
    svg .label:hover text { opacity: 1; }
    svg .label.lit text { opacity: 1; fill: var(--active); text-decoration: underline; }
    svg .label.taken text { opacity: 1; fill: var(--taken); font-weight: 600; }
    svg .active:not(.region) > g > a > path:first-child { stroke: var(--active); stroke-width: 1.6; }
    svg .node.active > g > a > path:first-child { fill: var(--activeFill); stroke-width: 3; }
    svg .entered > g > a > text:first-of-type { font-weight: 700; }
    svg .gone:not(.region) > g > a > path:first-child { stroke: var(--taken); stroke-width: 2; stroke-dasharray: 4 3; }
    svg .edge.taken path, svg .edge.taken polygon { stroke: var(--taken); stroke-width: 2.6; }
    svg .edge.taken polygon { fill: var(--taken); }
    body.old #pictures { opacity: 0.4; }
    @media (prefers-reduced-motion: no-preference) { svg path, svg text { transition: fill 0.15s, stroke 0.15s; } }
    @media (max-width: 800px) {
      body { height: auto; padding-bottom: 56px; }
      main { display: flex; flex-direction: column; }
      aside { display: contents; }
      html { scroll-padding: 46vh 0 64px; }
      #stage { position: sticky; z-index: 1; top: 0; height: 44vh; }
      #stage { background: var(--page); border-bottom: 1px solid var(--rule); }
      #acts { order: 1; }
      #values { order: 2; max-height: none; }
      #log { order: 3; }
      #about { display: none; }
      .tools { position: fixed; z-index: 1; inset: auto 0 0; justify-content: space-around; padding: 6px 8px; }
      .tools { background: var(--page); border-top: 1px solid var(--rule); }
      button, input, select { min-height: 40px; font-size: 16px; }
    }
    @media (max-width: 360px) { .tools button { padding: 3px 6px; } .tools button span { display: none; } }
    """##
  static let script = ##"""
    "use strict"
    // The values of Swift, and the trees of its expressions and patterns, which the compiler has parsed.
    //
    // An Int is a BigInt, an integer of another width {int, type}, a Double a number, nil null, an array an Array. Other
    // values are objects: {set}, {pairs} (a dictionary), {part} (a slice), {range, closed}, {tuple, labels}, {case, labels,
    // values}, {swift, values} (what a template writes), {machine, configuration} (a submachine) and {opaque: text}: what
    // nobody can compute here, with `isSome` where its type has no nil.

    class Ask extends Error {}   // An expression that cannot be evaluated.
    class Stop extends Error {}  // Here, Swift stops the program.

    const ask = () => { throw new Ask("not known") }
    const stop = why => { throw new Stop(why) }
    const has = (v, key) => v !== null && typeof v === "object" && key in v
    const known = v => v === undefined || has(v, "opaque") ? ask() : v
    const isNil = v => has(v, "isSome") ? false : known(v) === null
    const caseOf = (name, labels, values) => ({ case: name, labels, values })
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

    // Types of numbers besides Double that are written as it is, and that nothing is computed of.
    const NUMBERS = /^(Float\d*|CGFloat|TimeInterval)$/
    // What types are made of, with the aliases of the machine followed.
    class Types {
      constructor(aliases = {}, enums = {}) { Object.assign(this, { aliases, enums }) }
      shape(type) {
        const text = type.trim(), isBracketed = /^[[(].*[\])]$/s.test(text)
        const list = isBracketed && pieces(text.slice(1, -1), text[0] === "[" ? ":" : ",")
        if (Object.hasOwn(this.aliases, text)) return this.shape(this.aliases[text])
        if (text.endsWith("?")) return { kind: "optional", of: text.slice(0, -1) }
        const [, generic, parts] = /^(Optional|Array|Set|Dictionary)<(.*)>$/s.exec(text) ?? []
        if (generic) return { kind: generic.toLowerCase(), of: pieces(parts, ",").at(-1), key: pieces(parts, ",")[0] }
        if (text[0] === "[" && list) return { kind: list[1] ? "dictionary" : "array", of: list[1] ?? list[0], key: list[0] }
        if (list?.length === 1) return this.shape(list[0])
        const item = x => { const [, label, of] = /^(?:(\w+)\s*:)?(.*)$/s.exec(x); return [label ?? null, of] }
        if (list) return { kind: "tuple", items: list.map(item) }
        return { kind: /^U?Int(8|16|32|64)?$/.test(text) ? "whole" : text === "Double" ? "real" : "name", name: text }
      }
      // A value as one of a type: a literal takes the type of the place where it stands.
      fit(v, type) {
        const { kind, of, key, name, items } = this.shape(type), inner = x => this.fit(x, of)
        if (v === undefined || has(v, "opaque")) return v && kind !== "optional" ? { ...v, isSome: true } : v
        if (kind === "optional") return v === null || v.case === "none" ? null : inner(v.case === "some" ? v.values[0] : v)
        if (isWhole(v)) return kind === "whole" ? whole(raw(v), name) : kind === "real" ? Number(raw(v)) : v
        if (Array.isArray(v)) return kind === "array" ? v.map(inner) : kind === "set" ? { set: distinct(v.map(inner)) } : v
        if (kind === "dictionary" && v.pairs) return { pairs: v.pairs.map(([k, x]) => [this.fit(k, key), inner(x)]) }
        if (kind !== "tuple" || v.tuple?.length !== items.length) return v
        return { tuple: v.tuple.map((x, i) => this.fit(x, items[i][1])), labels: items.map(x => x[0]) }
      }
      // Whether a value is one of a type. Of types that are not known here, anything is; and so is, of every type, what
      // stands in back-ticks, a value that nobody knows.
      holds(v, type) {
        const { kind, of, key, name, items } = this.shape(type), all = (list, type) => list.every(x => this.holds(x, type))
        const isIn = (list, types) => list?.length === types.length && list.every((x, i) => this.holds(x, types[i]))
        const fields = this.enums[name]?.find(c => c.name === v?.case)?.fields
        if (v?.isMeant) return true
        switch (kind === "name" ? NUMBERS.test(name) ? "real" : name : kind) {
          case "optional": return v === null || this.holds(v, of)
          case "whole": return isWhole(v)
          case "real": return isWhole(v) || typeof v === "number"
          case "array": return Array.isArray(v) && all(v, of)
          case "set": return has(v, "set") && all(v.set, of)
          case "dictionary": return has(v, "pairs") && v.pairs.every(([k, x]) => this.holds(k, key) && this.holds(x, of))
          case "tuple": return has(v, "tuple") && isIn(v.tuple, items.map(x => x[1]))
          case "Bool": return typeof v === "boolean"
          case "String": case "Character": return isText(v) && (name === "String" || member(v, "count") === 1n)
        }
        if (!this.enums[name]) return true
        return this.enums[name].some(c => c.name === v?.case) && isIn(v.values, (fields ?? []).map(x => x.type))
      }
      // What a field for a type wants.
      wanted(type) {
        const { kind, of, name } = this.shape(type), width = bits(name ?? ""), isUnsigned = name?.[0] === "U"
        const edge = 1n << BigInt(isUnsigned ? width : width - 1), each = of && (this.wanted(of) || "a value")
        const range = width < 64 ? ` from ${isUnsigned ? 0 : -edge} to ${edge - 1n}` : isUnsigned ? " from 0 on" : ""
        const words = {
          optional: `${each}, or nil`, array: `[…] with commas between, each ${each}`, dictionary: "[key: value, …]",
          whole: `a whole number${range}`, real: "a number such as 1.5",
          Bool: "true or false", String: "text, whose quotation marks are closed", Character: "one character",
          tuple: "(…) with a value for each part",
        }
        const cases = () => this.enums[name]?.map(c => `.${c.name}${c.fields ? "(…)" : ""}`).join(", ") ?? ""
        return words[NUMBERS.test(name) ? "real" : kind === "set" ? "array" : kind === "name" ? name : kind] ?? cases()
      }
      // Why a text is no value of a type; empty where it is one.
      refusal(text, type) {
        return this.holds(read(text, type, this), type) ? "" : `no ${type}: write ${this.wanted(type)}`
      }
      // A text for a value of a type; `name` for one that nobody knows.
      sample(type, name, depth = 0) {
        const { kind, name: own, items } = this.shape(type), of = type => this.sample(type, name, depth + 1)
        const simple = { whole: "1", real: "1.0", optional: "nil", array: "[]", set: "[]", dictionary: "[:]" }[kind]
        const first = this.enums[own]?.find(c => !c.fields) ?? this.enums[own]?.[0]
        const list = fields => fields.map(x => (x.label ? `${x.label}: ` : "") + of(x.type)).join(", ")
        if (depth > 4) return `\`${name}\``
        if (kind === "tuple") return `(${list(items.map(([label, type]) => ({ label, type })))})`
        if (first) return `.${first.name}${first.fields ? `(${list(first.fields)})` : ""}`
        const text = { Bool: "false", String: depth ? '"a"' : "a", Character: '"a"' }[own]
        return simple ?? text ?? (NUMBERS.test(own) ? "1.0" : name)
      }
    }
    // The pieces of a text between separators that stand in no brackets.
    function pieces(text, separator) {
      let depth = 0
      const split = c => { depth += "([<{".includes(c) - ")]>}".includes(c); return c === separator && !depth ? "\0" : c }
      return [...text].map(split).join("").split("\0").map(x => x.trim()).filter(Boolean)
    }

    // A value in Swift; `unknown` writes what nobody knows.
    function show(v, unknown = x => x.opaque) {
      const one = x => show(x, unknown)
      const list = (values, labels = []) => values.map((x, i) => (labels[i] ? `${labels[i]}: ` : "") + one(x)).join(", ")
      if (v === null || v === undefined) return v === null ? "nil" : "?"
      const escaped = (_, x, y) => `\\u{${x ?? { b: 8, f: "c" }[y]}}`
      if (isText(v)) return JSON.stringify(v).replace(/\\u(....)|\\([bf])/g, escaped)
      if (typeof v === "number") return Number.isInteger(v) && Math.abs(v) < 1e16 ? v.toFixed(1) : String(v)
      if (Array.isArray(v) || v.set || v.part) return `[${list(v.set ?? v.part ?? v)}]`
      if (typeof v !== "object" || "int" in v) return String(raw(v))
      if ("opaque" in v) return unknown(v)
      if (v.pairs) return `[${v.pairs.map(([k, x]) => `${one(k)}: ${one(x)}`).join(", ") || ":"}]`
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
      return key(a) === key(has(a, "set") && Array.isArray(b) ? { set: distinct(b) } : b)
    }
    function distinct(list) {
      const keys = list.length < 2 ? list : list.map(key)
      return list.filter((_, i) => keys.indexOf(keys[i]) === i)
    }

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
      const isModular = /^&[-+*]|<<|>>/.test(op), apply = OPERATORS[isModular ? op.replace(/^&/, "") : op]
      if (known(a) === null || known(b) === null) ask()
      if (!apply && raw(a) > raw(b)) stop("a range ends below its beginning")
      if (!apply) return { range: [a, b], closed: op === "..." }
      if (Array.isArray(a) && Array.isArray(b) && op === "+") return [...a, ...b]
      if (isText(a) && isText(b)) return op === "+" || (isPlain(a + b) && /[<>]/.test(op)) ? apply(a, b) : ask()
      if (![a, b].every(x => typeof x === "number" || isWhole(x))) return ask()
      if (!isWhole(a) || !isWhole(b)) return apply(Number(raw(a)), Number(raw(b)))
      if ((op === "/" || op === "%") && raw(b) === 0n) stop("division by zero")
      const type = a.type ?? b.type ?? "Int", n = apply(raw(a), raw(b), BigInt(bits(type)))
      return typeof n === "boolean" ? n : whole(isModular ? wrap(n, type) : n, type)
    }
    function isWithin(v, { range: [low, high], closed }) {
      const [x, from, to] = [known(v), low, high].map(raw)
      if (x === null || typeof x === "object") ask()
      return (from === null || x >= from) && (to === null || (closed ? x <= to : x < to))
    }

    // MARK: Expressions

    // A `scope` knows what names mean: read(place), write(place, v), isIn(query), isOptional(tree), word(name), text(query)
    // and attempt(action), which takes back what an action has written that throws.
    const values = (trees, scope) => trees.map(x => value(x, scope))
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
      unwrap: (scope, a) => { const v = evaluate(a, scope); return isNil(v) ? stop("nil is unwrapped") : v },
      neg: (scope, a) => negated(operand(a, scope)),
      "~": (scope, a) => { const v = operand(a, scope); return binary("^", v, wrap(-1n, v.type ?? "Int")) },
      from: (scope, a) => ({ range: [operand(a, scope), null], closed: true }),
      through: (scope, a, closed = true) => ({ range: [null, operand(a, scope)], closed }),
      upTo: (scope, a) => FORMS.through(scope, a, false),
      tuple: (scope, labels, ...items) => ({ tuple: values(items, scope), labels }),
      array: (scope, ...items) => values(items, scope),
      dictionary: (scope, ...items) =>
        ({ pairs: items.flatMap((k, i) => i % 2 ? [] : [[value(k, scope), value(items[i + 1], scope)]]) }),
      case: (scope, name, labels, ...items) => caseOf(name, labels ?? [], values(items, scope)),
      member: (scope, of, name) => member(operand(of, scope), name),
      subscript: (scope, of, i, otherwise) => {
        const found = elementAt(operand(of, scope), operand(i, scope))
        return found === null && otherwise !== undefined ? evaluate(otherwise, scope) : found
      },
      call: (scope, of, method, labels, ...items) => call(of, signature(method, labels), values(items, scope), scope),
      function: (scope, name, ...items) => applied(name, items.map(x => operand(x, scope))),
      convert: (scope, type, of) => converted(type, operand(of, scope)),
      changing: (scope, places, of) => evaluate(of, scope),
    }
    const PLACES = ["field", "event", "property", "let"]
    function evaluate(tree, scope) {
      if (!Array.isArray(tree)) return typeof tree === "number" ? BigInt(tree) : tree
      const [head, ...parts] = tree
      if (PLACES.includes(head)) return scope.read(tree)
      return FORMS[head] ? FORMS[head](scope, ...parts) : binary(head, ...parts.map(x => evaluate(x, scope)))
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
      const isPrinted = isWhole(v) || (typeof v !== "object" && (size === 0 || (size >= 1e-4 && size < 1e15)))
      return scope.isOptional(tree) || !isPrinted ? ask() : isText(v) ? v : show(v)
    }
    function negated(v) { return isWhole(v) ? whole(-raw(v), v.type) : typeof v === "number" ? -v : ask() }
    // The elements of a collection; the order of those of a set or a dictionary is not known.
    function elements(v, isOrdered = true) {
      return Array.isArray(v) ? v : v.part ?? (isOrdered ? ask() : v.set ?? v.pairs ?? ask())
    }
    function extreme(list, op) { return list.map(known).reduce((a, b) => binary(op, b, a) ? b : a, list[0] ?? null) }
    function applied(name, list) {
      if (name === "abs") return raw(list[0]) < 0 ? negated(list[0]) : list[0]
      return name === "min" ? extreme(list, "<") : name === "max" ? extreme(list, ">=") : ask()
    }
    function member(v, name) {
      if (has(v, "tuple")) return known(v.tuple[tuplePlace(v, name)])
      switch (name) {
        case "count": return BigInt(isText(v) ? [...new Intl.Segmenter().segment(v)].length : elements(v, false).length)
        case "isEmpty": return isText(v) ? v === "" : !elements(v, false).length
        case "first": return elements(v)[0] ?? null
        case "last": return elements(v).at(-1) ?? null
      }
      return ask()
    }
    function tuplePlace(v, name) { return /^\d+$/.test(name) ? Number(name) : v.labels.indexOf(name) }
    function converted(type, v) {
      if (/^U?Int\d*$/.test(type)) {
        if (isText(v)) return /^[+-]?\d+$/.test(v) && wrap(BigInt(v), type) === BigInt(v) ? whole(BigInt(v), type) : null
        if (typeof v === "number" && !Number.isFinite(v)) stop(`${v} is not an ${type}`)
        if (typeof v === "number") return whole(BigInt(Math.trunc(v)), type)
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
      const more = i.closed ? 1 : 0, end = i.range[1] === null ? v.length : index(v, i.range[1], v.length - more) + more
      return { part: v.slice(index(v, i.range[0] ?? 0n, end), end) }
    }

    // MARK: Methods

    const signature = (method, labels) => [method, ...(labels ?? []).map(x => x ?? "_")].join(":")
    const plain = (v, x) => isPlain(v) && isPlain(known(x)) ? v : ask()
    const METHODS = {
      "contains:_": (v, x) => v.range ? isWithin(x, v)
        : isText(v) ? plain(v, x).includes(x) : elements(v, false).some(y => equal(x, y)),
      "isMultiple:of": (v, x) => raw(known(x)) === 0n ? raw(v) === 0n : raw(v) % raw(x) === 0n,
      "hasPrefix:_": (v, x) => plain(v, x).startsWith(x),
      "hasSuffix:_": (v, x) => plain(v, x).endsWith(x),
      "firstIndex:of": (v, x) => {
        const i = (Array.isArray(v) ? v : ask()).findIndex(y => equal(x, y))
        return i < 0 ? null : BigInt(i)
      },
      dropFirst: v => ({ part: elements(v).slice(1) }),
      dropLast: v => ({ part: elements(v).slice(0, -1) }),
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
      const old = operand(outer, scope), i = head === "member" ? tuplePlace(old, part) : operand(part, scope)
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
      const [head, target, method, labels] = tree, base = x => PLACES.includes(x[0]) ? x : base(x[1])
      const own = head === "changing" ? target : head === "call" && CHANGES[signature(method, labels)] ? [base(target)] : []
      return [...own, ...tree.flatMap(changes)]
    }

    // MARK: Patterns

    // Whether a pattern matches; what it binds goes into `bound`.
    function matches(pattern, v, bound, scope) {
      const [head, name, ...rest] = pattern
      const all = (list, values) => list.every((p, i) => matches(p, values[i], bound, scope))
      if (head === "any") return true
      if (head === "bind") { bound[name] = v; return true }
      if (head === "text") return ask()
      if (head === "some") return !isNil(v) && matches(name, v, bound, scope)
      if (head === "value") {
        const expected = evaluate(name, scope)
        return has(expected, "range") ? !isNil(v) && isWithin(v, expected) : equal(v, expected)
      }
      const it = has(known(v), "machine") ? v.machine.stateValue(v.configuration) : v, inner = rest.slice(1)
      if (head === "tuple") return all([name, ...rest], it.tuple ?? ask())
      if (name === "none" && !inner.length && !has(it, "case")) return it === null
      if (it === null) return false
      if (name === "some" && !has(it, "case")) return all(inner, [it])
      if (!has(it, "case") || (it.case === name && inner.length && inner.length !== it.values.length)) ask()
      return it.case === name && all(inner, it.values)
    }
    function bindings(pattern) {
      if (!Array.isArray(pattern)) return []
      return pattern[0] === "bind" ? [pattern[1]] : pattern[0] === "text" ? pattern[2] ?? [] : pattern.flatMap(bindings)
    }

    // MARK: Expressions as text

    // By form: $1 is the first part, ($1) the same in brackets where it is an operation, (#2) the parts from the second on.
    const TEXTS = {
      "?:": "($1) ? ($2) : ($3)", "!": "!($1)", "~": "~($1)", neg: "-($1)", from: "($1)...", through: "...($1)",
      upTo: "..<($1)", unwrap: "($1)!", tuple: "(#2)", array: "{#1}", case: ".$1[#3]", member: "($1).$2",
      subscript: "($1){#2}", call: "($1).$2(#4)", missing: "?", function: "$1(#2)", convert: "$1(#2)", changing: "$2",
      "...": "($1)...($2)", "..<": "($1)..<($2)",
    }
    // An expression in Swift, with values in the place of names.
    function written(tree, scope) {
      if (!Array.isArray(tree)) return isText(tree) ? tree : show(evaluate(tree))
      const [head, ...parts] = tree, one = x => written(x, scope)
      const labels = { tuple: parts[0], case: parts[1], call: parts[2] }[head]
      const list = from => parts.slice(from - 1).map((x, i) => (labels?.[i] ? `${labels[i]}: ` : "") + one(x)).join(", ")
      const operation = x => Array.isArray(x) && (x[0] === "neg" || /^\W/.test(x[0])) ? `(${one(x)})` : one(x)
      if (PLACES.includes(head)) return show(scope.read(tree))
      switch (head) {
        case "in": return scope.text(parts[0])
        case "word": return scope.word(parts[0])
        case "int": case "double": case "given": return show(evaluate(tree, scope))
        case "text": return parts.map(one).join("")
        case "string": return `"${parts.map(x => isText(x) ? show(x).slice(1, -1) : `\\(${one(x)})`).join("")}"`
        case "dictionary": return `[${parts.map((x, i) => one(x) + (i % 2 ? "," : ":")).join(" ").slice(0, -1) || ":"}]`
      }
      const fill = (_, a, b, bracket, from) => {
        if (a ?? b) return a ? operation(parts[a - 1]) : one(parts[b - 1])
        return bracket === "{" ? `[${list(from)}]` : bracket === "(" || parts.length >= from ? `(${list(from)})` : ""
      }
      return (TEXTS[head] ?? `($1) ${head} ($2)`).replace(/\(\$(\d)\)|\$(\d)|([([{])#(\d)[)\]}]/g, fill)
    }

    // MARK: Values by hand

    // Reads a literal, as it is typed into a field or stands in a link; anything else is carried as its text.
    function read(text, type, types) {
      const { kind, of, name } = types.shape(type), isNil = kind === "optional" && text.trim() === "nil"
      const own = (kind === "optional" ? types.shape(of) : { name }).name, isEnum = own && types.enums[own]
      if (own === "String" && !isNil && !/^\s*["'`]/.test(text)) return text
      const literal = isEnum && text.trim().startsWith(`${own}.`) ? text.trim().slice(own.length) : text.trim()
      try { return types.fit(new Reader(literal).whole(), type) } catch { return { opaque: text.trim() || "?" } }
    }
    const SIMPLE = new RegExp([/(-?\d[\d_]*(?:\.\d[\d_]*(?:[eE][+-]?\d+)?|[eE][+-]?\d+))\b/,
      /(-?)(0x[\da-fA-F]+|\d[\d_]*)\b/, /("(?:\\.|[^"\\])*")/, /'([^']*)'/, /`([^`]*)`/,
      /([\p{L}_][\p{L}\p{N}_]*)(?![\p{L}\p{N}_(.])/u].map(x => x.source).join("|"))
    class Reader {
      constructor(text) { Object.assign(this, { text, at: 0 }) }
      // What comes next, if it is as it is wanted.
      next(wanted) {
        const pattern = new RegExp(`\\s*(?:${wanted.source})`, "yu")
        pattern.lastIndex = this.at
        const found = pattern.exec(this.text)
        if (found) this.at = pattern.lastIndex
        return found?.slice(1) ?? null
      }
      whole() { const v = this.value(); return this.next(/$/) ? v : ask() }
      arguments() { this.next(/\(/); return this.list(/\)/) }
      value() {
        const [real, sign, digits, quoted, single, unknown, word] = this.next(SIMPLE) ?? []
        if (real) return Number(real.replace(/_/g, ""))
        if (digits) return BigInt(digits.replace(/_/g, "")) * (sign ? -1n : 1n)
        if (quoted) return JSON.parse(quoted.replace(/\\u\{(.+?)\}/g, (_, x) => "\\u" + x.padStart(4, "0")))
        if (word) return { true: true, false: false, nil: null }[word] ?? (word === "nil" ? null : { opaque: word })
        if (single ?? unknown) return unknown === undefined ? single : { opaque: unknown, isMeant: true }
        if (single === "") return single
        const [name, hasList] = this.next(/\.([\p{L}_][\p{L}\p{N}_]*)(\(?)/u) ?? []
        if (name) return { case: name, labels: [], values: [], ...hasList && this.list(/\)/) }
        if (this.next(/\[\s*:\s*\]/)) return { pairs: [] }
        const isList = this.next(/\[/), isTuple = !isList && this.next(/\(/)
        const { labels, values, keys } = isList || isTuple ? this.list(isList ? /\]/ : /\)/) : ask()
        if (isList) return keys.length ? { pairs: keys.map((k, i) => [k, values[i]]) } : values
        return values.length === 1 && !labels[0] ? values[0] : { tuple: values, labels }
      }
      list(end) {
        const labels = [], values = [], keys = []
        while (!this.next(end)) {
          if (values.length && !this.next(/,/)) ask()
          labels.push(end.source === "\\)" ? this.next(/([\p{L}_][\p{L}\p{N}_]*)\s*:/u)?.[0] ?? null : null)
          const v = this.value()
          if (this.next(/:/)) keys.push(v)
          values.push(keys.length > values.length ? this.value() : v)
        }
        return { labels, values, keys }
      }
    }

    if (typeof module !== "undefined") {
      module.exports = { Ask, Stop, Types, ask, bindings, caseOf, evaluate, execute, has, isText, known, matches, raw, read,
        show, stop, truth, value, values, write, written }
    }
    "use strict"
    // The machine: it walks over the table and decides nothing that the table says. The one exception is which rows of
    // several regions go together: that is the rule of SCXML (Appendix D), in `select`.
    if (typeof module !== "undefined") Object.assign(globalThis, require("./values.js"))

    class Thrown extends Error {}  // A row has thrown by 'try': its step has not happened.
    // What only a person can answer; the step runs again with the answer.
    class Question extends Error { constructor(about) { super(about.text); this.about = about } }
    const nameOf = ({ label, name, type }, i = "") => label ?? name ?? `${type}${i}`

    // A machine of a document. A configuration of it is what a step changes: active states, values by state, properties,
    // memory by composite, what waits (deferred, timers, tasks), the clock, and why the program has stopped.
    const EMPTY = { active: [], values: {}, properties: [], memory: {}, deferred: [], timers: [], tasks: [], clock: 0 }
    class Machine {
      constructor(document, at) {
        const none = { properties: [], events: [], outputs: [], choices: [], timers: [], queries: [] }
        Object.assign(this, { document, at, states: [], table: { ...none, ...document.machines[at] } })
        const { types, enums, interface: style } = this.table
        Object.assign(this, { types: new Types(types, enums), isMethods: style === "methods" })
        for (const [id, s] of this.table.states.entries()) {
          const outer = this.states[s.parent] ?? { names: [], path: [], places: [], children: [] }
          const own = (s.fields ?? []).map((field, i) => ({ state: id, i, field }))
          outer.children.push(id)
          this.states.push({ ...s, id, own, children: [], names: [...outer.names, s.name], path: [...outer.path, id],
            places: [...outer.places, ...own] })
        }
        this.roots = this.states.filter(s => s.parent === undefined).map(s => s.id)
      }
      children(body) { return this.states[body]?.children ?? this.roots }
      regions(body) { return this.children(body).filter(k => this.states[k].kind === "region") }
      isWithin(s, body) { return body === undefined || body === null || (s > body && s < this.states[body].end) }
      leaves(c) { return c.active.filter(s => !this.states[s].children.length) }
      submachine(s) {
        const at = this.states[s].submachine?.machine
        if (at !== undefined) return (this.document.made ??= [])[at] ??= new Machine(this.document, at)
      }
      // What has no value before the start: properties, and fields of the first state.
      get missing() {
        const { state, arguments: list = [] } = this.table.start
        const fields = this.states[state].places.filter((_, k) => list[k]?.[0] === "missing").map(x => x.field)
        const properties = this.table.properties.filter(p => p.value === undefined)
        return [...properties, ...fields].map(f => ({ ...f, name: nameOf(f) }))
      }
      // A machine before its start: in its first states, or in a state that is given as a value.
      initial(given = {}, state) {
        const run = new Run(this, EMPTY), { arguments: list = [], ...start } = this.table.start
        for (const { name, type, value: tree } of this.table.properties) {
          const v = name in given ? given[name] : tree === undefined ? { opaque: name } : value(tree, run.scope())
          run.properties = [...run.properties, this.types.fit(v, type)]
        }
        const filled = list.map((a, k) => {
          const name = nameOf(this.states[start.state].places[k].field)
          return a?.[0] === "missing" && name in given ? ["given", given[name]] : a
        })
        const first = state === undefined ? run.arrival({ ...start, arguments: filled }, run.scope()) : run.placed(state)
        // What is done on entry is the business of the start.
        run.apply([{ ...first, entries: [] }])
        return run.configuration
      }
      // One step on a copy: an event, a timer, time that passes, or what is done by hand.
      run(before, input, answers = []) {
        return new Run(this, before, { answers, asked: new Map(), log: [], clock: before.clock }).perform(input)
      }
      // Whether a body, or the machine, is in a final state, in each of its regions.
      isDone(c, body) {
        const regions = this.regions(body)
        if (regions.length) return regions.every(k => this.isDone(c, k))
        return this.children(body).some(k => this.states[k].kind === "final" && c.active.includes(k))
      }
      hasEnded(c) { return !this.isMethods && this.isDone(c) }
      // This machine and those of active states, the outer ones first, each with the states around it.
      nested(c, within = [], names = []) {
        const inner = c.active.flatMap(s => {
          const v = c.values[s]?.[this.states[s].submachine?.field]
          return has(v, "machine") ? v.machine.nested(v.configuration, [...within, s], [...names, this.states[s].name]) : []
        })
        return [{ machine: this, c, within, names }, ...inner]
      }
      // The timers that wait, by their deadlines.
      waiting(c) {
        return this.nested(c).flatMap(x => x.c.timers.map(timer => ({ ...x, ...timer }))).sort((a, b) => a.due - b.due)
      }
      // The state in Swift, and a machine in that state.
      swiftState(c, unknown) {
        const active = body => this.children(body).find(k => c.active.includes(k))
        const fill = (template, s) => template.map(part => {
          if (isText(part) || part.in !== undefined) return isText(part) ? part : of(active(part.in))
          const { state, i } = this.states[s].places[part.field]
          return show(c.values[state]?.[i], unknown)
        }).join("")
        const of = s => fill(this.states[s].swift, s)
        return this.table.swift ? fill(this.table.swift) : of(active())
      }
      written(c, unknown) {
        const part = x => isText(x) ? x : x.state ? this.swiftState(c, unknown) : show(c.properties[x.property], unknown)
        return (this.table.new ?? [`${this.table.name}(state: `, { state: true }, ")"]).map(part).join("")
      }
      // The state as a value, for patterns.
      stateValue(c, body) {
        const regions = this.regions(body), all = regions.map(r => this.stateValue(c, r))
        if (regions.length) return caseOf("init", regions.map(r => this.states[r].name), all)
        const { id, name, own, children } = this.states[this.children(body).find(k => c.active.includes(k))]
        const inner = children.length ? [this.stateValue(c, id)] : []
        return caseOf(name, own.map(x => x.field.label), [...own.map(x => c.values[id]?.[x.i]), ...inner])
      }
    }

    // What names mean in a row: fields of its source and of its trigger, properties, and what patterns and blocks bind.
    class Scope {
      constructor(run, source, trigger = [], row = undefined) {
        Object.assign(this, { run, source, trigger: [...trigger], row, lets: {} })
      }
      get places() { return this.run.states[this.source]?.places ?? [] }
      read([kind, n]) {
        const { state, i, field } = this.places[n] ?? {}
        const all = { event: this.trigger, property: this.run.properties, let: this.lets }
        const v = kind === "field" ? this.run.values[state]?.[i] : all[kind][n]
        return v === undefined ? { opaque: String(field?.label ?? n) } : v
      }
      write([kind, n], v) {
        const { run } = this, { types, table } = run.machine, { state, i, field } = this.places[n] ?? {}
        if (kind === "let" || kind === "event") this[kind === "let" ? "lets" : "trigger"][n] = v
        else if (kind === "property") run.properties = run.properties.with(n, types.fit(v, table.properties[n].type))
        else run.values = { ...run.values, [state]: run.values[state].with(i, types.fit(v, field.type)) }
      }
      isIn(query) { return this.run.table.queries[query].states.some(s => this.run.active.includes(s)) }
      text(query) { return `in(${this.run.table.queries[query].text})` }
      word(name) { return this.words?.[name] ?? this.run.words("")[name] ?? name }
      nameOf([kind, n]) {
        return { property: this.run.table.properties[n]?.name, field: this.places[n]?.field.label, let: n }[kind] ?? kind
      }
      isOptional(tree) {
        const [kind, n] = Array.isArray(tree) ? tree : []
        const typed = { field: this.places[n]?.field, property: this.run.table.properties[n] }[kind]
        return typed !== undefined && this.run.machine.types.shape(typed.type).kind === "optional"
      }
      attempt(action) {
        const { run } = this, before = [run.values, run.properties, { ...this.lets }]
        try { return action() } catch (problem) {
          [run.values, run.properties, this.lets] = before
          throw problem
        }
      }
    }
    // A message, without the quotation marks of its literal.
    const said = (tree, scope) => { const v = value(tree, scope); return isText(v) ? v : show(v) }

    const KEPT = ["active", "values", "properties", "memory", "deferred", "timers", "tasks", "clock", "stopped"]
    // One run to completion. Values are never changed in place, so what it begins with stays as it was.
    class Run {
      constructor(machine, before, shared = { log: [] }, isInner = false) {
        for (const key of KEPT) this[key] = before[key]
        Object.assign(this, { machine, table: machine.table, states: machine.states, shared, isInner, outcome: "ignored" })
        Object.assign(this, { queue: [], outputs: [], rows: [], parts: [], exits: [], entries: [], inner: {} })
        Object.assign(this, { left: new Set(), entered: new Set() })
      }
      get configuration() { return Object.fromEntries(KEPT.map(key => [key, this[key]])) }
      get log() { return this.shared.log }
      get hasEnded() { return this.machine.hasEnded(this) }
      scope(source, trigger, row) { return new Scope(this, source, trigger, row) }
      note(kind, text, more) { this.shared.log.push({ kind, text, ...more }) }
      rest(outcome, text) { this.note("rest", text); return outcome }
      fail(error) { this.note("throw", `throws ${error}`); this.failure ??= error }
      emit(swift, values, kind = "output") {
        this.outputs.push({ swift, values })
        this.note(kind, show({ swift, values }).replace(/^\./, ""))
      }

      // MARK: Inputs

      perform(input) {
        try { if (!this.stopped) this.react(input) } catch (problem) {
          if (!(problem instanceof Stop)) throw problem
          this.stopped = problem.message || "a trap"
          this.note("stop", `The program stops: ${this.stopped}`)
        }
        if (this.hasEnded) {
          this.timers = []
          this.tasks = this.tasks.filter(x => !x.isActivity && this.table.outputs[x.output].kind !== "stream")
        }
        return this
      }
      react({ start, end, within, event, arguments: list = [], timer, fire, advance, set, value: v, force }) {
        if (end) this.inside(within, run => { run.tasks = run.tasks.toSpliced(end - 1, 1) })
        if (start) this.start()
        else if (event !== undefined) this.handle(event, list)
        else if (timer !== undefined) this.follow(this.elapse(timer))
        else if (fire) for (const next of this.machine.waiting(this).slice(fire - 1, fire)) this.part(next)
        else if (advance) this.advance(advance)
        else if (set) this.inside(within, run => run.set(set, v))
        else if (force) this.force(force)
      }
      start() {
        this.outcome = "transitioned"
        for (const s of this.active) this.entered.add(s)
        if (this.machine.isMethods) return
        for (const s of this.active) this.moves(this.states[s].entry)
        this.follow(this.outcome)
      }
      fitted(fields = [], list) { return fields.map((f, i) => this.machine.types.fit(list[i], f.type)) }
      handle(event, list) {
        const { fields, answer: { type, default: tree } = {} } = this.table.events[event], args = this.fitted(fields, list)
        this.answerType = type
        this.answer = tree === undefined ? undefined : this.answered({ value: tree }, this.scope(undefined, args))
        const isPrepared = this.prepare(event, args)
        this.follow(this.take(event, args, "outside"), isPrepared || this.machine.isMethods)
        if (this.failure !== undefined || this.answer === undefined) return
        this.note("answer", `returns ${show(this.answer)}`)
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
        if (!isForced && first !== "stayed" && first !== "transitioned") return first
        let steps = 1, fewest = this.deferred.length
        for (let next; !this.hasEnded && (next = this.next()) !== undefined;) {
          if (next === "transitioned") this.outcome = next
          if (this.deferred.length < fewest) [steps, fewest] = [0, this.deferred.length]
          if (++steps > 1000) stop("no rest after 1,000 steps")
        }
        return this.outcome
      }
      next() {
        const always = this.select(t => t === "always", []).chosen, [first, ...rest] = this.queue
        if (always.length) { this.note("then", "always"); return this.step(always, []) }
        this.queue = rest
        if (first) return first.done === undefined ? this.raised(first) : this.complete(first.done)
        const at = this.deferred.findIndex(({ event, args }) => {
          const s = this.select(t => t.event === event, args, { event, isQuiet: true })
          return s.chosen.length || s.deferrer === undefined
        })
        if (at < 0) return undefined
        const { event, args } = this.deferred[at]
        this.deferred = this.deferred.toSpliced(at, 1)
        this.note("then", `deferred before: ${this.table.events[event].name}`)
        return this.take(event, args, "deferred")
      }
      raised({ event, args }) {
        this.note("then", `raised: ${this.table.events[event].name}`)
        this.prepare(event, args)
        return this.take(event, args, "raised")
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
        const { machine, configuration } = this.child(s) ?? {}
        if (machine) return machine.hasEnded(configuration) ? machine.stateValue(configuration) : undefined
        return this.machine.isDone(this, s) ? this.machine.stateValue(this, s) : undefined
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
      words(event) {
        return { event, state: this.machine.leaves(this).map(s => this.states[s].names.join(".")).join(", ") }
      }
      unhandled(event, args, origin) {
        const { name, unhandled = this.table.unhandled } = this.table.events[event]
        const { policy, message, error } = unhandled ?? {}
        const scope = Object.assign(this.scope(undefined, args), { words: this.words(name) })
        // Of what is raised, or is for a submachine, policies say nothing.
        if (origin === "raised" || this.isInner || !["trap", "assert", "throw"].includes(policy)) {
          return this.rest("ignored", "ignored: no row applies")
        }
        if (policy !== "throw") stop(message === undefined ? `no row takes ${name} (${policy})` : said(message, scope))
        this.fail(error === undefined ? "UnhandledEvent" : show(value(error, scope)))
        return "unhandled"
      }
      // A submachine gets its events first.
      handOn(owner, inner) {
        const { machine } = (this.active.includes(owner) && this.child(owner)) || {}
        if (!machine) return undefined
        const event = machine.table.events.findIndex(e => e.name === inner.case)
        const timer = machine.table.timers.findIndex(x => x.elapsed.join("") === show(inner))
        if (event < 0 && timer < 0) stop(`which event of ${machine.table.name} is ${show(inner)}, nobody knows here`)
        return this.within(owner, run => {
          if (event >= 0) return run.attempt(event, inner.values)
          // A timer that elapses late is nobody else's.
          return run.follow(run.elapse(timer))
        })
      }
      attempt(event, list) {
        const args = this.fitted(this.table.events[event].fields, list)
        const isPrepared = this.prepare(event, args), outcome = this.take(event, args, "inner")
        this.follow(outcome ?? "ignored", isPrepared)
        return outcome && (outcome === "deferred" ? "stayed" : this.outcome)
      }
      child(s) { const v = this.values[s]?.[this.states[s].submachine?.field]; return has(v, "machine") ? v : undefined }
      // Does something with the submachine of a state, and takes over what has become of it.
      within(s, action) {
        const { machine, configuration } = this.child(s), { field, output } = this.states[s].submachine
        const run = new Run(machine, { ...configuration, clock: this.clock }, this.shared, true), from = this.log.length
        const outcome = action(run)
        for (const line of this.log.slice(from)) line.text = `${this.states[s].name} › ${line.text}`
        this.inner[s] = run
        this.values = { ...this.values, [s]: this.values[s].with(field, { machine, configuration: run.configuration }) }
        this.outputs.push(...run.outputs.map(inner => ({ swift: this.table.outputs[output].swift, values: [inner] })))
        if (outcome === "transitioned" && run.hasEnded) this.finish(s)
        return outcome
      }
      // The same with the machine that stands within some states.
      inside([outer, ...rest] = [], action) {
        if (outer === undefined) action(this)
        else this.within(outer, run => { run.inside(rest, action) })
      }

      // MARK: Selection (Appendix D, selectTransitions and removeConflictingTransitions)

      select(isTrigger, args, { event, isQuiet = false } = {}) {
        const tried = new Map()
        let deferrer, chosen = []
        for (const leaf of this.machine.leaves(this)) {
          for (const s of this.states[leaf].path.toReversed()) {
            if (!tried.has(s)) tried.set(s, this.enabled(s, isTrigger, args, isQuiet))
            if (tried.get(s)) break
            if (this.states[s].defers?.includes(event)) { deferrer ??= s; break }
          }
        }
        const found = [...tried.values()].filter(Boolean)
        for (const f of found.filter(x => !x.transition.ignores)) {
          const rivals = chosen.filter(o => o.left.some(s => f.left.includes(s)))
          // The inner source counts, else the first.
          if (!rivals.every(o => this.machine.isWithin(f.source, o.source))) continue
          chosen = [...chosen.filter(o => !rivals.includes(o)), f]
        }
        return { chosen, deferrer: chosen.length ? undefined : deferrer, isIgnored: found.length > 0 }
      }
      // The first transition of a state whose conditions hold.
      enabled(s, isTrigger, args, isQuiet = false) {
        for (const id of this.states[s].on?.find(g => isTrigger(g.trigger))?.try ?? []) {
          const transition = this.table.transitions[id], row = this.table.rows[transition.passage.row]
          const scope = this.scope(s, args, row)
          if (row.never || !(transition.patterns ?? []).every(p => this.isMatch(p, scope, isQuiet))) continue
          if (row.guard !== undefined && !this.holds(row.guard, scope, row.guardText, isQuiet)) continue
          const left = this.active.filter(x => transition.leaves?.some(([from, end]) => from <= x && x < end))
          return { id, transition, source: s, scope, left }
        }
      }
      isMatch({ of, field, pattern, text }, scope, isQuiet) {
        const v = scope.read([of === "event" ? "event" : "field", field]), bound = {}, values = `${show(v)} matches ${text}`
        const answer = this.decided(() => matches(pattern, v, bound, scope), { kind: "pattern", text, values }, scope.row)
        if (answer) Object.assign(scope.lets, Object.fromEntries(bindings(pattern).map(x => [x, { opaque: x }])), bound)
        if (!isQuiet && !answer) this.note("guard", text, { answer, values: show(v), line: scope.row.line })
        return answer
      }
      holds(guard, scope, text = written(guard, scope), isQuiet) {
        const values = written(guard, scope), question = { kind: "guard", text, values }
        const answer = this.decided(() => truth(guard, scope), question, scope.row)
        if (!isQuiet) this.note("guard", `[${text}]`, { answer, values, line: scope.row?.line })
        return answer
      }
      // A decision, which is asked where it cannot be evaluated.
      decided(evaluation, question, row) {
        try { return evaluation() } catch (problem) {
          if (!(problem instanceof Ask)) throw problem
          return this.asked(question, row)
        }
      }
      // What a person answers: each question once in a step.
      asked(question, row) {
        const about = { ...question, line: row?.line, row: row?.text }, key = JSON.stringify(about)
        const { asked, answers } = this.shared
        if (!asked.has(key) && asked.size >= answers.length) throw new Question(about)
        if (!asked.has(key)) asked.set(key, answers[asked.size])
        return asked.get(key)
      }

      // MARK: One step: all exits, the last first; all effects; all entries

      step(chosen, args) {
        const { active, values, memory } = this
        try { return this.taken(chosen, args) } catch (problem) {
          if (!(problem instanceof Thrown)) throw problem
          Object.assign(this, { active, values, memory })
          this.fail("an error of its 'try': the step has not happened")
          return "ignored"
        }
      }
      taken(chosen) {
        const arrivals = []
        let before = this.values
        this.acted = false
        for (const x of chosen.toReversed()) this.moves(x.transition.passage.exits)
        for (const x of chosen) {
          // A row without an arrow, of a state that another row of this step has led out of, sees what that state was, and
          // those around it that are active.
          const isLeft = arrivals.length > 0 && chosen.some(o => o !== x && o.left.includes(x.source))
          const isBefore = isLeft && x.transition.internal, current = this.values
          const left = this.active.filter(s => arrivals.some(a => this.machine.isWithin(s, a.domain)))
          const those = values => Object.fromEntries(left.map(s => [s, values[s]]))
          if (isBefore) this.values = { ...current, ...those(before) }
          else if (!arrivals.length) before = current
          this.pass(x.transition.passage, x.scope, x, arrivals)
          if (isBefore) [before, this.values] = [{ ...before, ...those(this.values) }, { ...this.values, ...those(current) }]
        }
        this.apply(arrivals)
        return arrivals.length ? "transitioned" : this.acted ? "stayed" : "ignored"
      }
      pass(passage, scope, { id, source }, arrivals) {
        const row = this.table.rows[passage.row]
        this.rows.push({ transition: id, row: row.id, line: row.line })
        this.note("row", row.text, { line: row.line })
        this.effects(row.effects, scope)
        this.acted ||= row.effects?.length > 0
        if (passage.trap) stop(row.text)
        if (row.attempt && this.asked({ kind: "try", text: row.text, values: row.text }, row)) throw new Thrown()
        if (passage.answer) this.answer = this.answered(passage.answer, scope)
        const next = passage.branches?.find(b => this.branches(this.table.rows[b.row], scope))
        if (next) {
          this.moves(next.exits)
          this.pass(next, scope, { source }, arrivals)
        } else if (passage.call) this.call(passage.call, scope, source, arrivals)
        else if (passage.arrival) arrivals.push(this.arrival(passage.arrival, scope, passage.history))
      }
      branches(row, scope) {
        scope.row = row
        return row.guard === undefined || this.holds(row.guard, scope, row.guardText)
      }
      // A choice with parameters: its rows are transitions of the same source.
      call({ choice, arguments: list }, scope, source, arrivals) {
        const parameters = this.given(list, this.table.choices[choice].fields, scope)
        const found = this.enabled(source, t => t.choice === choice, parameters)
        if (!found) return
        this.moves(found.transition.passage.exits)
        this.pass(found.transition.passage, found.scope, found, arrivals)
      }
      answered({ action, case: n, arguments: list = [], value: tree }, scope) {
        // The case 'none' of an action is no nil, where the event may answer nil, too.
        if (action === undefined) return this.machine.types.fit(value(tree, scope), this.answerType)
        const { name, fields = [] } = this.table.actions[action].cases[n]
        return caseOf(name, fields.map(f => f.label), this.given(list, fields, scope))
      }
      // Arguments as values, each for its field; `other`: what stays, what comes back, and the states of the fields.
      given(list = [], fields, scope, other = {}) {
        const values = []
        for (const [k, a] of list.entries()) {
          const [head, n] = Array.isArray(a) ? a : [], field = fields[k], forms = {
            stays: () => other.stays[k], restored: () => other.restored[k], same: () => values[n],
            missing: () => ({ opaque: nameOf(field, k) }),
            submachine: () => this.begun(field.type, n, scope, other.states[k]),
          }
          values.push(this.machine.types.fit(forms[head] ? forms[head]() : value(a, scope), field.type))
        }
        return values
      }

      // MARK: Arrivals

      // What a step enters, with values that are not applied yet. Of a field that stays there is none.
      arrival(arrival, scope, history) {
        const memory = history && this.memory[history.composite], states = new Set(), values = {}
        const give = (leaf, list, from = 0) => {
          const { places, path } = this.states[leaf], of = all => places.map(({ state, i }) => all?.[state]?.[i])
          const other = { stays: of(this.values), restored: of(memory?.values), states: places.map(x => x.state) }
          this.given(list, places.map(x => x.field), scope, other).forEach((v, k) => {
            const { state, i } = places[k]
            if (state >= from && list[k]?.[0] !== "stays") values[state] = { [i]: v, ...values[state] }
          })
          for (const s of path) if (s >= from && (s === leaf || this.machine.isWithin(s, arrival.domain))) states.add(s)
        }
        const enter = ({ state, arguments: list, regions = [], entries = [] }) => {
          give(state, list)
          for (const r of regions) give(r.leaf, r.arguments, r.region)
          return entries
        }
        const restore = () => {
          enter(history.whole)
          const isRenewed = r => memory.active.some(s => this.states[s].parent === r.body && this.states[s].forgotten)
          const renewals = (history.renewals ?? []).filter(isRenewed)
          for (const s of memory.active) {
            if (renewals.some(r => this.machine.isWithin(s, r.body))) continue
            states.add(s)
            values[s] = { ...memory.values[s] }
          }
          for (const r of renewals) enter(r.arrival)
          return history.entries ?? []
        }
        const anew = memory && history.anew?.find(a => memory.active.includes(a.child))
        const entries = !memory ? enter(arrival) : anew ? enter(anew.arrival) : restore()
        return { domain: arrival.domain, states: [...states], values, entries }
      }
      // A submachine with the properties and the state that it is given.
      begun(type, { properties = [], state }, scope, s) {
        const machine = this.machine.submachine(s), given = properties.map(p => [p.name, value(p.value, scope)])
        if (!machine) return { opaque: type }
        const begins = state === undefined ? undefined : value(state, scope)
        return { machine, configuration: machine.initial(Object.fromEntries(given), begins) }
      }
      // A state that is given as a value, `.data(items: [])`, as an arrival; fields that it leaves out have their defaults.
      placed(v, body, into = { states: [], values: {}, entries: [] }) {
        const children = this.machine.children(body), regions = this.machine.regions(body)
        for (const r of regions) {
          into.states.push(r)
          this.placed(v?.values[v.labels.indexOf(this.states[r].name)], r, into)
        }
        if (regions.length) return into
        const isMeant = k => v ? this.states[k].name === v.case : k === this.states[body]?.initial
        const s = this.states[children.find(isMeant) ?? children[0]]
        const rest = (v?.values ?? []).map((x, i) => [v.labels[i] ?? null, x])
        into.states.push(s.id)
        into.values[s.id] = s.own.map(({ field, i }) => {
          const at = rest.findIndex(([label]) => label === (field.label ?? null))
          return at < 0 ? this.preset(s, field, i) : this.machine.types.fit(rest.splice(at, 1)[0][1], field.type)
        })
        return s.children.length ? this.placed(rest[0]?.[1], s.id, into) : into
      }
      preset(s, field, i) {
        if (s.submachine?.field === i) return this.begun(field.type, {}, this.scope(), s.id)
        return field.default === undefined ? { opaque: nameOf(field) } : value(field.default, this.scope())
      }
      // Leaves and enters: from here on, what is entered is active.
      apply(arrivals) {
        const isLeft = s => arrivals.some(a => this.machine.isWithin(s, a.domain)), states = arrivals.flatMap(a => a.states)
        for (const s of this.active.filter(isLeft)) this.left.add(s)
        for (const s of states) this.entered.add(s)
        this.active = [...new Set([...this.active.filter(s => !isLeft(s)), ...states])].sort((a, b) => a - b)
        this.values = Object.fromEntries(this.active.map(s => {
          const given = Object.assign({}, ...arrivals.map(a => a.values[s]))
          return [s, this.states[s].own.map((_, i) => i in given ? given[i] : this.values[s]?.[i])]
        }))
        for (const a of arrivals) this.moves(a.entries)
      }

      // MARK: Moves

      moves(list = []) {
        for (const [kind, s] of list) {
          const inside = this.active.filter(x => this.machine.isWithin(x, s))
          switch (kind) {
            case "exit": this.act(s, "exit", this.exits, this.states[s].onExit); break
            case "enter": this.act(s, "entry", this.entries, this.states[s].onEntry); break
            case "exitWithin": for (const x of inside.toReversed()) this.moves(this.states[x].exit); break
            case "enterWithin": for (const x of inside) this.moves(this.states[x].entry); break
            case "remember": this.remember(s, inside); break
            case "forget": this.memory = { ...this.memory, [s]: undefined }; break
            case "finish": if (this.machine.isDone(this, s)) this.finish(s); break
            case "start": if (this.child(s)) this.within(s, run => { run.start(); return run.outcome }); break
            case "stop": if (this.child(s)) this.within(s, run => run.moves([["exitWithin", null]])); break
          }
        }
      }
      // With regions, it counts from the last of them that is done.
      finish(s) {
        if (this.machine.regions(s).length) this.queue = this.queue.filter(x => x.done !== s)
        if (!this.queue.some(x => x.done === s)) this.queue.push({ done: s })
      }
      act(s, what, list, effects) {
        list.push(s)
        this.note(what, `${what} of ${this.states[s].name}`)
        this.effects(effects, this.scope(s))
      }
      remember(s, active) {
        const values = Object.fromEntries([...this.states[s].path, ...active].map(x => [x, this.values[x]]))
        const isKept = active.length > 0 && !this.states[active[0]].forgotten
        this.memory = { ...this.memory, [s]: isKept ? { active, values } : undefined }
      }

      // MARK: Effects

      effects(list = [], scope) { for (const effect of list) this.effect(effect, scope) }
      effect(e, scope) {
        const { events, timers, outputs } = this.table, given = () => values(e.arguments ?? [], scope)
        if (e.output !== undefined) this.output(e.output, given(), false)
        else if (e.begin !== undefined) this.output(e.begin, given(), true)
        else if (e.end !== undefined) this.cancel(e.end, true, outputs[e.end].cancelDoName)
        else if (e.cancel !== undefined) this.cancel(e.cancel, false)
        else if (e.set) this.assign(e, scope)
        else if (e.block !== undefined) this.block(e, scope)
        else if (e.raise !== undefined) {
          const args = this.fitted(events[e.raise].fields, given())
          this.queue.push({ event: e.raise, args })
          this.note("raise", `raise ${show({ swift: events[e.raise].swift, values: args }).replace(/^\./, "")}`)
        } else if (e.trap !== undefined) stop(e.trap === true ? "trap" : said(e.trap, scope))
        else if (e.throw !== undefined) this.fail(show(value(e.throw, scope)))
        else if (e.schedule !== undefined) this.schedule(e.schedule, timers[e.schedule], scope)
        else if (e.unschedule !== undefined) {
          this.timers = this.timers.filter(x => x.timer !== e.unschedule)
          this.emit(timers[e.unschedule].cancel, [], "timer")
        } else if (e.when === undefined || this.holds(e.when, scope)) this.effects(e.do, scope)
      }
      output(n, list, isActivity) {
        const o = this.table.outputs[n], values = this.fitted(o.fields, list)
        this.emit((isActivity && o.doSwift) || o.swift, values)
        if (o.kind) this.tasks = [...this.tasks, { output: n, values, isActivity }]
      }
      cancel(n, isActivity, name) {
        this.tasks = this.tasks.filter(x => x.output !== n || x.isActivity !== isActivity)
        this.emit([`.${name ?? this.table.outputs[n].cancelName}`], [])
      }
      assign({ set: target, to, text }, scope) {
        const old = show(value(target, scope))
        write(target, value(to, scope), scope)
        this.note("set", text, { values: show(value(target, scope)), old })
      }
      // A block is evaluated whole, or all that it may change is unknown.
      block({ block: text, do: statements, changes: places = [] }, scope) {
        try {
          scope.attempt(() => statements ? execute(statements, scope) : ask())
          this.note("set", text)
        } catch (problem) {
          if (!(problem instanceof Ask)) throw problem
          const after = `after line ${scope.row?.line}`
          for (const place of places) scope.write(place, { opaque: `‹${scope.nameOf(place)} ${after}›` })
          this.note("set", text, { isUnknown: true })
        }
      }

      // MARK: Time

      schedule(timer, { delay, begin, repeats }, scope) {
        const v = value(delay, scope), units = { seconds: 1000, milliseconds: 1, microseconds: 1e-3, nanoseconds: 1e-6 }
        const unit = units[v.case]
        const length = unit && !has(v.values[0], "opaque") ? Number(raw(v.values[0])) * unit : Infinity
        if (repeats && length <= 0) stop("an interval is not positive")
        this.timers = [...this.timers, { timer, due: this.shared.clock + length, length }]
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
        if (outer !== undefined) return this.follow(this.within(outer, run => run.fire({ timer, due, within })))
        const at = this.timers.findIndex(x => x.timer === timer), { length } = this.timers[at]
        const { state, text, repeats } = this.table.timers[timer]
        this.note("then", `${text} in ${this.states[state].name}, at ${this.clock / 1000} s`)
        this.timers = repeats ? this.timers.with(at, { timer, length, due: due + length }) : this.timers.toSpliced(at, 1)
        return this.follow(this.elapse(timer))
      }
      // One firing, whose outputs are told apart for tests.
      part(next) {
        const from = this.outputs.length, outcome = this.fire(next), { failure, configuration } = this
        this.parts.push({ ...next, outputs: this.outputs.slice(from), outcome, failure, configuration })
      }
      // Time passes as it does in a process that is not suspended: each firing counts.
      advance(time) {
        const end = this.clock + time
        for (let next; (next = this.machine.waiting(this)[0]) && next.due <= end && !this.hasEnded;) this.part(next)
        this.shared.clock = this.clock = end
      }

      // MARK: By hand

      set([kind, n, i], v) {
        if (kind === "property") this.properties = this.properties.with(n, v)
        else this.values = { ...this.values, [n]: this.values[n].with(i, v) }
        const name = nameOf(kind === "property" ? this.table.properties[n] : this.states[n].own[i].field)
        this.note("set", `${name} = ${show(v)} by hand`)
      }
      // A new machine in the states that are given, whose timers and activities begin, as after `init(state:)`.
      force(leaves) {
        const states = [...new Set(leaves.flatMap(s => this.states[s].path))]
        const fields = s => s.own.map(({ field, i }) => this.values[s.id]?.[i] ?? this.preset(s, field, i))
        Object.assign(this, { memory: {}, deferred: [], timers: [], tasks: [] })
        this.apply([{ states, values: Object.fromEntries(states.map(s => [s, fields(this.states[s])])), entries: [] }])
        this.note("set", "forced by hand")
        for (const s of this.active) this.resume(s)
      }
      resume(s) {
        const begins = (this.states[s].onEntry ?? []).filter(e => e.begin !== undefined || e.schedule !== undefined)
        this.effects(begins, this.scope(s))
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
      e.append(...children.flat().filter(Boolean))
      return e
    }
    const div = (className, ...children) => make("div", { className }, ...children)
    const span = (className, ...children) => make("span", { className }, ...children)
    const button = (id, text, onclick, ...more) => make("button", { id, onclick }, text, ...more)
    // The editor in whose preview the page is shown.
    const host = globalThis.acquireVsCodeApi?.()
    const [data, labels] = ["machines", "labels"].map(id => JSON.parse($(id).textContent))
    const machines = data.machines.slice(0, data.main).map((_, at) => new Machine(data, at))
    // A moment is a run that is over and the step that has led there; `here` is the one that is shown.
    const play = { at: 0, moments: [], here: 0 }
    const machine = () => machines[play.at]
    const moment = () => play.moments[play.here]
    const current = () => moment().run.configuration
    const all = run => [run, ...Object.values(run.inner).flatMap(all)]

    // MARK: Steps

    function start(at, given = {}) {
      const m = machines[at], isStarted = m.missing.every(p => p.name in given), run = m.run(m.initial(given), {})
      Object.assign(play, { at, given, isStarted, moments: [{ run }], here: 0, question: null, notice: "" })
      Object.assign(play, { drafts: {}, chosen: {}, rest: [] })
      if (!isStarted) return
      send({ start: true })
      // The start is no step of its own, unless it asks something.
      if (!play.question) Object.assign(play, { moments: [{ run: moment().run }], here: 0 })
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
      const { id, parentElement: { className } = {} } = document.activeElement ?? {}
      if (className !== "ask") play.from = id
      play.rest = []
      send(step)
      render()
      if (!play.question) return announce()
      $("live").textContent = `A question: ${play.question.values}`
      $("yes").focus()
    }
    function go(to) {
      const here = Math.max(0, Math.min(play.moments.length - 1, to))
      Object.assign(play, { here, question: null, notice: "", rest: [] })
      render()
      announce()
    }
    // The step that sends an event to a machine; the event of a submachine is handed through its owners.
    function sending({ machine: m, within }, event, list, more = {}) {
      for (const [outer, s] of owners(within).reverse()) {
        const { name, fields = [] } = m.table.events[event]
        list = [caseOf(name, fields.map(f => f.label), list)]
        m = outer
        event = outer.states[s].submachine.event
      }
      return { event, arguments: list, ...more }
    }
    // The machines around a submachine, the outer ones first, each with the state that it stands in.
    function owners(within = []) {
      return within.map((s, i) => [within.slice(0, i).reduce((m, x) => m.submachine(x), machine()), s])
    }
    // What a step would do now, by doing it on a copy.
    function preview(step) {
      if (current().stopped || !play.isStarted) return { text: "", isOff: true, runs: [] }
      try {
        const run = machine().run(current(), step), runs = all(run)
        if (run.stopped) return { text: "stops", runs }
        if (run.outcome === "unhandled") return { text: "throws", isOff: true, runs: [] }
        const isOff = !run.log.some(x => x.kind === "set"), isTaken = runs.some(r => r.rows.length)
        const answer = run.log.find(x => x.kind === "answer")?.text
        // A row that answers and does nothing else is taken.
        if (answer && isTaken && run.outcome === "ignored") return { text: answer, runs }
        const also = text => answer ? `${text}, ${answer}` : text
        if (run.outcome === "ignored" || run.outcome === "deferred") {
          return { text: also(isOff ? run.outcome : `${run.outcome}, but sets`), isOff, runs: [] }
        }
        // A submachine has kept it for later.
        if (!isTaken) return { text: "deferred", isOff: true, runs: [] }
        const names = runs.flatMap(r => r.machine.leaves(r).filter(s => r.entered.has(s)).map(s => r.states[s].name))
        return { text: also(names.length ? `→ ${names.join(", ")}` : "stays"), runs }
      } catch (problem) {
        if (!(problem instanceof Question)) throw problem
        return { text: "asks", runs: [] }
      }
    }
    function announce() {
      const { step, run } = moment(), outputs = run.outputs.map(x => show(x).slice(1)).join(", ")
      const why = run.log.filter(x => ["answer", "rest", "stop", "throw"].includes(x.kind)).map(x => `${x.text}. `).join("")
      const what = `${step ? textOf(step) : "Start"}. ${outputs && `Outputs: ${outputs}. `}${why}`
      $("live").textContent = `${what}Now ${machine().swiftState(current())}`
    }

    // MARK: Fields

    // What patterns, guards and the enums of the file say that a field may be.
    function suggestions(m, event, n, type) {
      const cases = m.table.enums?.[m.types.shape(type.replace(/\?$/, "")).name] ?? []
      const found = new Set(cases.map(c => `.${c.name}${c.fields ? "(…)" : ""}`))
      const isLiteral = x => Array.isArray(x) ? /^(string|int|double|neg|case)$/.test(x[0]) : !isText(x)
      const add = x => { if (isLiteral(x)) found.add(written(x, {})) }
      const walk = (tree, isField) => {
        if (!Array.isArray(tree)) return
        if (tree.some(isField)) tree.slice(1).forEach(add)
        for (const x of tree) walk(x, isField)
      }
      const pattern = ([head, x, ...rest]) => {
        if (head === "value") isLiteral(x) ? add(x) : x.slice(1).forEach(add)
        if (head === "case") found.add(`.${x}${rest.length > 1 || type.startsWith("Result<") ? "(…)" : ""}`)
      }
      const groups = m.states.flatMap(s => s.on ?? []).filter(g => g.trigger.event === event)
      for (const t of groups.flatMap(g => g.try.map(id => m.table.transitions[id]))) {
        walk(m.table.rows[t.passage.row].guard, x => Array.isArray(x) && x[0] === "event" && x[1] === n)
        for (const p of t.patterns ?? []) if (p.of === "event" && p.field === n) pattern(p.pattern)
      }
      return [...found]
    }
    // What stands in a field: what was typed, else a value of its type; what is not known has another name at each step.
    function draft({ id, m, field, known }) {
      const plain = known.find(x => !x.includes("…"))
      const name = `${field.label ?? field.name ?? "value"}${play.moments.length}`
      const first = field.default === undefined ? plain ?? m.types.sample(field.type, name) : written(field.default, {})
      return play.drafts[id] ?? first
    }
    const entered = f => read(draft(f), f.field.type, f.m.types)
    const refusal = f => f.m.types.refusal(draft(f), f.field.type)
    // The first of fields whose text is no value of its type gets the focus.
    function refused(fields) {
      const wrong = fields.find(refusal)
      if (wrong) $(wrong.id)?.focus()
      if (wrong) $("live").textContent = `${nameOf(wrong.field)}: ${refusal(wrong)}`
      return wrong !== undefined
    }
    // A field with its name, and with what is wrong about its text.
    function fielded(name, own, why, ...more) {
      const note = span("why")
      note.id = `${own.id}-why`
      const look = () => {
        note.textContent = why(own.value)
        own.setAttribute("aria-invalid", note.textContent !== "")
      }
      own.setAttribute("aria-describedby", note.id)
      own.addEventListener("input", look)
      look()
      return span("field", make("label", {}, name, own, more), note)
    }
    function input(f, changed) {
      const { id, m, field, known, about } = f, text = draft(f), set = v => { play.drafts[id] = v; changed() }
      const isBool = m.types.shape(field.type).name === "Bool", list = known.length && !isBool ? `${id}-list` : ""
      const box = { type: "checkbox", checked: text === "true", onchange: x => set(String(x.target.checked)) }
      const line = { value: text, oninput: x => set(x.target.value), ...list && { list } }
      const options = list && make("datalist", { id: list }, known.map(v => make("option", { value: v })))
      const name = nameOf({ ...field, type: "" }), more = name ? {} : { "aria-label": about }
      const own = make("input", { id, title: field.type, ...more, ...isBool ? box : line })
      return fielded(name, own, text => isBool ? "" : m.types.refusal(text, field.type), options)
    }

    // MARK: What is shown

    function render() {
      const m = machine(), c = current(), views = m.nested(c), focused = document.activeElement, lit = {}
      const place = focused?.closest("#tabs, #question, #events, #waits, #values, #forced, #log")
      const stopped = c.stopped === undefined ? "" : ` ■ stopped: ${c.stopped}`
      letters.clear()
      const shown = {
        tabs: [make("h1", { className: machines.length > 1 ? "unseen" : "" }, m.table.name),
          ...machines.length > 1 ? machines.map(tab) : []],
        question: play.isStarted ? questions() : [beginning(m)],
        events: eventGroups(views, lit),
        waits: [...timers(views, lit), ...tasks(views), ...deferred(views)],
        forced: forcing(m),
        values: play.isStarted ? views.flatMap(held) : [],
        log: play.moments.map(entry).reverse(),
        hint: [play.isStarted ? "Press an event or its letter, or an underlined label."
          : "Write the values, and press Start."],
        about: [m.table.documentation ?? ""], notice: [play.notice], now: [m.swiftState(c) + stopped],
      }
      for (const [id, list] of Object.entries(shown)) $(id).replaceChildren(...list)
      $("about").title = m.table.documentation ?? ""
      $("notice").hidden = !play.notice
      $("hint").hidden = play.moments.length > 1
      // What is disabled would lose the focus.
      for (const id of ["back", "restart"]) $(id).setAttribute("aria-disabled", play.here === 0)
      $("forward").setAttribute("aria-disabled", play.here === play.moments.length - 1)
      if (focused && !focused.isConnected) refocus(focused.id, place)
      paint(views, lit)
      const { here } = play
      // The address has the steps up to here; the page when it is loaded anew knows those ahead, too.
      Promise.all([link(), link(play.moments.length - 1)]).then(([text, whole]) => {
        if (here !== play.here) return
        if (host) host.postMessage({ steps: text })
        else history.replaceState({ zoom: play.zoom, whole, here: text === whole ? undefined : here }, "", text)
      })
    }
    // The focus stays where it was, or with what was asked about, or near.
    function refocus(id, place) {
      const first = place => $(place)?.querySelector("button, input, select")
      const all = [$(id), $(play.from), place?.id && first(place.id), first("events"), $("now")]
      all.find(Boolean).focus()
    }
    function tab(m, at) {
      const tab = button(`tab${at}`, m.table.name, () => { start(at); render() })
      tab.setAttribute("aria-current", at === play.at)
      return tab
    }
    function questions() {
      const { kind, values, line, row, step } = play.question ?? {}
      const asks = { guard: "Does this guard hold?", pattern: "Does this pattern match?", try: "Does its 'try' throw?" }
      const choice = (id, text, yes) => make("button", {
        id, "aria-keyshortcuts": id[0], onclick: () => act({ ...step, answers: [...step.answers ?? [], yes] }),
      }, text, cap(id[0]))
      const where = row && `line ${line}: ${row}`
      return step ? [div("ask", make("p", {}, asks[kind]), div("code", values), div("code soft", where),
        choice("yes", "Yes", true), choice("no", "No", false))] : []
    }
    // What has no value is asked for before the machine starts.
    function beginning(m) {
      const fields = m.missing.map(field => ({ id: `p-${field.name}`, m, field, known: [] }))
      const onsubmit = event => {
        event.preventDefault()
        if (refused(fields)) return
        start(play.at, Object.fromEntries(fields.map(f => [f.field.name, entered(f)])))
        render()
        announce()
      }
      return make("form", { className: "ask", onsubmit }, make("p", {}, "With which values does the machine begin?"),
        fields.map(f => input(f, () => { })), make("button", {}, "Start"))
    }
    const letters = new Map()
    function letter(name, id) {
      const free = [...name.toLowerCase()].find(x => /[a-z]/.test(x) && x !== "y" && x !== "n" && !letters.has(x))
      if (free) letters.set(free, id)
      return free
    }
    // A letter that is pressed is no part of the name of what it presses.
    const cap = letter => make("kbd", { "aria-hidden": "true" }, letter)
    function light(lit, runs) { for (const r of runs) for (const x of r.rows) (lit[r.machine.at] ??= []).push(labelOf(x)) }
    const idOf = ({ within }, n) => `e${[...within, n].join("-")}`
    function fieldsOf(view, n) {
      const { machine: m } = view, id = idOf(view, n)
      const { name, fields = [] } = m.table.events[n], about = k => `${name}, value ${k + 1}`
      return fields.map((field, k) =>
        ({ id: `${id}.${k}`, m, field, known: suggestions(m, n, k, field.type), about: about(k) }))
    }
    const stepOf = (view, n, more) => sending(view, n, fieldsOf(view, n).map(entered), more)
    // Sends an event with what stands in its fields.
    function sendEvent(view, n, more) { if (!refused(fieldsOf(view, n))) act(stepOf(view, n, more)) }
    const searched = () => $("search").value.trim().toLowerCase()
    function eventGroups(views, lit) {
      const groups = views.flatMap(v => eventGroup(v, lit))
      return groups.length || !searched() ? groups : [make("p", { className: "soft" }, "No event is called so.")]
    }
    function eventGroup(view, lit) {
      const { machine: m, within, names } = view, search = searched()
      const isShown = e => e.owner === undefined && e.name.toLowerCase().includes(search)
      const forms = m.table.events.flatMap((e, n) => isShown(e) ? [eventForm(view, e, n, lit)] : [])
      return within.length && forms.length ? [make("h3", {}, `${names.join(" › ")}: ${m.table.name}`), ...forms] : forms
    }
    function eventForm(view, e, n, lit) {
      const id = idOf(view, n), then = make("span", { id: `${id}-then`, className: "then" }), fields = fieldsOf(view, n)
      const form = make("form", { name: e.name, onsubmit: x => { x.preventDefault(); sendEvent(view, n) } })
      const look = () => {
        const { text, isOff, runs } = fields.some(refusal) ? { text: "", isOff: true, runs: [] } : preview(stepOf(view, n))
        then.textContent = text
        form.className = isOff ? "event off" : "event"
        light(lit, runs)
      }
      const free = letter(e.name, id), more = free ? { "aria-keyshortcuts": free } : {}
      const own = { id, title: e.documentation ?? "", "aria-describedby": then.id, ...more }
      form.append(make("button", own, e.name, free && cap(free)), ...fields.map(f => input(f, look)), then)
      look()
      return form
    }
    function timers(views, lit) {
      if (!views.some(v => v.machine.table.timers.length)) return []
      const clock = current().clock / 1000
      const lines = machine().waiting(current()).map((x, i) => {
        const { text, state } = x.machine.table.timers[x.timer], isNext = i === 0 || !Number.isFinite(x.due)
        const when = Number.isFinite(x.due) ? `in ${x.due / 1000 - clock} s` : "at a time that is not known"
        const { text: then, runs } = preview({ fire: i + 1 })
        if (isNext) light(lit, runs)
        return div("wait", isNext && button(`fire${i}`, i ? "Fire" : "Fire the next", () => act({ fire: i + 1 })),
          span("code", `${text} in ${x.machine.states[state].name}, ${when}`), span("then", then))
      })
      const oninput = x => { play.seconds = x.target.value }
      const seconds = make("input", { id: "seconds", value: play.seconds ?? "5", "aria-label": "seconds", oninput })
      const isTime = text => Number(text) > 0 && Number.isFinite(Number(text))
      const onsubmit = x => {
        x.preventDefault()
        isTime(seconds.value) ? act({ advance: Number(seconds.value) * 1000 }) : seconds.focus()
      }
      const wait = fielded("", seconds, text => isTime(text) ? "" : "no time: write a number of seconds above 0", "s")
      return [div("title", make("h2", {}, "Timers"), span("code", `clock ${clock} s`)), ...lines,
        make("form", { className: "wait", onsubmit }, make("button", { id: "advance" }, "Advance"), wait)]
    }
    // A task is answered by hand with the events that its output may send.
    function tasks(views) {
      const lines = views.flatMap(view => view.c.tasks.map((task, i) => {
        const { events, outputs } = view.machine.table, { swift, kind, sends = [] } = outputs[task.output]
        const end = { end: i + 1, within: view.within }
        const id = n => `task${[...view.within, i, n].join("-")}`
        const answer = n => button(id(n), events[n].name, () => sendEvent(view, n, kind === "stream" ? {} : end))
        return div("wait", span("code", show({ swift, values: task.values }).slice(1)), sends.map(answer),
          button(id("end"), "ends", () => act(end)))
      }))
      return lines.length ? [make("h2", {}, "Under way"), ...lines] : []
    }
    function deferred(views) {
      const text = (m, { event, args }) => show({ swift: m.table.events[event].swift, values: args }).slice(1)
      const list = views.flatMap(v => v.c.deferred.map(d => text(v.machine, d)))
      return list.length ? [make("h2", {}, "Deferred"), div("code", list.join(", "))] : []
    }
    // A menu for any configuration: a leaf per region.
    function forcing(m) {
      const places = body => m.children(body).flatMap(s => !m.children(s).length || m.regions(s).length ? [s] : places(s))
      const name = (s, body) => m.states[s].names.slice(m.states[body]?.names.length ?? 0).join(".")
      const picked = body => {
        if (m.regions(body).length) return m.regions(body).flatMap(picked)
        const list = places(body), chosen = play.chosen[body] ?? list.find(s => current().active.includes(s)) ?? list[0]
        return [{ body, list, chosen }, ...m.regions(chosen).length ? picked(chosen) : []]
      }
      const menus = picked(undefined), choose = body => x => { play.chosen[body] = Number(x.target.value); render() }
      const leaves = menus.map(x => x.chosen).filter(s => !m.children(s).length)
      $("forced").onsubmit = x => { x.preventDefault(); act({ force: leaves }) }
      return [...menus.map(({ body, list, chosen }) => make("select",
        { id: `force${body}`, "aria-label": m.states[body]?.name ?? "State", onchange: choose(body) },
        list.map(s => make("option", { value: s, selected: s === chosen }, name(s, body))))),
        make("button", { id: "forceIt" }, "Force")]
    }
    function held({ machine: m, c, within, names }) {
      const before = play.moments[play.here - 1]?.run.configuration
      const group = (name, cells) => span("", make("b", {}, name), cells)
      const old = before && machine().nested(before).find(v => v.within.join() === within.join())?.c
      const cell = (field, i, of, set) => {
        const text = show(of(c)), isChanged = old && of(old) !== undefined && show(of(old)) !== text
        const why = x => x === text ? "" : m.types.refusal(x, field.type)
        const onchange = x => why(x.target.value) || act({ set, value: read(x.target.value, field.type, m.types), within })
        const size = Math.max(3, Math.min(28, text.length)), className = isChanged ? "changed" : ""
        const id = `v${[...within, ...set].join("-")}`, title = field.type
        return fielded(nameOf(field, i), make("input", { id, value: text, title, size, className, onchange }), why)
      }
      const own = s => m.states[s].own.filter(({ i }) => i !== m.states[s].submachine?.field)
      const state = s => own(s).map(({ field, i }) => cell(field, i, x => x.values[s]?.[i], ["state", s, i]))
      const properties = m.table.properties.map((p, i) => cell(p, i, x => x.properties[i], ["property", i]))
      const groups = c.active.filter(s => own(s).length).map(s => group(m.states[s].name, state(s)))
      return properties.length ? [...groups, group([...names, "properties"].join(" › "), properties)] : groups
    }
    function entry({ step, run }, i) {
      const line = ({ kind, text, values, old, isUnknown, line, answer }) => {
        const value = values && values !== text && `${kind === "guard" ? "with" : "="} ${values}`
        const more = [value, old && `was ${old}`, isUnknown && "not evaluated", line && `line ${line}`].filter(Boolean)
        return div(`${kind} ${{ true: "yes", false: "no" }[answer] ?? ""}`, text, more.map(x => span("", ` ${x}`)))
      }
      return div(i > play.here ? "ahead" : i === play.here ? "here" : "",
        button(`step${i}`, `${i} ${step ? textOf(step) : "start"}`, () => go(i)), run.log.map(line))
    }

    // MARK: The picture

    // How the picture calls what is taken: a transition, or the row of a choice.
    const labelOf = ({ transition, row }) => transition === undefined ? `r${row}` : `t${transition}`
    function labelled(m, a) {
      const name = a.id.slice(`a_m${m.at}`.length)
      return labels[m.at]?.[name.slice(1)]?.map(t => `t${t}`) ?? [name]
    }
    function paint(views, lit) {
      const shown = views.filter(v => $(`picture${v.machine.at}`))
      const names = shown.map(v => [...v.within, v.machine.at].join("-")).join()
      if ($("pictures").dataset.shown !== names) $("pictures").replaceChildren(...shown.map(figure))
      $("pictures").dataset.shown = names
      fit()
      const runOf = ({ within }) => within.reduce((r, s) => r?.inner[s], moment().run)
      const changed = Math.max(0, shown.findLastIndex(v => runOf(v)?.rows.length))
      for (const [i, { machine: m, c, within }] of shown.entries()) {
        const svg = $("pictures").querySelectorAll("svg")[i], run = runOf({ within })
        const find = s => svg.querySelector(`[id="m${m.at}s${s}"]`), taken = (run?.rows ?? []).map(labelOf)
        for (const e of svg.querySelectorAll("[class]")) e.classList.remove("active", "entered", "gone", "taken", "lit")
        for (const s of c.active) find(s)?.classList.add("active", run?.entered.has(s) ? "entered" : "active")
        for (const s of run?.left ?? []) if (!c.active.includes(s)) find(s)?.classList.add("gone")
        for (const name of taken) for (const e of svg.querySelectorAll(`.${name}`)) e.classList.add("taken")
        for (const a of svg.querySelectorAll(".label")) {
          a.classList.toggle("lit", labelled(m, a).some(x => lit[m.at]?.includes(x)))
          a.classList.toggle("taken", labelled(m, a).some(x => taken.includes(x)))
        }
        if (i === changed) reveal(find(m.leaves(c)[0]))
      }
    }
    function figure({ machine: m, within }) {
      const svg = $(`picture${m.at}`).content.querySelector("svg").cloneNode(true)
      svg.setAttribute("role", "img")
      svg.setAttribute("aria-label", `The diagram of ${m.table.name}`)
      for (const a of svg.querySelectorAll("a")) a.removeAttribute("xlink:href")
      for (const a of svg.querySelectorAll(`[id^="a_m${m.at}t"], [id^="a_m${m.at}r"]`)) {
        a.classList.add("label")
        a.addEventListener("click", () => click(m, within, labelled(m, a)))
      }
      return make("figure", {}, within.length ? make("figcaption", {}, m.table.name) : "", svg)
    }
    // A label sends its event; of several events, the first that does something.
    function click(m, within, names) {
      const groups = m.states.flatMap(s => s.on ?? []).filter(g => g.try.some(id => names.includes(`t${id}`)))
      const forms = groups.flatMap(g => $(idOf({ within }, g.trigger.event))?.form ?? [])
      const form = forms.find(f => !f.classList.contains("off")) ?? forms[0]
      if (form) return form.requestSubmit()
      const first = machine().waiting(current())[0]
      if (groups.some(g => first?.machine === m && g.trigger.timer === first.timer)) act({ fire: 1 })
    }
    // As large as there is room for, but never too small to be read: then it is scrolled to the active leaf. Or as it is
    // wanted: the whole picture, or a scale.
    function fit() {
      const box = $("pictures"), svgs = [...box.querySelectorAll("svg")]
      for (const svg of svgs) {
        const { width, height } = svg.viewBox.baseVal
        const room = Math.min((box.clientWidth - 24) / width, (box.clientHeight - 24) / height / svgs.length)
        const usual = Math.min(1.5, play.zoom === "whole" ? room : Math.max(0.9, room))
        play.scale = Number.isFinite(play.zoom) ? play.zoom : usual
        svg.setAttribute("width", width * play.scale)
        svg.setAttribute("height", height * play.scale)
      }
      $("whole").setAttribute("aria-pressed", play.zoom === "whole")
      survey()
    }
    // Another size, in which a point of the box stays where it is: the middle, or where the pointer is.
    function zoom(to, x = $("pictures").clientWidth / 2, y = $("pictures").clientHeight / 2) {
      const box = $("pictures"), { scrollLeft, scrollTop } = box, before = play.scale
      play.zoom = to
      fit()
      const by = play.scale / before
      box.scrollTo((scrollLeft + x) * by - x, (scrollTop + y) * by - y)
      if (!host) history.replaceState({ ...history.state, zoom: play.zoom }, "")
    }
    const scaled = by => Math.max(0.1, Math.min(4, play.scale * by))
    function reveal(leaf) {
      const box = $("pictures"), a = leaf?.getBoundingClientRect(), b = box.getBoundingClientRect()
      if (a) box.scrollBy(a.left - b.left - (b.width - a.width) / 2, a.top - b.top - (b.height - a.height) / 2)
      survey()
    }
    // An overview of pictures that are larger than their box: small copies, and a frame around what the box shows.
    function survey() {
      const box = $("pictures"), view = $("overview"), { scrollTop } = box
      box.style.paddingBottom = ""
      const { scrollWidth: w, scrollHeight: h, clientWidth, clientHeight } = box
      view.hidden = w <= clientWidth * 1.02 && h <= clientHeight * 1.02
      if (view.hidden) return view.replaceChildren()
      const k = Math.min(clientWidth / 4 / w, clientHeight / 3 / h), origin = box.getBoundingClientRect()
      const place = (e, left, top, width, height) => {
        for (const [name, x] of Object.entries({ left, top, width, height })) e.style[name] = `${x * k}px`
        return e
      }
      const copies = [...box.querySelectorAll("svg")].map(svg => {
        const { left, top, width, height } = svg.getBoundingClientRect(), copy = svg.cloneNode(true)
        for (const e of copy.querySelectorAll("[id], text")) e.tagName === "text" ? e.remove() : e.removeAttribute("id")
        return place(copy, left - origin.left + box.scrollLeft, top - origin.top + box.scrollTop, width, height)
      })
      Object.assign(view.style, { width: `${w * k}px`, height: `${h * k}px` })
      view.replaceChildren(...copies, div("frame"))
      // Nothing is below it that cannot be scrolled to.
      box.style.paddingBottom = `${h * k + 24}px`
      box.scrollTop = scrollTop
      frame()

      function frame() { place(view.lastChild, box.scrollLeft, box.scrollTop, clientWidth, clientHeight) }
      box.onscroll = () => view.hidden || frame()
      view.onpointerdown = view.onpointermove = ({ buttons, clientX, clientY }) => {
        const { left, top } = view.getBoundingClientRect()
        if (buttons) box.scrollTo((clientX - left) / k - clientWidth / 2, (clientY - top) / k - clientHeight / 2)
      }
    }

    // MARK: Links

    // A step in words: names, so that a link outlives a change of the machine. `@` begins what is no event.
    function textOf(step) {
      const { start, end, event, arguments: list = [], fire, advance, force, set, value: v, within, answers = [] } = step
      const m = machine(), { events } = m.table, name = s => s.names.join(".")
      const isName = x => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(x) && !/^(true|false|nil)$/.test(x)
      const unknown = ({ opaque: x }) => isName(x) ? x : `\`${x.replace(/`/g, "'")}\``
      const asked = answers.length ? "?" + answers.map(x => x ? "y" : "n").join("") : ""
      const path = rest => [...owners(within).map(([outer, s]) => name(outer.states[s])), rest].join("/")
      if (start) return `@start${asked}`
      if (fire) return `@fire${fire > 1 ? `(${fire})` : ""}${asked}`
      if (advance) return `@wait(${advance})${asked}`
      if (force) return `@force(${force.map(s => name(m.states[s])).join(",")})`
      if (set) {
        const inner = within.reduce((outer, s) => outer.submachine(s), m), [kind, n, i] = set, s = inner.states[n]
        const field = kind === "property" ? inner.table.properties[n].name : `${name(s)}.${s.own[i].field.label ?? i}`
        return `@set(${path(field)},${show(v, unknown)})`
      }
      if (event === undefined) return `@end(${path(end)})`
      const e = events[event], isAlone = events.filter(x => x.name === e.name).length === 1
      const label = k => isAlone || !e.fields[k].label ? "" : `${e.fields[k].label}: `
      const given = list.map((x, k) => label(k) + show(x, unknown)).join(",")
      return `${e.name}${given || !isAlone ? `(${given})` : ""}${end ? `@${path(end)}` : ""}${asked}`
    }
    const fail = why => { throw new Error(why) }
    const STEP = /^(@?)([\p{L}\p{N}_.]+)(?:\((.*)\))?(?:@([\p{L}\p{N}_/.]+))?(?:\?([yn]*))?$/su
    // A step from its words; it fails where it does not fit.
    function stepFrom(words) {
      const [, at, name, list, task, asked = ""] = STEP.exec(words) ?? fail("it cannot be read")
      const answers = [...asked].map(x => x === "y"), number = Number(list ?? 1)
      if (!at) return { ...eventFrom(name, list), ...task && endFrom(task), answers }
      switch (name) {
        case "start": return { start: true, answers }
        case "fire": return { fire: isNaN(number) ? placeOf(list) : number, answers }
        case "wait": return number > 0 ? { advance: number, answers } : fail("no time passes")
        case "force": return { force: pieces(list, ",").map(x => stateFrom(machine(), x).id) }
        case "end": return endFrom(list)
        case "set": return setFrom(list.indexOf(","), list)
      }
      return fail("there is no such step")
    }
    // The place of a timer that runs, by its name in Swift, among those that elapse.
    function placeOf(name) {
      const at = machine().waiting(current()).findIndex(x => of(x.machine.table.timers[x.timer]) === name)
      return at < 0 ? fail(`the timer ${name} does not run`) : at + 1

      function of(timer) { return /\.([^.()]+)\)?$/.exec([timer.elapsed].flat().join(""))?.[1].replace(/`/g, "") }
    }
    function stateFrom(m, name) {
      return m.states.find(s => s.names.join(".") === name) ?? fail(`there is no state ${name}`)
    }
    function pathFrom(words) {
      const rest = words.split("/"), last = rest.pop(), within = []
      let inner = machine()
      for (const name of rest) {
        within.push(stateFrom(inner, name).id)
        inner = inner.submachine(within.at(-1))
      }
      return { inner, within, last }
    }
    function endFrom(words) { const { within, last } = pathFrom(words); return { end: Number(last), within } }
    function eventFrom(name, list) {
      const { values, labels } = list ? new Reader(`(${list})`).arguments() : { values: [], labels: [] }
      const isMeant = ({ fields = [] }) =>
        fields.length === values.length && labels.every((x, i) => !x || x === fields[i].label)
      const { types, table: { events } } = machine(), event = events.findIndex(e => e.name === name && isMeant(e))
      if (event < 0) fail(events.some(e => e.name === name) ? "the event has other fields" : "there is no such event")
      return { event, arguments: values.map((v, i) => types.fit(v, events[event].fields[i].type)) }
    }
    function setFrom(comma, list) {
      const { inner, within, last } = pathFrom(list.slice(0, comma)), dot = last.lastIndexOf(".")
      const p = inner.table.properties.findIndex(x => x.name === last)
      const s = p < 0 ? stateFrom(inner, last.slice(0, dot)) : null
      const i = s?.own.findIndex((x, k) => String(x.field.label ?? k) === last.slice(dot + 1))
      const { type } = (s ? s.own[i]?.field : inner.table.properties[p]) ?? fail("there is no such field")
      const v = read(list.slice(comma + 1), type, inner.types)
      return { set: s ? ["state", s.id, i] : ["property", p], value: v, within }
    }
    async function link(to = play.here) {
      const plain = (quoted, text) => text === undefined || /['\\]/.test(text) ? quoted : `'${text}'`
      const words = ({ step }) => textOf(step).replace(/`[^`]*`|"((?:\\.|[^"\\])*)"/g, plain)
      const steps = play.moments.slice(1, to + 1).map(words), rest = to === play.moments.length - 1 ? play.rest : []
      const given = Object.entries(play.given).map(([name, v]) => `@with(${name},${show(v)})`)
      const whole = [machine().table.name, ...given, ...steps, ...rest].join(";")
      const text = encodeURI(whole).replace(/#/g, "%23")
      return `#${text.length > 1000 ? `z${await packed(whole)}` : text}`
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
    // The machine that a link calls so: the type that holds it may be left out, or a module stand before.
    function called(name) {
      const names = machines.map(m => m.table.name), at = names.indexOf(name)
      return at < 0 ? names.findIndex(x => x.endsWith(`.${name}`) || name.endsWith(`.${x}`)) : at
    }
    // Plays what a link says, up to the first step that does not fit. What is left of it stays in the address until the
    // next step, as the machine may be about to change.
    async function open(hash) {
      const text = /^#z[\w-]{50,}$/.test(hash) ? await unpacked(hash.slice(2)) : decodeURIComponent(hash.slice(1))
      const [name, ...words] = text.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|[^;"'`])+/g) ?? []
      const isMissing = name !== undefined && called(name) < 0, at = Math.max(0, called(name ?? "")), given = {}
      const m = machines[at]
      while (words[0]?.startsWith("@with(")) {
        const [, key, v] = /^@with\((.+?),(.*)\)$/s.exec(words.shift()) ?? []
        const p = [...m.missing, ...m.table.properties].find(x => x.name === key)
        if (p) given[key] = read(v, p.type, m.types)
      }
      start(at, given)
      for (const [i, word] of words.entries()) {
        const { here } = play, end = why => { play.notice = `The link ends before its step ${i + 1}, ${word}: ${why}.` }
        try { send(stepFrom(word)) } catch (problem) { end(problem.message) }
        if (play.here > here) continue
        if (!play.notice && !play.question) end(play.isStarted ? "the program has stopped" : "values are missing")
        play.rest = words.slice(i + (play.question ? 1 : 0))
        break
      }
      if (isMissing && machines.length > 1) play.notice = `There is no machine ${name} here: this is ${m.table.name}.`
      render()
    }

    // MARK: As a test in Swift

    // The steps as a test, by the templates of the table. What nobody knows compiles and stops; what depends on it is a
    // comment.
    function swiftTest() {
      const m = machine(), { table } = m, lines = []
      const unknown = x => { isKnown = false; return `unknown(${show(x.opaque)})` }
      let isKnown = true, usesUnknown = false, isComparable = table.equatable
      const code = text => { isKnown = true; const result = text(); usesUnknown ||= !isKnown; return result }
      // What a machine remembers and keeps for later is not written in its state.
      const isPlain = ({ c }) => !c.deferred.length && !Object.values(c.memory).some(Boolean)
      const expect = (call, result, isWritten = true) => {
        isKnown = true
        const right = result()
        if (isKnown && isComparable && isWritten) lines.push(`#expect(${call} == ${right})`)
        else lines.push(...call.endsWith(")") ? [`_ = ${call}`] : [], `// ${right}`)
      }
      const told = (call, { outputs, outcome, answer, failure, configuration: c }) => {
        const emits = table.outputs.length || table.timers.length
        if (failure !== undefined) lines.push(`#expect(throws: (any Error).self) { ${call} }  // ${failure}`)
        else if (m.isMethods) answer === undefined ? lines.push(call) : expect(call, () => show(answer, unknown))
        else if (!emits) lines.push(`#expect(${call} == .${outcome})`)
        else expect(call, () => `[${outputs.map(x => show(x, unknown)).join(", ")}]`)
        expect("machine.state", () => m.swiftState(c, unknown), m.nested(c).slice(1).every(isPlain))
      }
      const handle = (event, run) => told(`${table.throws ? "try " : ""}machine.handle(event: ${event})`, run)
      for (const { step, run } of play.moments.slice(0, play.here + 1)) {
        const c = run.configuration, e = table.events[step?.event], made = c => code(() => concrete(m.written(c, unknown)))
        if (!step) {
          lines.push(`var machine = ${made(m.initial(play.given))}`)
          if (table.starts) lines.push(`machine.start${table.outputs.length || table.timers.length ? " { _ in }" : "()"}`)
        } else if (e) {
          const text = code(() => show({ swift: e.swift, values: step.arguments }, unknown))
          if (m.isMethods) told(`${e.throws ? "try " : ""}machine.${text}`, run)
          else handle(text, run)
        } else if (step.set || step.force) {
          lines.push(`// ${textOf(step)}`, `machine = ${made(c)}`)
          isComparable &&= m.nested(c).every(isPlain)
        }
        for (const part of run.parts) handle(firing(part), part)
        if (c.stopped !== undefined) { lines.splice(-2, 2, `// Here, the program stops: ${c.stopped}`); break }
      }
      const helper = "/// What is not known.\nfunc unknown<Value>(_ name: String) -> Value { fatalError(name) }\n\n"
      const words = table.name.split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
      const name = words.map((x, i) => x[0][i ? "toUpperCase" : "toLowerCase"]() + x.slice(1)).join("")
      const body = `@Test func ${name}Plays() throws {\n  ${lines.join("\n  ")}\n}\n`
      return `import Testing\n\n${usesUnknown ? helper : ""}${body}`
    }
    // Machines of machines with parameters: any type will do for these.
    const concrete = text => text.replace(/\b(\w+)<([^<>()]*)>\(/g, (_, name, list) =>
      `${name}<${list.split(",").map(() => "String").join(", ")}>(`)
    function firing({ timer, machine: inner, within }) {
      const event = { swift: inner.table.timers[timer].elapsed, values: [] }
      const wrap = (e, [m, s]) => ({ swift: m.table.events[m.states[s].submachine.event].swift, values: [e] })
      return show(owners(within).reduceRight(wrap, event))
    }

    // MARK: Keys and buttons

    function present(title, text) {
      $("dialogTitle").textContent = title
      $("dialog").querySelector("pre").textContent = text
      $("dialog").querySelector("output").textContent = ""
      $("dialog").showModal()
      $("copy").focus()
    }
    $("copy").onclick = async () => {
      const pre = $("dialog").querySelector("pre")
      try { await navigator.clipboard.writeText(pre.textContent) } catch {
        getSelection().selectAllChildren(pre)
        document.execCommand("copy")
      }
      $("dialog").querySelector("output").textContent = "Copied"
    }
    $("restart").onclick = () => go(0)
    $("back").onclick = () => go(play.here - 1)
    $("forward").onclick = () => go(play.here + 1)
    $("swift").onclick = () => present("The steps as a test", swiftTest())
    $("link").onclick = async () => present("The address of this moment", host ? await link() : location.href)
    $("smaller").onclick = () => zoom(scaled(0.8))
    $("larger").onclick = () => zoom(scaled(1.25))
    $("whole").onclick = () => zoom(play.zoom === "whole" ? undefined : "whole")
    $("pictures").addEventListener("wheel", x => {
      if (!x.ctrlKey) return
      x.preventDefault()
      const { left, top } = $("pictures").getBoundingClientRect()
      zoom(scaled(Math.exp(-x.deltaY / 300)), x.clientX - left, x.clientY - top)
    }, { passive: false })
    $("search").oninput = render
    // Sends what has been searched for: the event of that name, else the first that does something.
    $("search").onkeydown = ({ key }) => {
      const forms = [...$("events").querySelectorAll("form")], isOn = f => !f.classList.contains("off")
      const found = forms.find(f => f.name.toLowerCase() === searched()) ?? forms.find(isOn) ?? forms[0]
      if (key === "Enter" && searched()) found?.requestSubmit()
    }
    addEventListener("resize", fit)
    addEventListener("hashchange", async () => { if (location.hash !== await link()) open(location.hash) })
    addEventListener("keydown", k => {
      if (k.ctrlKey || k.metaKey || k.altKey || ["INPUT", "SELECT"].includes(k.target.tagName) || $("dialog").open) return
      const keys = {
        "/": "search", ArrowLeft: "back", ArrowRight: "forward", y: "yes", n: "no",
        "+": "larger", "-": "smaller", 0: "whole",
      }
      const pressed = keys[k.key] ?? letters.get(k.key), isScrolled = k.target === $("pictures") && !$("overview").hidden
      if (!pressed || !$(pressed) || (isScrolled && k.key.startsWith("Arrow"))) return
      k.preventDefault()
      $(pressed).focus()
      if (pressed !== "search") $(pressed).click()
    })
    // In the preview of an editor, which keeps the steps, dims the page while the text has errors, and goes to a state's
    // line.
    if (host) {
      addEventListener("message", ({ data }) => document.body.classList.toggle("old", Boolean(data.isOld)))
      $("pictures").addEventListener("click", ({ target }) => {
        const [, at, state] = /^m(\d+)s(\d+)$/.exec(target.closest("g.node, g.cluster")?.id) ?? []
        if (state) host.postMessage({ state: machines[at]?.states[state].names.join(".") })
      })
    }
    const before = history.state ?? {}
    play.zoom = before.zoom
    const steps = host ? decodeURIComponent(document.documentElement.dataset.steps ?? "") : before.whole ?? location.hash
    open(steps).then(() => {
      if (!(before.here < play.here)) return
      play.here = before.here
      render()
    })
    """##
  static let watch = ##"""
    // While a command watches, this stands in a page: each second, a frame reads the page's file as far as here, and tells
    // its version. Where that is another, or none as nobody watches any more, the page loads itself anew.
    const version = "{{version}}"
    if (parent !== window) {
      parent.postMessage({ version }, "*")
      window.stop()
    } else {
      let frame, told = version
      addEventListener("message", ({ data, source }) => {
        if (source !== frame?.contentWindow) return
        told = data.version
        if (told !== version) location.reload()
      })
      setInterval(() => {
        if (document.hidden || !told) return
        frame?.remove()
        frame = document.createElement("iframe")
        told = ""
        Object.assign(frame, { hidden: true, src: `${location.pathname}?${Date.now()}` })
        frame.onload = () => setTimeout(() => told || location.reload(), 500)
        document.documentElement.append(frame)
      }, 1000)
    }
    """##
  static let picture = ##"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>{{title}}</title>
    <style>html { color-scheme: light dark } body { margin: 16px } embed { width: 100%; height: 95vh }</style>
    </head>
    <body>
    <{{element}} title="{{title}}" src="data:{{type}};base64,{{picture}}">
    </body>
    </html>
    """##
}
