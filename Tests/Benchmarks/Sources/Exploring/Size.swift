/// The limit of the numbers in the machines, which bounds what exploring sees.
let size = Int(CommandLine.arguments[2]) ?? 0
