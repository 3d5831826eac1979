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
