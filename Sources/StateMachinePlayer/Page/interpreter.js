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
    const none = { properties: [], events: [], outputs: [], timers: [], queries: [] }
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
    this.follow(this.take(event, args, "outside"), this.machine.isMethods)
    if (this.failure !== undefined || this.answer === undefined) return
    this.note("answer", `returns ${show(this.answer)}`)
  }
  // What follows from a step, until nothing does: 'always' rows, what was raised or is done, then what was deferred.
  follow(first, isForced = false) {
    this.outcome = first
    if (!isForced && first !== "stayed" && first !== "transitioned") return first
    let steps = 1, fewest = this.deferred.length
    for (let next; !this.hasEnded && (next = this.next()) !== undefined;) {
      if (next === "transitioned") this.outcome = next
      if (this.deferred.length < fewest) [steps, fewest] = [0, this.deferred.length]
      if (++steps > 1000) stop("no end after 1,000 steps")
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
    const outcome = this.take(event, args, "inner")
    this.follow(outcome ?? "ignored")
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
    } else if (passage.arrival) arrivals.push(this.arrival(passage.arrival, scope, passage.history))
  }
  branches(row, scope) {
    scope.row = row
    return row.guard === undefined || this.holds(row.guard, scope, row.guardText)
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
