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
