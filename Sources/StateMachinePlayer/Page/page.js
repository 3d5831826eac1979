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
