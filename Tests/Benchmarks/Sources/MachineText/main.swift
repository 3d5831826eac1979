// MachineText mixed|plain TRANSITIONS [EVENTS]
//
// Prints a machine with so many transitions. `plain` rows have a source, a target and an event; `mixed` ones also payloads
// that carry over, guards, arguments, assignments and outputs.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let count = Int(arguments[2]) else {
  print("usage: MachineText mixed|plain TRANSITIONS [EVENTS]")
  throw CancellationError()
}
let isMixed = arguments[1] == "mixed"
let events = min(count, arguments.count > 3 ? Int(arguments[3]) ?? 10 : 10)
let states = max(1, count / events)

var text = "machine Big {\n"
let payload = isMixed ? "(count: Int)" : ""
text += isMixed ? "  initial state s0(count: Int = 0)\n" : "  initial state s0\n"
for state in 1..<max(2, states) where states > 1 { text += "  state s\(state)\(payload)\n" }
for event in 0..<events { text += "  event e\(event)\(isMixed && event % 2 == 1 ? "(by: Int)" : "")\n" }
if isMixed { text += "  output out(Int), beep\n" }
var written = 0
for state in 0..<states {
  for event in 0..<events where written < count {
    written += 1
    let target = (state * 7 + event * 3 + 1) % states
    switch isMixed ? event % 10 : -1 {
    case 1: text += "  s\(state) : e\(event) / count += by\n"
    case 0, 4, 8: text += "  s\(state) -> s\(target) : e\(event) / out(count)\n"
    case 2, 6: text += "  s\(state) -> s\(target) : e\(event) [count < \(state)] / beep\n"
    case 3, 7: text += "  s\(state) -> s\(target)(count: count + by) : e\(event)\n"
    default: text += "  s\(state) -> s\(target) : e\(event)\n"
    }
  }
}
text += "}\n"
print(text, terminator: "")
