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
