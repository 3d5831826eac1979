// Runs steps of machines in the page's interpreter, for tests: one JSON object per line in, one per line out.
//
//     {"document": {…}, "machine": 0, "properties": {"limit": 3}, "state": […], "steps": [{"start": true}, {"event": 0, "arguments": [1]}]}
//
// `document` is what `sm-gen diagram --format json` writes; without it, that of the line before counts. `state` is where the machine
// begins in the place of its start. Values are trees of expressions, as in the table.
"use strict"
const path = require("path")
const readline = require("readline")
const page = path.join(__dirname, "../../Sources/StateMachinePlayer/Page")
const { Machine, Question } = require(path.join(page, "interpreter.js"))
const { evaluate, show } = require(path.join(page, "values.js"))

let made
const literal = tree => evaluate(tree, { attempt: action => action() })

function run({ document, machine = 0, properties = {}, state, steps = [] }) {
  if (document) made = { document, machines: new Map() }
  const at = typeof machine === "number" ? machine : made.document.machines.findIndex(m => m.name === machine)
  if (!made.machines.has(at)) made.machines.set(at, new Machine(made.document, at))
  const m = made.machines.get(at), given = Object.fromEntries(Object.entries(properties).map(([name, tree]) => [name, literal(tree)]))
  let configuration = m.initial(given, state === undefined ? undefined : literal(state))
  const results = steps.map(step => {
    try {
      const before = configuration, result = m.run(before, input(m, step), step.answers)
      configuration = result.configuration
      return described(m, step, result, before)
    } catch (problem) {
      if (!(problem instanceof Question)) throw problem
      return { question: problem.about }
    }
  })
  return { machine: m.table.name, steps: results }
}
function input(m, step) {
  if (step.event === undefined) return step
  const event = typeof step.event === "number" ? step.event : m.table.events.findIndex(e => e.name === step.event)
  return { ...step, event, arguments: (step.arguments ?? []).map(literal) }
}
function described(m, step, run, before) {
  const names = list => [...list].map(s => m.states[s].names.join("."))
  const c = run.configuration, held = c.active.filter(s => m.states[s].own.length)
  const isStopped = before.stopped !== undefined
  return {
    outcome: isStopped ? "ignored" : step.start ? "started" : run.outcome,
    failure: run.failure,
    answer: run.answer === undefined || run.failure !== undefined ? undefined : show(run.answer),
    outputs: run.outputs.map(x => show(x).replace(/^\./, "")),
    exits: names(run.exits),
    entries: names(run.entries),
    left: names(run.left),
    entered: names(run.entered),
    active: names(m.leaves(c)),
    payload: Object.fromEntries(held.map(s => [
      m.states[s].names.join("."),
      Object.fromEntries(m.states[s].own.map(({ field, i }) => [field.label ?? i, show(c.values[s]?.[i])])),
    ])),
    properties: Object.fromEntries(m.table.properties.map((p, i) => [p.name, show(c.properties[i])])),
    state: m.swiftState(c),
    taken: run.rows.map(x => x.line),
    deferred: c.deferred.length,
    final: m.hasEnded(c),
    stopped: c.stopped,
  }
}

readline.createInterface({ input: process.stdin }).on("line", line => {
  let result
  try { result = run(JSON.parse(line)) } catch (problem) { result = { error: String(problem.stack) } }
  process.stdout.write(JSON.stringify(result) + "\n")
})
