/// How far the machines go, as their statements say.
let size = Int(CommandLine.arguments[2]) ?? 0
