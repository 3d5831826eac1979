import StateMachineTesting

// Explores one machine, and prints the configurations, the steps, the seconds and the depth. `run explore` has a process for
// each measurement, as a process has one peak of its memory.

let bounds = Bounds(configurations: .max, seconds: 3600)
let start = ContinuousClock.now
let report =
  switch CommandLine.arguments[1] {
  case "Flat": try explore(Flat.self, bounds)
  case "FlatReach": try explore(FlatReach.self, bounds)
  case "MediaPlayer": try explore(MediaPlayer.self, bounds)
  case "ConnectionPool": try explore(ConnectionPool.self, bounds)
  default: fatalError("no such machine")
  }
print(report.configurations, report.steps, (ContinuousClock.now - start) / .seconds(1), report.depth)
