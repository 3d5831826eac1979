import TestSupport

@testable import StateMachineCodeGeneration

/// Makes small and odd random functions, in which passes may find something together.
struct RandomFunctions {
  let code = CodeSamples()
  private var random: SeededGenerator
  private let helper = FunctionID("helper")
  private let small = FunctionID("small")
  private var labels: [Label] = []
  private var labelCount = 0
  private var isInHelper = false
  /// The variables in scope: numbers, flags, and variables of the type `Way`.
  private var numbers: [Variable] = []
  private var flags: [Variable] = []
  private var ways: [Variable] = []
  /// The names that blocks have declared, in the same braces and around them.
  private var own: Set<String> = []
  private var declared: Set<String> = []
  /// The meaning of each name in the current braces, as in a row: a variable; nil if none of the function's.
  private var meant: [String: Variable?] = [:]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func pick<Element>(_ list: [Element]) -> Element { list[pick(list.count)] }

  static func world(_ number: Int) -> [String: String] {
    var world = ["self.last": number & 1 == 0 ? "nil" : "9", "self.event": [".a 5", ".b 6", ".c 7"][number % 3]]
    for question in 0..<3 { world["q\(question)"] = "\(number >> (question + 1) & 1 == 0)" }
    return world
  }

  /// Returns a function with a result, one that changes an `inout` parameter, and one with a single statement.
  mutating func functions() -> [Function] {
    var body: [Statement] = []
    for place in 0..<2 {
      numbers.append(code.variable("number\(place)", fallback: "ownNumber\(place)"))
      body.append(.declare(numbers[place], "Int", "\(place)"))
    }
    flags = [code.variable("flag")]
    ways = [code.variable("way")]
    body += [.declare(flags[0], "Bool", "false"), .declare(ways[0], "Way?")]
    body += list(4) + [.leave(number())]
    let outer = code.function("f", body, answers: true, isEntryPoint: true)
    isInHelper = true
    (flags, ways, numbers) = ([], [], [code.variable("handed"), code.variable("read")])
    var parameters = [code.inoutParameter(numbers[0]), Parameter(variable: numbers[1], type: [.text("Int")])]
    for place in parameters.indices { parameters[place].mayGo = true }
    let inner = code.function("helper", list(2), parameters, id: helper)
    return [outer, inner, code.function("small", [.emit("small")], id: small)]
  }

  // MARK: Statements

  /// Returns random statements in braces, which are the scope of their declarations.
  private mutating func list(_ depth: Int) -> [Statement] {
    let outer = (numbers, own, declared, labels, meant)
    defer { (numbers, own, declared, labels, meant) = outer }
    own = []
    var list: [Statement] = []
    for _ in 0..<pick(4) { list.append(statement(depth)) }
    if depth < 4, pick(5) == 0 { list.append(end()) }
    return list
  }

  private mutating func end() -> Statement {
    if !labels.isEmpty, pick(2) == 0 { return .jump(pick(labels)) }
    return isInHelper ? .leave() : .leave(number())
  }

  private mutating func leaving() -> [Statement] {
    let outer = (numbers, own, declared, meant)
    defer { (numbers, own, declared, meant) = outer }
    own = []
    return (pick(2) == 0 ? [simple()] : []) + [end()]
  }

  private mutating func statement(_ depth: Int) -> Statement {
    guard depth > 0 else { return simple() }
    switch pick(14) {
    case 0, 1: return .check(conditions(), list(depth - 1), otherwise: pick(2) == 0 ? list(depth - 1) : [])
    case 2:
      let conditions = conditions()
      return .require(conditions, otherwise: leaving())
    case 3:
      let last = code.variable("last", fallback: "ownLast")
      return .check(
        [.matches(.some(.bind(last)), .literal("self.last"))], with(last, depth), otherwise: list(depth - 1))
    case 4, 5: return matchEvent(depth)
    case 6: if let way = ways.first { return match(way, depth) }
    case 7: return .scope(list(depth - 1))
    case 8, 9:
      labelCount += 1
      let label = Label("label\(labelCount)")
      labels.append(label)
      defer { labels.removeLast() }
      return .scope(list(depth - 1), label: label)
    case 10:
      let thrown = Statement.check(conditions(), [.leave(.literal("Failure.one"), kind: .throw)])
      let outer = labels
      defer { labels = outer }
      return .attempt(list(depth - 1) + [thrown], otherwise: list(depth - 1))
    case 11: return .atEnd([pick(2) == 0 ? .emit("end") : log()])
    default: break
    }
    return simple()
  }

  private mutating func with(_ variable: Variable, _ depth: Int) -> [Statement] {
    numbers.append(variable)
    defer { numbers.removeLast() }
    return list(depth - 1)
  }

  private mutating func matchEvent(_ depth: Int) -> Statement {
    let event = Expression.literal("self.event")
    if pick(3) == 0 { return .match(event, [Arm(.one("a"), list(depth - 1)), Arm(.any, list(depth - 1))]) }
    let end = leaving()
    return .match(
      event,
      ["a", "b", "c"].map { name in
        let value = code.variable("value", fallback: "eventValue")
        return Arm(.one(name, .bind(value)), pick(3) == 0 ? end : with(value, depth))
      })
  }

  private mutating func match(_ way: Variable, _ depth: Int) -> Statement {
    .match(
      .variable(way),
      [Arm(.none, list(depth - 1))] + ["a", "b", "c"].map { Arm(.one($0), pick(2) == 0 ? [] : list(depth - 1)) })
  }

  private mutating func simple() -> Statement {
    switch pick(14) {
    case 0: return .emit(pick(["a", "b"]))
    case 1, 2: return log()
    case 3: return numbers.isEmpty ? .emit("c") : piece("%@ += 1", pick(numbers), .assigned)
    case 4:
      let name = pick(["x", "y"])
      guard meant[name] == nil, own.insert(name).inserted else { return log() }
      declared.insert(name)
      return code.block("let \(name) = \(pick(3))", declares: [name])
    case 5, 6: return .assign(.variable(pick(numbers)), number())
    case 7: return flags.isEmpty ? .emit("b") : .assign(.variable(flags[0]), .literal(pick(["true", "false"])))
    case 8, 9: return ways.isEmpty ? .emit("b") : .assign(.variable(ways[0]), .literal(pick([".a", ".b", "nil"])))
    case 10, 11: return .assign(state, .state("on", number(), number()), role: .store)
    case 12:
      let value = number()
      let variable = code.variable("bound", fallback: "ownBound")
      numbers.append(variable)
      return .bind(variable, value)
    default:
      if isInHelper { return .emit("d") }
      return pick(2) == 0 ? .call(small) : .call(helper, [.reference(.variable(pick(numbers))), number()])
    }
  }

  /// Says the value of a variable, or of a name that is none.
  private mutating func log() -> Statement {
    if pick(2) == 0, !numbers.isEmpty { return piece("log(%@)", pick(numbers)) }
    return code.block("log(\(otherName()))")
  }

  /// A name for a variable, which means nothing else in the same braces.
  private mutating func name(_ variable: Variable) -> String? {
    let free = ["n", "m", "x"].filter { !declared.contains($0) && (meant[$0] ?? variable) == variable }
    guard let name = free.randomElement(using: &random) else { return nil }
    meant[name] = variable
    return name
  }

  /// A name of what is none of the function's variables.
  private mutating func otherName() -> String {
    let name =
      ["n", "x", "y"].filter { meant[$0] == nil || meant[$0] == .some(nil) }.randomElement(using: &random) ?? "z"
    meant.updateValue(nil, forKey: name)
    return name
  }

  private mutating func piece(_ text: String, _ variable: Variable, _ change: Piece.Change = .none) -> Statement {
    guard let name = name(variable) else { return .emit("e") }
    return code.block(text.replacing("%@", with: name), [name: variable], change: change)
  }

  // MARK: Values

  private mutating func number() -> Expression {
    guard let variable = numbers.randomElement(using: &random), let name = name(variable) else { return .literal("1") }
    switch pick(4) {
    case 0: return .literal("\(pick(3))")
    case 1: return .variable(variable)
    case 2: return code.value("\(name) + 1", [name: variable])
    default: return code.value("f(\(name))", [name: variable])
    }
  }

  private mutating func conditions() -> [Condition] { (0..<(1 + pick(2))).map { _ in condition() } }

  private mutating func condition() -> Condition {
    switch pick(8) {
    case 0, 1: return .on("q\(pick(3))")
    case 2: if let flag = flags.first { return .isTrue(pick(2) == 0 ? .variable(flag) : .not(.variable(flag))) }
    case 3: if let way = ways.first { return .isTrue(.operation(.variable(way), pick(["==", "!="]), .literal(".a"))) }
    case 4: if let flag = flags.first { return .isTrue(.operation(.variable(flag), "||", .literal("q0"))) }
    case 5, 6:
      if let variable = numbers.randomElement(using: &random), let name = name(variable) {
        return code.asks("isBig(\(name))", [name: variable])
      }
    default: return code.asks("try ask(\(otherName()))")
    }
    return .on("q0")
  }
}
